import { formatOf, readManifest } from '../../../manifest/read-manifest.ts';
import { type ScopeUse, scopeUses } from '../../../manifest/scope-needs.ts';
import type { ListView } from '../../../output/view.ts';
import { defined } from '../../../values/defined.ts';
import type { CommandModule } from '../../command-module.ts';
import { describe } from '../../help-format.ts';
import { readOneManifest } from '../../manifest/read-manifests.ts';
import { unreadableManifest } from '../../manifest/unreadable-manifest.ts';
import { stdinFilenameOption, vendorOf } from '../../options/manifest-options.ts';
import { printAll } from '../../printing/print-resources.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl manifest scopes manifest.yaml',
      `orgctl manifest scopes manifest.yaml --query "[?status=='unused'].scope"`,
    ],
    lists: { columns: SCOPE_VIEW.columns },
    needs: 'nothing: no token, no network',
  });
  return command
    .argument('<file>', 'manifest in YAML or JSON, or - for stdin')
    .addOption(stdinFilenameOption())
    .action(
      act(async (context, word, options) => {
        const { name, text } = await readOneManifest(context, word, options.stdinFilename);
        const source = await readManifest(text, formatOf(name, text));
        if (source.data === undefined) throw unreadableManifest(name, source);
        const uses = scopeUses(source.data, { vendor: await vendorOf(context), isTemplate: false });
        await printAll(context, uses, SCOPE_VIEW);
        await context.messages.note(summaryOf(name, uses));
      }),
    );
};

function summaryOf(name: string, uses: readonly ScopeUse[]): string {
  const count = (status: ScopeUse['status']) => uses.filter((use) => use.status === status).length;
  const parts = [
    `${count('needed')} needed`,
    `${count('missing')} missing`,
    `${count('unused')} not needed by anything in the file`,
  ];
  return `${name}: ${parts.join(', ')}`;
}

/** Returns why a scope is needed; of many reasons, the first three. */
function reasonsOf({ status, reasons, didYouMean }: ScopeUse): string {
  if (didYouMean !== undefined) return `not a known scope; did you mean ${didYouMean}?`;
  if (status === 'unused') return 'nothing in the file';
  const shown = reasons.slice(0, 3).map(({ what }) => what);
  return shown.join(', ') + (reasons.length > 3 ? ` and ${reasons.length - 3} more` : '');
}

const SCOPE_VIEW: ListView<ScopeUse> = {
  isSummarized: true,
  json: ({ scope, kind, status, reasons, didYouMean }) => ({
    scope,
    kind,
    status,
    neededBy: reasons.map(({ what, path }) => ({ what, path })),
    ...defined({ didYouMean }),
  }),
  columns: [
    { name: 'scope', heading: 'Scope', importance: 1, value: ({ scope }) => scope },
    { name: 'kind', heading: 'Kind', importance: 2, value: ({ kind }) => kind },
    { name: 'status', heading: 'Status', importance: 1, value: ({ status }) => status },
    { name: 'neededBy', heading: 'Needed by', importance: 1, value: reasonsOf },
    {
      name: 'path',
      heading: 'Path',
      importance: 4,
      value: ({ reasons }) => reasons.map(({ path }) => path).join(' '),
    },
  ],
};
