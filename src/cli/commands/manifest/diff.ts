import { Option } from '@commander-js/extra-typings';
import { Failure } from '../../../failure/failure.ts';
import { diffManifests } from '../../../manifest/diff.ts';
import type { ManifestDifference } from '../../../manifest/difference.ts';
import { jsonPatch } from '../../../manifest/json-patch.ts';
import { type Path, pathText } from '../../../manifest/path.ts';
import { formatOf, readManifest } from '../../../manifest/read-manifest.ts';
import { shortened } from '../../../manifest/wrong-type.ts';
import type { Palette } from '../../../output/palette.ts';
import { paletteFor } from '../../../output/palette.ts';
import { escapeJson, forTerminal } from '../../../output/sanitize.ts';
import type { ListView } from '../../../output/view.ts';
import { isJsonObject } from '../../../rules/json-value.ts';
import type { Json, JsonObject } from '../../../spec/protocol-types.ts';
import { hasColor } from '../../../terminal/streams.ts';
import { defined } from '../../../values/defined.ts';
import type { CommandModule } from '../../command-module.ts';
import type { Context } from '../../context.ts';
import { describe } from '../../help-format.ts';
import { readOneManifest } from '../../manifest/read-manifests.ts';
import { unreadableManifest } from '../../manifest/unreadable-manifest.ts';
import { withExitCodeOption } from '../../options/exit-code-option.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl manifest diff manifest-v1.json manifest.yaml',
      'orgctl manifest diff manifest-v1.json manifest.yaml --format patch',
    ],
    lists: { columns: DIFFERENCE_VIEW.columns },
    needs: 'nothing: no token, no network',
  });
  return withExitCodeOption(
    command
      .argument('<before>', 'current manifest')
      .argument('<after>', 'manifest of the update')
      .addOption(
        new Option(
          '--format <format>',
          'output format; patch is a JSON Patch, RFC 6902 (default: human)',
        ).choices(['human', 'json', 'patch'] as const),
      ),
    'the manifests differ',
  ).action(
    act(async (context, before, after, options) => {
      const one = await dataOf(context, before);
      const other = await dataOf(context, after);
      const differences = diffManifests(one, other);
      const printer = await context.printer();
      if (options.format === 'patch') await printer.text(json(jsonPatch(one, other)));
      else if (options.format === 'json') await printer.text(json(differences.map(DIFFERENCE_VIEW.json)));
      else if (options.format === 'human' || printer.format === 'table') {
        await printer.text(
          differences.map((difference) => humanLine(difference, paletteOf(context))).join(''),
        );
      } else await printer.list(differences, DIFFERENCE_VIEW);
      await context.messages.note(summaryOf(differences));
      if (options.detailedExitcode === true && differences.length > 0) {
        throw new Failure('pendingChanges', 'the manifests differ');
      }
    }),
  );
};

async function dataOf(context: Context, word: string): Promise<Json> {
  const { name, text } = await readOneManifest(context, word);
  const source = await readManifest(text, formatOf(name, text));
  if (source.data === undefined || source.faults.length > 0) throw unreadableManifest(name, source);
  return source.data;
}

function json(value: unknown): string {
  return `${escapeJson(JSON.stringify(value, null, 2))}\n`;
}

function paletteOf({ common, host }: Context): Palette {
  return paletteFor(hasColor(common.color, host.env, host.streams.stdout.isTTY === true));
}

const SIGNS = { removed: '-', renamed: '~', changed: '~', moved: '~', added: '+' } as const;

function humanLine(difference: ManifestDifference, palette: Palette): string {
  const { kind, path, impact } = difference;
  const paint = kind === 'removed' ? palette.bad : kind === 'added' ? palette.good : palette.caution;
  const what = differenceInWords(difference);
  const mark = impact === 'harmless' ? '' : ` ${palette.strong(`[${impact}]`)}`;
  const parts = partsOf(difference).map((part) => `    ${paint(SIGNS[kind])} ${forTerminal(part)}\n`);
  return `${paint(SIGNS[kind])} ${forTerminal(pathText(path) + what)}${mark}\n${parts.join('')}`;
}

