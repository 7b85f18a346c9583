import { Failure } from '../../../failure/failure.ts';
import { formatOf, readManifest } from '../../../manifest/read-manifest.ts';
import type { CommandModule } from '../../command-module.ts';
import { fileWord } from '../../command-words.ts';
import type { Context } from '../../context.ts';
import { describe } from '../../help-format.ts';
import { type GivenManifest, readManifests } from '../../manifest/read-manifests.ts';
import { showManifestDiff } from '../../manifest/show-manifest-diff.ts';
import { unreadableManifest } from '../../manifest/unreadable-manifest.ts';
import { writeManifest } from '../../manifest/write-manifest.ts';
import { FILES_HELP, stdinFilenameOption, stdinNameOption } from '../../options/manifest-options.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl manifest format manifest.yaml',
      'orgctl manifest format . --check',
      'orgctl manifest format manifest.yaml --dry-run',
    ],
    needs: 'nothing: no token, no network',
  });
  return command
    .argument('[files...]', FILES_HELP)
    .option('--check', 'change nothing; exit with code 8 if something would change')
    .addOption(stdinFilenameOption())
    .addOption(stdinNameOption())
    .action(
      act(async (context, files, options) => {
        const isCheck = options.check === true;
        const changed: string[] = [];
        const failed: Failure[] = [];
        for await (const given of readManifests(context, files, options.stdinFilename ?? options.stdinName)) {
          const after = await formattedOrFailed(given);
          if (after instanceof Failure) failed.push(after);
          else if (await writeOrDiff(context, given, after, isCheck)) changed.push(given.name);
        }
        const [unreadable, ...others] = failed;
        // The other files were processed: one damaged file must not hide what happened to them.
        await noteChangedFiles(context, changed, { isCheck, isWhole: unreadable === undefined });
        for (const { message } of others) await context.messages.warn(message);
        if (unreadable !== undefined) throw unreadable;
        if (isCheck && changed.length > 0)
          throw new Failure('pendingChanges', `not formatted: ${changed.join(', ')}`, {
            hint: `orgctl manifest format ${changed.map(fileWord).join(' ')}`,
          });
      }),
    );
};

/** Notes which files were formatted or would be; after a complete --check, the Failure names them. */
async function noteChangedFiles(
  { messages, common }: Context,
  changed: readonly string[],
  { isCheck, isWhole }: { readonly isCheck: boolean; readonly isWhole: boolean },
): Promise<void> {
  const done = isCheck ? 'not formatted' : common.dryRun === true ? 'would format' : 'formatted';
  if (changed.length > 0 && !(isCheck && isWhole)) await messages.note(`${done}: ${changed.join(', ')}`);
  if (changed.length === 0 && isWhole && !isCheck) await messages.note('nothing to format');
}

/**
 * Writes the formatted text of a file, or with --dry-run prints the diff; with --check does neither.
 * @returns whether the file was not formatted
 */
async function writeOrDiff(
  context: Context,
  given: GivenManifest,
  { before, after }: Formatted,
  isCheck: boolean,
): Promise<boolean> {
  const isChanged = after !== before;
  if (isCheck) return isChanged;
  if (context.common.dryRun === true) await showManifestDiff(context, given, before, after);
  else if (isChanged || given.path === '-') await writeManifest(context, given, after);
  return isChanged;
}

interface Formatted {
  readonly before: string;
  readonly after: string;
}

/** @returns a Failure `invalidInput` if the text cannot be read */
async function formattedOrFailed({ name, content }: GivenManifest): Promise<Formatted | Failure> {
  if ('fault' in content) return new Failure('invalidInput', `${name}: ${content.fault}`);
  const { text: before } = content;
  const format = formatOf(name, before);
  const source = await readManifest(before, format);
  if (source.data === undefined) return unreadableManifest(name, source);
  if (format === 'json')
    return { before, after: (await import('../../../manifest/format-json.ts')).formatJson(before) };
  return { before, after: (await import('../../../manifest/format-yaml.ts')).formatYaml(before) };
}
