import { Option } from '@commander-js/extra-typings';
import { Failure } from '../../../failure/failure.ts';
import { type Comment, commentsIn } from '../../../manifest/comments.ts';
import type { Converted } from '../../../manifest/convert-version.ts';
import type { ManifestFormat } from '../../../manifest/manifest-source.ts';
import { formatNamed, formatOf, readManifest } from '../../../manifest/read-manifest.ts';
import type { CommandModule } from '../../command-module.ts';
import { fileWord } from '../../command-words.ts';
import type { Context } from '../../context.ts';
import { describe } from '../../help-format.ts';
import { type GivenManifest, readOneManifest } from '../../manifest/read-manifests.ts';
import { showManifestDiff } from '../../manifest/show-manifest-diff.ts';
import { unreadableManifest } from '../../manifest/unreadable-manifest.ts';
import { writeManifest } from '../../manifest/write-manifest.ts';
import { withOutput } from '../../printing/with-output.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl manifest convert manifest.yaml --to json',
      'orgctl manifest convert manifest.yaml --to-version 1 --out manifest-v1.yaml',
    ],
    needs: 'nothing: no token, no network',
  });
  return command
    .argument('<file>', 'manifest in YAML or JSON, or - for stdin')
    .addOption(
      new Option(
        '--to <format>',
        'output format (default: extension of --out, else the format of the input)',
      ).choices(['json', 'yaml'] as const),
    )
    .addOption(
      new Option('--to-version <version>', 'manifest version to convert to').choices(['1', '2'] as const),
    )
    .option('--out <file>', 'write to a file instead of stdout')
    .option('--in-place', 'replace the input file; it keeps its format')
    .option('--force', 'replace an existing file')
    .option('--strict-comments', 'fail when a comment would be lost')
    .action(
      act(async (context, word, options, parsed) => {
        if (options.inPlace === true && word === '-')
          throw new Failure('usage', '--in-place needs a file: stdin cannot be replaced', {
            hint: 'omit --in-place to print the converted manifest, or write it with --out FILE',
          });
        const source = await readOneManifest(context, word);
        const from = formatOf(source.name, source.text);
        const isTyped = parsed.getOptionValueSourceWithGlobals('output') === 'cli';
        const to = outputFormat(from, options, { output: context.common.output, isTyped });
        const { text, lost, expanded, mixed } = await converted(source, from, to, options.toVersion);
        await noteLostComments(context, source.name, lost, to, options.strictComments === true);
        for (const { line, text: alias } of expanded)
          await context.messages.note(`${source.name}:${line}: ${alias} was expanded`);
        for (const path of mixed)
          await context.messages.warn(
            `${path} already has the form of version ${options.toVersion} and is left unchanged`,
          );
        if (options.inPlace === true) {
          if (context.common.dryRun === true) await showManifestDiff(context, source, source.text, text);
          else await writeInPlace(context, source, text, options.toVersion);
          return;
        }
        const { out, force } = options;
        await withOutput(context, { file: out, force }, (output) => output.write(text));
      }),
    );
};

/** Replaces the text of a manifest, and prints what was done. @param version the one to convert to */
async function writeInPlace(
  context: Context,
  source: GivenManifest & { readonly text: string },
  text: string,
  version: string | undefined,
): Promise<void> {
  await writeManifest(context, source, text);
  const what = version === undefined ? 'rewritten' : `rewritten as version ${version}`;
  await context.messages.note(text === source.text ? 'nothing to convert' : `${source.name}: ${what}`);
}

interface FormatFlags {
  readonly to?: ManifestFormat | undefined;
  readonly out?: string | undefined;
  readonly inPlace?: true | undefined;
}

/**
 * Returns the format to write. A format from the variable ORGCTL_OUTPUT applies only if no flag decides.
 * @throws Failure `usage` if flags contradict each other
 */
