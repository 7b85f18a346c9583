import { type Command, InvalidArgumentError, Option, type OptionValues } from '@commander-js/extra-typings';
import { Failure } from '../../failure/failure.ts';
import { FOLDER_NAMES } from '../../manifest/find-manifests.ts';
import { nearestKey } from '../../manifest/known-keys.ts';
import { isRuleId, RULE_IDS, type RuleId } from '../../manifest/rules/rule-book.ts';
import { LEVELS, type Level } from '../../manifest/severity.ts';
import type { ValidateOptions } from '../../manifest/validate.ts';
import { DEFAULT_VENDOR } from '../../spec/default-vendor.ts';
import { defined } from '../../values/defined.ts';
import type { Context } from '../context.ts';
import { parseCount, parseLimit } from './parse-values.ts';

export const REPORT_FORMATS = ['human', 'json', 'ndjson', 'sarif', 'github', 'junit', 'gitlab'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

export const reportFormatOption = () =>
  new Option('--format <format>', 'output format of findings (default: human)').choices(REPORT_FORMATS);

type Levels = ReadonlyMap<RuleId, Level>;

const FAIL_LEVELS = ['error', 'warning', 'info', 'never'] as const;
export type FailLevel = (typeof FAIL_LEVELS)[number];

/** Adds the flags of commands that report findings. */
export const withFindingOptions = <
  Arguments extends unknown[],
  Flags extends OptionValues,
  Common extends OptionValues,
>(
  command: Command<Arguments, Flags, Common>,
) =>
  command
    .addOption(reportFormatOption())
    .addOption(failOnOption())
    .addOption(ruleOption())
    .addOption(templateOption())
    .addOption(maxOption())
    .addOption(maxWarningsOption())
    .addOption(
      new Option(
        '--baseline <file>',
        'file of known findings, which are not reported, for example manifest-baseline.json',
      ),
    )
    .option('--update-baseline', 'write the current findings to the baseline file')
    .addOption(stdinFilenameOption())
    .addOption(stdinNameOption());

/** Returns the validation options given by flags. */
export async function validateOptionsOf(
  context: Context,
  { template, rule }: { readonly template?: true | undefined; readonly rule?: Levels | undefined },
): Promise<ValidateOptions> {
  return {
    vendor: await vendorOf(context),
    isTemplate: template === true,
    ...defined({ levels: rule }),
  };
}

export const failOnOption = () =>
  new Option('--fail-on <severity>', 'lowest severity that makes the command fail')
    .choices(FAIL_LEVELS)
    .default('error' as const);

export const ruleOption = () =>
  new Option(
    '--rule <id=level>',
    'change the severity of a rule to off, info, warning or error, for example placeholder=off; may be repeated',
  ).argParser(parseRule);

export const maxOption = () =>
  new Option('--max <count>', 'maximum number of findings to print (default: all)').argParser(parseCount);

export const maxWarningsOption = () =>
  new Option(
    '--max-warnings <count>',
    'maximum number of warnings before the command fails (default: no limit)',
  ).argParser(parseLimit);

/** Help text of the file arguments of these commands. */
export const FILES_HELP = `manifests in YAML or JSON, folders or patterns, or - for stdin; default: the current folder. In a folder, files named ${FOLDER_NAMES} are read; hidden folders and node_modules are skipped`;

export const templateOption = () =>
  new Option('--template', 'accept placeholders such as <YOUR_URL>, BOT_EVENT_URL and {{name}}');

export const stdinFilenameOption = () =>
  new Option(
    '--stdin-filename <name>',
    'file name to show for stdin, for example manifest.json; its extension selects YAML or JSON',
  );

/** Creates the older name of --stdin-filename. */
export const stdinNameOption = () => new Option('--stdin-name <name>').hideHelp();

/** Parses `id=level`, or several separated by commas, and adds them to the earlier values. */
function parseRule(text: string, before: Levels | undefined): Levels {
  const levels = new Map(before ?? []);
  for (const part of text.split(',')) {
    const [id = '', level = ''] = part.trim().split('=');
    if (!isRuleId(id)) {
      const suggestion = nearestKey(id, RULE_IDS);
      throw new InvalidArgumentError(
        `There is no rule "${id}"${suggestion === undefined ? '' : ` (did you mean ${suggestion}?)`}; "orgctl manifest rules" lists them.`,
      );
    }
    const known = LEVELS.find((one) => one === level);
    if (known === undefined)
      throw new InvalidArgumentError(`It must be ${id}= and one of ${LEVELS.join(', ')}.`);
    levels.set(id, known);
  }
  return levels;
}

/** Returns the vendor name before `#/`: from --vendor, otherwise from the profile, otherwise the default. */
export async function vendorOf({ common, resolved }: Context): Promise<string> {
  if (common.vendor !== undefined) return common.vendor;
  try {
    return (await resolved()).settings.vendor?.value ?? DEFAULT_VENDOR;
  } catch (error) {
    // Manifests can be checked without a profile, but a profile that is named must exist.
    if (error instanceof Failure && common.profile === undefined) return DEFAULT_VENDOR;
    throw error;
  }
}
