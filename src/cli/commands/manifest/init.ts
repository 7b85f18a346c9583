import { Option } from '@commander-js/extra-typings';
import { Failure } from '../../../failure/failure.ts';
import { formatNamed } from '../../../manifest/read-manifest.ts';
import { STARTERS, type StarterOptions, starterManifest } from '../../../manifest/starter.ts';
import type { JsonObject } from '../../../spec/protocol-types.ts';
import { writeFileAtomic } from '../../../storage/atomic-file.ts';
import { keysOf } from '../../../values/keys-of.ts';
import type { CommandModule } from '../../command-module.ts';
import type { Context } from '../../context.ts';
import { describe } from '../../help-format.ts';
import { completeStarter } from '../../manifest/starter-answers.ts';
import { vendorOf } from '../../options/manifest-options.ts';
import { parseWords } from '../../options/parse-values.ts';
import { checkWritable } from '../../printing/check-writable.ts';

const FORMATS = ['yaml', 'json'] as const;
const NAMES = keysOf(STARTERS);
/** File mode; a manifest contains no secrets, so all users may read it. */
const READABLE_FILE = 0o644;

const versionOption = () =>
  new Option('--version <version>', 'manifest version to write')
    .choices(['1', '2'] as const)
    .default('2' as const);

const commandsOption = () =>
  new Option('--commands <names>', 'slash commands, comma-separated, for example /tides,/weather').argParser(
    parseWords,
  );

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl manifest init --template socket --name "Tide Table" --events app_mention,message.im --out tides.yaml',
      'orgctl manifest init welcome.json --template steps --name "Welcome"',
      'orgctl manifest init --template steps --name "Welcome" --format json --out -',
    ],
    needs: 'nothing: no token, no network',
  });
  return command
    .argument('[file]', 'the same as --out')
    .addOption(
      new Option(
        '--template <template>',
        'kind of app: socket (bot without a server), remote (functions on your server), hosted (functions that the service runs), steps (workflow with steps)',
      ).choices(NAMES),
    )
    .option('--name <name>', 'name of the app')
    .option('--description <text>', 'one-line description of the app, for example "Posts the tide table"')
    .option(
      '--url <url>',
      'URL of your server, for the template remote, for example https://tides.example.com',
    )
    .addOption(
      new Option('--events <names>', 'bot events, comma-separated; the scopes they need are added').argParser(
        parseWords,
      ),
    )
    .addOption(commandsOption())
    .addOption(versionOption())
    .addOption(
      new Option('--format <format>', 'file format (default: extension of --out, else yaml)').choices(
        FORMATS,
      ),
    )
    .option('--out <file>', 'file to write, or - for stdout (default: manifest.yaml)')
    .option('--force', 'replace an existing file')
    .action(
      act(async (context, named, options, parsed) => {
        const out = outputFileOf(named, options.out);
        const format = formatFor(out, options.format);
        const file = out ?? `manifest.${format}`;
        if (file !== '-')
          checkWritable(file, options.force, 'choose another name with --out, or add --force');
        const settings = {
          version: options.version === '1' ? 1 : 2,
          vendor: await vendorOf(context),
        } as const;
        const starter = await completeStarter(
          context,
          options,
          settings,
          (flag) => parsed.getOptionValueSource(flag) === 'cli',
        );
        const text = await written(starter, format);
        await warnOf(context, text, format, starter.vendor);
        await writeOrPrint(context, file, text);
      }),
    );
};

/** Writes the manifest to a file or stdout; with --dry-run, only says which file it would write. */
async function writeOrPrint(context: Context, file: string, text: string): Promise<void> {
  if (file === '-') {
    await (await context.printer()).text(text);
    return;
  }
  if (context.common.dryRun === true) {
    await context.messages.note(`would write ${file}`);
    return;
  }
  writeFileAtomic(file, text, { mode: READABLE_FILE });
  await context.messages.note(
    `wrote ${file}; to check it in an editor: orgctl manifest schema --out ${SCHEMA}`,
  );
}

/** @throws Failure `usage` if the argument and --out name different files */
function outputFileOf(named: string | undefined, out: string | undefined): string | undefined {
  if (named !== undefined && out !== undefined && named !== out)
    throw new Failure('usage', `two output files are given: ${named} and --out ${out}`, {
      hint: 'give only one',
    });
  return named ?? out;
}

/** @throws Failure `usage` if the file name has the extension of another format than --format */
function formatFor(out: string | undefined, given: (typeof FORMATS)[number] | undefined) {
  const named = formatNamed(out ?? '');
  if (given !== undefined && named !== undefined && named !== given)
    throw new Failure('usage', `--format ${given} and ${out} ask for different formats`, {
      hint: 'omit --format, or give the file the extension of the format',
    });
  return given ?? named ?? 'yaml';
}

const SCHEMA = 'manifest.schema.json';

/** Warns about unknown values; the manifest is still written, because they may be valid. */
async function warnOf(
  { messages }: Context,
  text: string,
  format: (typeof FORMATS)[number],
  vendor: string,
): Promise<void> {
  const { validateText } = await import('../../../manifest/validate.ts');
  const { findings } = await validateText(`manifest.${format}`, text, { vendor });
  for (const { severity, message } of findings) if (severity === 'warning') await messages.warn(message);
}

/** Renders the manifest with a reference to its schema for editors: a key in JSON, the first line in YAML. */
async function written(starter: StarterOptions, format: (typeof FORMATS)[number]): Promise<string> {
  if (format === 'json') return pretty(starterManifest({ ...starter, schema: `./${SCHEMA}` }));
  const { printYaml } = await import('../../../manifest/print-yaml.ts');
  const { readJson } = await import('../../../manifest/read-json.ts');
  const tree = readJson(pretty(starterManifest(starter))).tree();
  return `# yaml-language-server: $schema=./${SCHEMA}\n${printYaml(tree)}`;
}

function pretty(manifest: JsonObject): string {
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