function outputFormat(
  from: ManifestFormat,
  { to, out, inPlace }: FormatFlags,
  { output, isTyped }: { readonly output: string | undefined; readonly isTyped: boolean },
): ManifestFormat {
  if (inPlace === true && out !== undefined)
    throw new Failure('usage', '--in-place and --out cannot be combined', { hint: 'omit one of them' });
  const meant = requestedFormat(to, out, isTyped ? output : undefined);
  if (inPlace !== true) return meant ?? documentFormat(output) ?? from;
  if (meant !== undefined && meant !== from)
    throw new Failure('usage', '--in-place keeps the format of the file', {
      hint: `--out manifest.${meant}`,
    });
  return from;
}

/** Returns the format of a manifest that -o names; undefined for any other format. */
function documentFormat(output: string | undefined): ManifestFormat | undefined {
  return output === 'json' || output === 'yaml' ? output : undefined;
}

/**
 * Returns the format that --to, -o and the name of --out request; undefined if none does.
 * @throws Failure `usage` if they request different formats
 */
function requestedFormat(
  to: ManifestFormat | undefined,
  out: string | undefined,
  output: string | undefined,
): ManifestFormat | undefined {
  const asked: readonly { readonly words: string; readonly format: ManifestFormat | undefined }[] = [
    { words: `--to ${to}`, format: to },
    { words: `-o ${output}`, format: documentFormat(output) },
    { words: `--out ${out}`, format: out === undefined ? undefined : formatNamed(out) },
  ];
  const [first, ...others] = asked.filter(({ format }) => format !== undefined);
  const other = others.find(({ format }) => format !== first?.format);
  if (first !== undefined && other !== undefined)
    throw new Failure('usage', `${first.words} and ${other.words} ask for different formats`, {
      hint: 'omit one of them, or give the file the extension of the format',
    });
  return first?.format;
}

/**
 * Reports lost comments.
 * @throws Failure `invalidInput` if comments would be lost with --strict-comments
 */
async function noteLostComments(
  { messages }: Context,
  name: string,
  lost: readonly Comment[],
  to: ManifestFormat,
  isStrict: boolean,
): Promise<void> {
  if (lost.length === 0) return;
  for (const { line, text } of lost) await messages.note(`${name}:${line}: ${text}`);
  const count = lost.length === 1 ? '1 comment' : `${lost.length} comments`;
  const reason =
    to === 'json'
      ? 'JSON has no comments'
      : `the other version has no place for ${lost.length === 1 ? 'it' : 'them'}`;
  if (isStrict) throw new Failure('invalidInput', `${count} would be lost: ${reason}`);
  await messages.warn(`${count} lost: ${reason}`);
}

/** Returns the Failure of a conversion with the name of its file, and a command that shows more. */
function inFile(name: string, { kind, message, hint }: Failure): Failure {
  return new Failure(kind, `${name}: ${message}`, {
    hint: hint ?? `orgctl manifest validate ${fileWord(name)}`,
  });
}

/**
 * @throws Failure `invalidInput` if the manifest cannot be read, or the version cannot express its contents
 */
async function converted(
  { name, text }: { readonly name: string; readonly text: string },
  from: ManifestFormat,
  to: ManifestFormat,
  version: '1' | '2' | undefined,
): Promise<Converted> {
  const source = await readManifest(text, from);
  if (source.data === undefined || source.faults.length > 0) throw unreadableManifest(name, source);
  let result: Converted = { text, lost: [], expanded: [], mixed: [] };
  if (version !== undefined) {
    const { convertVersion } = await import('../../../manifest/convert-version.ts');
    result = await convertVersion(text, from, version === '1' ? 1 : 2).catch((error: unknown) => {
      throw error instanceof Failure ? inFile(name, error) : error;
    });
  }
  if (to === from) return result;
  const { printJson, printYaml } = await import('../../../manifest/print-yaml.ts');
  const tree = (await readManifest(result.text, from)).tree();
  if (to === 'yaml') return { ...result, text: printYaml(tree) };
  const { expandAliases } = await import('../../../manifest/expand-aliases.ts');
  const { expanded } = expandAliases(source, Object.keys(source.data ?? {}));
  return { ...result, text: printJson(tree), lost: commentsIn(source), expanded };
}
