import { Failure } from '../../../failure/failure.ts';
import { formatOf, readManifest } from '../../../manifest/read-manifest.ts';
import type { CommandModule } from '../../command-module.ts';
import { fileWord } from '../../command-words.ts';
import type { Context } from '../../context.ts';
import { describe } from '../../help-format.ts';
import { type GivenManifest, readManifests } from '../../manifest/read-manifests.ts';
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
        const changed: string[] = [];
        for await (const given of readManifests(context, files, options.stdinFilename ?? options.stdinName))
          if (await formatOne(context, given, options.check === true)) changed.push(given.name);
        if (options.check !== true) {
          await context.messages.note(
            changed.length === 0 ? 'nothing to format' : `formatted: ${changed.join(', ')}`,
          );
        } else if (changed.length > 0) {
          throw new Failure('pendingChanges', `not formatted: ${changed.join(', ')}`, {
            hint: 'orgctl manifest format',
          });
        }
      }),
    );
};

/**
 * Formats a file, or only checks it.
 * @returns whether the file was not formatted
 */
async function formatOne(context: Context, given: GivenManifest, isCheck: boolean): Promise<boolean> {
  if ('fault' in given.content) throw new Failure('invalidInput', `${given.name}: ${given.content.fault}`);
  const before = given.content.text;
  const after = await formatted(given.name, before);
  const isChanged = after !== before;
  if (isCheck) return isChanged;
  if (context.common.dryRun === true) {
    const { unifiedDiff } = await import('../../../output/unified-diff.ts');
    await (await context.printer()).text(unifiedDiff(given.name, before, after));
  } else if (isChanged || given.path === '-') {
    await writeManifest(context, given, after);
  }
  return isChanged;
}

/** @throws Failure `invalidInput` if the text cannot be read */
async function formatted(name: string, text: string): Promise<string> {
  const format = formatOf(name, text);
  const { data, faults } = await readManifest(text, format);
  if (data === undefined) {
    throw new Failure('invalidInput', `${name}: ${faults[0]?.message ?? 'it cannot be read'}`, {
      hint: `orgctl manifest validate ${fileWord(name)}`,
    });
  }
  if (format === 'json') return (await import('../../../manifest/format-json.ts')).formatJson(text);
  return (await import('../../../manifest/format-yaml.ts')).formatYaml(text);
}