/**
 * Returns a line for each value of an added or removed subtree, because a shortened text would hide what is
 * deleted.
 */
function partsOf({ kind, path, before, after }: ManifestDifference): readonly string[] {
  const whole = kind === 'removed' ? before : kind === 'added' ? after : undefined;
  return isLong(whole) ? leavesOf(whole, path) : [];
}

function isLong(value: Json | undefined): value is JsonObject | readonly Json[] {
  const text = JSON.stringify(value ?? null);
  return typeof value === 'object' && value !== null && shortened(text) !== text;
}

function leavesOf(value: Json, path: Path): readonly string[] {
  const entries: readonly (readonly [string | number, Json])[] = Array.isArray(value)
    ? value.map((item, index) => [index, item])
    : isJsonObject(value)
      ? Object.entries(value)
      : [];
  if (entries.length === 0) return [`${pathText(path)}: ${shown(value)}`];
  return entries.flatMap(([step, inner]) => leavesOf(inner, [...path, step]));
}

function differenceInWords({ kind, path, before, after }: ManifestDifference): string {
  if (kind === 'changed') return `: ${shownPair(before, after).join(' → ')}`;
  if (kind === 'renamed') return `: renamed to ${JSON.stringify(after ?? null)}`;
  if (kind === 'moved') return `: moved from position ${Number(before) + 1} to ${Number(after) + 1}`;
  const whole = before ?? after;
  return isText(whole, path) || isLong(whole) ? '' : `: ${shown(whole)}`;
}

/** Whether the value is an item of a set, whose path already ends with it. */
function isText(value: Json | undefined, path: ManifestDifference['path']): boolean {
  return value === path.at(-1);
}

function shown(value: Json | undefined): string {
  return shortened(JSON.stringify(value ?? null));
}

/** Characters before the first difference of two long values that are shown. */
const LEAD = 11;

/** Returns two values; if both are long and begin alike, from shortly before their first difference. */
function shownPair(before: Json | undefined, after: Json | undefined): readonly [string, string] {
  const pair = [shown(before), shown(after)] as const;
  if (pair[0] !== pair[1]) return pair;
  const texts = [before, after].map((value) => [...JSON.stringify(value ?? null)]);
  const [one = [], other = []] = texts;
  const start = one.findIndex((character, index) => character !== other[index]);
  const from = Math.max(0, (start < 0 ? one.length : start) - LEAD);
  const [left = '', right = ''] = texts.map((text) => `…${shortened(text.slice(from).join(''))}`);
  return [left, right];
}

function summaryOf(differences: readonly ManifestDifference[]): string {
  if (differences.length === 0) return 'no difference';
  const deleted = differences.filter(
    ({ kind, impact }) => (kind === 'removed' && impact !== 'cannot-remove') || kind === 'renamed',
  ).length;
  const count = differences.length === 1 ? '1 difference' : `${differences.length} differences`;
  const entries = deleted === 1 ? '1 entry is' : `${deleted} entries are`;
  return deleted === 0 ? count : `${count}; an update replaces the manifest: ${entries} deleted`;
}

const DIFFERENCE_VIEW: ListView<ManifestDifference> = {
  isSummarized: true,
  json: ({ kind, pointer, impact, before, after }) => ({
    kind,
    pointer,
    impact,
    ...defined({ before, after }),
  }),
  columns: [
    { name: 'kind', heading: 'Kind', importance: 1, value: ({ kind }) => kind },
    { name: 'path', heading: 'Path', importance: 1, value: ({ path }) => pathText(path) },
    { name: 'impact', heading: 'Impact', importance: 1, value: ({ impact }) => impact },
    {
      name: 'before',
      heading: 'Before',
      importance: 2,
      value: ({ before }) => (before === undefined ? '' : JSON.stringify(before)),
    },
    {
      name: 'after',
      heading: 'After',
      importance: 2,
      value: ({ after }) => (after === undefined ? '' : JSON.stringify(after)),
    },
  ],
};
