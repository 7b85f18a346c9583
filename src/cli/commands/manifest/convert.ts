import { Option } from '@commander-js/extra-typings';
import { Failure } from '../../../failure/failure.ts';
import { countComments } from '../../../manifest/count-comments.ts';
import type { ManifestFormat } from '../../../manifest/manifest-source.ts';
import { formatOf, readManifest } from '../../../manifest/read-manifest.ts';
import type { CommandModule } from '../../command-module.ts';
import { describe } from '../../help-format.ts';
import { readOneManifest } from '../../manifest/read-manifests.ts';
import { writeManifest } from '../../manifest/write-manifest.ts';
import { openOutput } from '../../printing/open-output.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl manifest convert manifest.yaml --to json',
      'orgctl manifest convert manifest.yaml --to-version 1 --out manifest-v1.yaml',
    ],
    needs: 'nothing: no token, no network',
  });
  return command
    .argument('<file>', 'a manifest in YAML or JSON; - is stdin')
    .addOption(new Option('--to <format>', 'what it is written in').choices(['json', 'yaml'] as const))
    .addOption(
      new Option('--to-version <version>', 'version of the manifest format').choices(['1', '2'] as const),
    )
    .option('--out <file>', 'write to a file instead of stdout')
    .option('--in-place', 'replace the file; keeps what it is written in')
    .option('--force', 'replace an existing file')
    .option('--strict-comments', 'refuse to lose comments')
    .action(
      act(async (context, word, options) => {
        const given = await readOneManifest(context, word);
        const from = formatOf(given.name, given.text);
        const to: ManifestFormat = options.to ?? from;
        if (options.inPlace === true && to !== from) {
          throw new Failure('usage', '--in-place keeps what a file is written in', {
            hint: `--out manifest.${to}`,
          });
        }
        const text = await converted(given.name, given.text, from, to, options.toVersion);
        const lost =
          to === 'json' && from === 'yaml' ? countComments(await readManifest(given.text, 'yaml')) : 0;
        if (lost > 0) {
          const words = `JSON has no comments: ${lost} ${lost === 1 ? 'is' : 'are'} lost`;
          if (options.strictComments === true) throw new Failure('invalidInput', words);
          await context.messages.warn(words);
        }
        if (options.inPlace === true) {
          await writeManifest(context, given, text);
          return;
        }
        const output = await openOutput(context, options.out, options.force === true);
        await output.write(text);
        await output.finish();
      }),
    );
};

/** @throws Failure `invalidInput` when the manifest cannot be read, or the version cannot say what it says. */
async function converted(
  name: string,
  text: string,
  from: ManifestFormat,
  to: ManifestFormat,
  version: '1' | '2' | undefined,
): Promise<string> {
  const source = await readManifest(text, from);
  if (source.data === undefined || source.faults.length > 0) {
    throw new Failure('invalidInput', `${name}: ${source.faults[0]?.message ?? 'it cannot be read'}`, {
      hint: `orgctl manifest validate ${name}`,
    });
  }
  let result = text;
  if (version !== undefined) {
    const { convertVersion } = await import('../../../manifest/convert-version.ts');
    result = await convertVersion(text, from, version === '1' ? 1 : 2);
  }
  if (to === from) return result;
  const { printJson, printYaml } = await import('../../../manifest/print-yaml.ts');
  const tree = (await readManifest(result, from)).tree();
  return to === 'json' ? printJson(tree) : printYaml(tree);
}
