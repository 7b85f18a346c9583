import { type Command, type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { Failure } from '../../failure/failure.ts';
import { DOCUMENT_FORMATS, OUTPUT_FORMATS } from '../../output/view.ts';
import { VERSION_CHOICES } from '../../profiles/profile.ts';
import type { Given } from '../../profiles/resolve-profile.ts';
import { DEFAULT_VENDOR } from '../../spec/default-vendor.ts';
import { COLOR_CHOICES } from '../../terminal/streams.ts';
import { BOOLEAN_WORDS, parseBoolean } from '../../values/boolean-word.ts';
import { parseRateOption } from './parse-rate-option.ts';
import {
  parseColumns,
  parseCount,
  parseDuration,
  parsePeriod,
  parseVendor,
  parseWords,
} from './parse-values.ts';

const QUARTER_HOUR = 15 * 60 * 1000;

/** Help texts of the flags whose default needs an explanation. */
const ABOUT = {
  output:
    'output format; md, junit and github only in commands whose help says so (default: table on a terminal, else json; text also in a pipe for plans, runs, reports, findings and dry runs)',
  columns:
    'columns to print, comma-separated: names or headings; in JSON and YAML the members of each object (default: those that fit)',
  limit:
    'maximum number of results to print; exports and changes are not limited (default: 100 in a table on a terminal, else all)',
  profile: 'stored connection to use; "sandbox" is built in (default: the one chosen with "profile use")',
  scimUrl: 'SCIM base URL, for example https://api.example.com (default: that of the profile)',
  scimVersion: 'SCIM version (default: that of the profile, else auto)',
  vendor: `the vendor's name in schema URNs (default: that of the profile, else ${DEFAULT_VENDOR})`,
  rate: 'maximum rate of requests, such as 3/s or 180/min (default: what the quotas allow)',
  quota:
    'quotas of the service: auto (learned while running), documented, or createUser=180/min+20,… (default: that of the profile, else auto)',
  timeout: 'timeout for one request, from connecting to the end of the response (default: 120s)',
} as const;

/** Adds the flags that are common to all commands, in the order of the help. */
export function addCommonOptions(program: Command) {
  return program
    .addOption(
      new Option('-o, --output <format>', ABOUT.output).choices([...OUTPUT_FORMATS, ...DOCUMENT_FORMATS]),
    )
    .addOption(new Option('--columns <names>', ABOUT.columns).argParser(parseColumns))
    .option('--query <jmespath>', "select from the JSON result, for example '[].userName'")
    .option('--no-header', 'omit the header row')
    .addOption(new Option('--limit <count>', ABOUT.limit).argParser(parseCount))
    .option('-p, --profile <profile>', ABOUT.profile)
    .option('--scim-url <url>', ABOUT.scimUrl)
    .option(
      '--api-url <url>',
      'Web API base URL, for example https://example.com/api (default: that of the profile)',
    )
    .addOption(new Option('--scim-version <version>', ABOUT.scimVersion).choices(VERSION_CHOICES))
    .addOption(new Option('--vendor <word>', ABOUT.vendor).argParser(parseVendor))
    .option('--token-file <file>', 'read the token from a file (default: the token of the profile)')
    .option('--token-stdin', 'read the token from stdin')
    .option('--allow-http', 'allow http:// URLs of other machines; the token is sent unencrypted')
    .option('--ignore-probe', 'ignore what "orgctl probe" stored about the service')
    .option('-n, --dry-run', 'show what would change; send no writes')
    .option('-y, --yes', 'skip confirmation prompts; safety limits still apply')
    .option('--no-input', 'never prompt')
    .option('--no-pager', 'do not send long output through the pager that PAGER names')
    .option('-q, --quiet', 'suppress progress and notes; warnings, errors and questions are still printed')
    .option('-v, --verbose', 'print more detail: requests of a dry run, every retry, every skipped manifest')
    .option('--debug', 'trace requests on stderr, without the token')
    .option(
      '--record <file>',
      'record requests and responses in a new file, for example call.tape; personal data is replaced with made-up values',
    )
    .option(
      '--replay <file>',
      'answer requests from a recording, for example call.tape, without a URL or a token; without a command, runs the recorded one',
    )
    .addOption(
      new Option('--color <when>', 'when to color the output')
        .choices(COLOR_CHOICES)
        .default('auto' as const),
    )
    .addOption(new Option('--timeout <duration>', ABOUT.timeout).argParser(parsePeriod))
    .addOption(
      new Option(
        '--max-wait <duration>',
        'give up after waiting this long in total for a service that throttles or is unavailable',
      )
        .default(QUARTER_HOUR, '15m')
        .argParser(parseDuration),
    )
    .addOption(new Option('--rate <rate>', ABOUT.rate).argParser(parseRateOption))
    .option('--quota <list>', ABOUT.quota)
    .addOption(
      new Option('--concurrency <count>', 'maximum number of parallel requests')
        .default(8)
        .argParser(parseCount),
    );
}

/** The program with its common flags. */
export type Program = ReturnType<typeof addCommonOptions>;

/** Values of the common flags; durations in milliseconds. */
export type CommonOptions = ReturnType<Program['opts']>;

/**
 * Options that only the command line can set: a forgotten variable must not lower a guard, and a recording
 * belongs to one command.
 */
const NOT_FROM_ENVIRONMENT: ReadonlySet<string> = new Set([
  'allowHttp',
  'tokenStdin',
  'bind',
  'takeOver',
  'record',
  'replay',
]);

/**
 * Variables of flags whose name has another meaning in other commands: `--state` is the runs folder, but for
 * the sandbox it is a file.
 */
const OWN_VARIABLES: ReadonlyMap<string, string> = new Map([['--state <file>', 'ORGCTL_SANDBOX_STATE']]);

/**
 * Returns the variable of a flag: `--max-wait` → `ORGCTL_MAX_WAIT`, `--no-input` → `ORGCTL_NO_INPUT`;
 * undefined if only the command line can set it.
 */
export function variableOf(option: Pick<Option, 'flags' | 'long' | 'attributeName'>): string | undefined {
  if (NOT_FROM_ENVIRONMENT.has(option.attributeName())) return undefined;
  const own = OWN_VARIABLES.get(option.flags);
  if (own !== undefined) return own;
  return `ORGCTL_${(option.long ?? '').replace(/^--/, '').replaceAll(/[-.]/g, '_').toUpperCase()}`;
}

/**
 * Sets every option of a command from its variable; the command line is parsed later and takes precedence.
 * @throws Failure `usage` if a variable has a value that the flag does not accept
 */
export function applyEnvironment(command: Command, env: Readonly<Record<string, string | undefined>>): void {
  for (const option of command.options) {
    const variable = variableOf(option);
    const text = variable === undefined ? undefined : env[variable];
    if (variable === undefined || text === undefined || text === '') continue;
    command.setOptionValueWithSource(option.attributeName(), readVariable(option, variable, text), 'env');
  }
}

function readVariable(option: Option, variable: string, text: string): unknown {
  if (option.isBoolean() || option.negate) {
    const isTrue = parseBoolean(text);
    if (isTrue === undefined)
      throw new Failure('usage', `${variable} is "${text}". Allowed choices are ${BOOLEAN_WORDS}.`);
    return option.negate ? !isTrue : isTrue;
  }
  try {
    const parse: ((text: string, previous: unknown) => unknown) | undefined = option.parseArg;
    return parse === undefined ? (option.variadic ? parseWords(text) : text) : parse(text, undefined);
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    throw new Failure('usage', `${variable} is "${text}". ${reason}`);
  }
}

/** Returns an option as a connection setting, with its source. */
export function givenSetting(command: CommandUnknownOpts, key: string): Given | undefined {
  const value: unknown = command.getOptionValue(key);
  if (typeof value !== 'string') return undefined;
  return { value, source: command.getOptionValueSource(key) === 'env' ? 'environment' : 'flag' };
}
