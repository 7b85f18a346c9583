import { type Command, InvalidArgumentError, Option, type OptionValues } from '@commander-js/extra-typings';
import { DUMP_FORMATS } from '../../migration/rewrite-dump.ts';
import { collectWord, countUpTo, parseAsciiDelimiter } from '../options/parse-values.ts';

/** Flags of `migrate rewrite`. */
export interface RewriteFlags {
  readonly map: string;
  readonly reverse?: true | undefined;
  readonly out?: string | undefined;
  readonly jobs?: number | undefined;
  readonly inPlace?: true | undefined;
  readonly backup?: string | undefined;
  readonly column?: readonly string[] | undefined;
  readonly property?: readonly string[] | undefined;
  readonly format: (typeof DUMP_FORMATS)[number];
  readonly delimiter?: string | undefined;
  readonly report?: string | undefined;
  readonly force?: true | undefined;
  readonly failOnUnknown?: true | undefined;
}

/** Adds the flags of `RewriteFlags`. */
export const withRewriteOptions = <
  Arguments extends unknown[],
  Flags extends OptionValues,
  Common extends OptionValues,
>(
  command: Command<Arguments, Flags, Common>,
) =>
  command
    .requiredOption(
      '--map <file>',
      'ID map from "migrate map" or "migrate exchange": a CSV with the columns from and to, or JSON',
    )
    .option('--reverse', 'use the map in reverse: replace "to" with "from"')
    .addOption(outOption())
    .addOption(jobsOption())
    .option('--in-place', 'rewrite the files in place; each file is replaced atomically')
    .addOption(backupOption())
    .addOption(columnOption())
    .addOption(propertyOption())
    .addOption(formatOption())
    .addOption(delimiterOption())
    .option(
      '--report <file>',
      'write each ID found and its count to a CSV or .json file, for example found.csv',
    )
    .option('--force', 'replace the report, and the file of --out')
    .option('--fail-on-unknown', 'exit with code 3 if the input has IDs that the map does not have');

const outOption = () =>
  new Option(
    '--out <path>',
    'folder for the rewritten files, new or empty; for a single input file also a file name, for example new.json',
  );

const jobsOption = () =>
  new Option(
    '--jobs <count>',
    'with --out: files rewritten at the same time (default: as many as there are cores)',
  ).argParser(countUpTo(MAX_JOBS));

/** Maximum number of threads. */
const MAX_JOBS = 256;

const backupOption = () =>
  new Option(
    '--backup <suffix>',
    'with --in-place: keep the original file under its name plus this suffix, for example .bak',
  ).argParser(parseSuffix);

function parseSuffix(text: string): string {
  if (text.trim() !== '' && !/[/\\]/.test(text)) return text;
  throw new InvalidArgumentError('It must be the end of a name, such as .bak.');
}

const columnOption = () =>
  new Option(
    '--column <name>',
    'replace only in this column of a CSV, for example user_id or #2; may be repeated',
  ).argParser(collectWord);

const propertyOption = () =>
  new Option(
    '--property <name>',
    'replace only below this JSON property, for example members; may be repeated',
  ).argParser(collectWord);

const formatOption = () =>
  new Option('--format <format>', 'format of the input').choices(DUMP_FORMATS).default('auto' as const);

const delimiterOption = () =>
  new Option(
    '--delimiter <character>',
    'delimiter of a CSV, or "tab" (default: from a first line such as sep=;, else comma, or tab in a .tsv)',
  ).argParser(parseAsciiDelimiter);
