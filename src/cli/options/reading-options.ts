import { type Command, InvalidArgumentError, Option, type OptionValues } from '@commander-js/extra-typings';
import { MATCH_KEYS, type MatchKey, matchKeysFrom } from '../../bulk/input/match-keys.ts';
import { parseCount, parseDelimiter } from './parse-values.ts';

/** Flags that control how a file is read and which rows are selected. */
export interface ReadingOptions extends DialectOptions {
  readonly map?: string | undefined;
  readonly idMap?: string | undefined;
  readonly where?: string | undefined;
  readonly skip?: number | undefined;
  readonly first?: number | undefined;
  readonly shard?: ShardWords | undefined;
  readonly match?: readonly MatchKey[] | undefined;
  /** Line numbers, or a file that lists them. */
  readonly acceptIdentityChange?: string | undefined;
  readonly onBadRow?: OnBadRow | undefined;
  /** YYYY-MM-DD. */
  readonly today?: string | undefined;
}

/** The types require a new flag of `ReadingOptions` here, too. */
const IS_READING: Readonly<Record<keyof ReadingOptions, true>> = {
  map: true,
  idMap: true,
  where: true,
  skip: true,
  first: true,
  shard: true,
  match: true,
  acceptIdentityChange: true,
  onBadRow: true,
  today: true,
  delimiter: true,
  encoding: true,
  headerRow: true,
  decimal: true,
};

/** The flags of `ReadingOptions`, by attribute name. */
export const READING_FLAGS: readonly string[] = Object.keys(IS_READING);

export const ON_BAD_ROW = ['stop', 'skip'] as const;
/** How to handle a file with findings: apply none of it, or skip the rows with findings. */
export type OnBadRow = (typeof ON_BAD_ROW)[number];
/** Flags that describe the dialect of a file. */
export interface DialectOptions {
  readonly delimiter?: string | undefined;
  readonly encoding?: string | undefined;
  readonly headerRow?: number | undefined;
  readonly decimal?: ',' | '.' | undefined;
}

/** The shard as typed: the index may come from the environment. */
export interface ShardWords {
  readonly index: number | 'auto';
  readonly count: number;
}

/** Adds the flags of `ReadingOptions`. */
export const withReadingOptions = <
  Arguments extends unknown[],
  Flags extends OptionValues,
  Common extends OptionValues,
>(
  command: Command<Arguments, Flags, Common>,
) =>
  withDialectOptions(command)
    .addOption(mapOption())
    .addOption(idMapOption())
    .addOption(whereOption())
    .addOption(firstOption())
    .addOption(skipOption())
    .addOption(shardOption())
    .addOption(matchOption())
    .addOption(todayOption());

/** Adds the flags of `DialectOptions`. */
export const withDialectOptions = <
  Arguments extends unknown[],
  Flags extends OptionValues,
  Common extends OptionValues,
>(
  command: Command<Arguments, Flags, Common>,
) =>
  command
    .addOption(delimiterOption())
    .addOption(encodingOption())
    .addOption(headerRowOption())
    .addOption(decimalOption());

const delimiterOption = () =>
  new Option('--delimiter <character>', 'delimiter of the cells, or "tab" (default: detected)').argParser(
    parseDelimiter,
  );

const encodingOption = () =>
  new Option(
    '--encoding <name>',
    'encoding of the file, such as windows-1252, macroman or utf-16le (default: detected)',
  ).argParser(parseEncoding);

/** Common names that the encoding standard does not define. */
const ENCODINGS: Readonly<Record<string, string>> = { macroman: 'macintosh', 'mac-roman': 'macintosh' };

/** Parses the name of an encoding. @returns its label in the WHATWG Encoding Standard */
export function parseEncoding(text: string): string {
  const name = ENCODINGS[text.toLowerCase()] ?? text;
  try {
    return new TextDecoder(name).encoding;
  } catch {
    throw new InvalidArgumentError('It must be the name of an encoding, such as utf-8 or windows-1252.');
  }
}

const headerRowOption = () =>
  new Option('--header-row <line>', 'line number of the header row (default: detected)').argParser(parseLine);

function parseLine(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be the number of a line, from 1.');
}

const decimalOption = () =>
  new Option(
    '--decimal <mark>',
    'decimal mark of the file, "," or ".", to read a staff number, phone or code such as 1001,0 as 1001',
  ).argParser(parseDecimal);

function parseDecimal(text: string): ',' | '.' {
  if (text === ',' || text === '.') return text;
  throw new InvalidArgumentError('It must be a comma or a point.');
}

const mapOption = () =>
  new Option(
    '--map <file>',
    'YAML that maps the headings of an HR export to columns, for example map.yaml; "bulk init-map" writes one',
  );

const idMapOption = () =>
  new Option(
    '--id-map <file>',
    'ID map from "migrate map", for example ids.csv, if the IDs in the file are those of another organization',
  );

const todayOption = () =>
  new Option(
    '--today <date>',
    'date that "today" means in expressions, such as 2027-01-15 (default: the date in UTC)',
  ).argParser(parseDay);

function parseDay(text: string): string {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text)
    throw new InvalidArgumentError('It must be a date such as 2026-11-02.');
  return text;
}

const matchOption = () =>
  new Option(
    '--match <keys>',
    `columns by which rows are matched to users, in order of precedence (default: ${MATCH_KEYS.join(',')})`,
  ).argParser(parseMatchKeys);

function parseMatchKeys(text: string): readonly MatchKey[] {
  const keys = matchKeysFrom(text.split(','));
  if (keys === undefined)
    throw new InvalidArgumentError(`It must be a list of ${MATCH_KEYS.join(', ')}, each at most once.`);
  return keys;
}

const whereOption = () =>
  new Option('--where <expression>', 'only rows that match, such as \'department eq "Support"\'');

const firstOption = () =>
  new Option(
    '--first <count>',
    'process only the first rows, at most this many, for example 10; counted after --where and --skip',
  ).argParser(parseCount);

const skipOption = () =>
  new Option(
    '--skip <count>',
    'skip the first rows, this many, for example 100; counted after --where',
  ).argParser(parseCount);

const shardOption = () =>
  new Option(
    '--shard <i/n>',
    'process shard i of n (0-based), for example 0/4; a hash of its key assigns each row; auto/4 reads i from JOB_COMPLETION_INDEX',
  ).argParser(parseShard);

/** Maximum number of shards; more than the calls allowed in a minute are of no use. */
const MAX_SHARDS = 1000;

function parseShard(text: string): ShardWords {
  const [, index = '', counted = ''] = /^(\d{1,4}|auto)\/(\d{1,4})$/.exec(text) ?? [];
  const count = Number(counted);
  if (index === '' || count < 1 || count > MAX_SHARDS)
    throw new InvalidArgumentError('It must be shard/count, such as 0/4, or auto/4.');
  if (index === 'auto') return { index, count };
  if (Number(index) >= count)
    throw new InvalidArgumentError(`Shards are counted from 0; the last one is ${count - 1}/${count}.`);
  return { index: Number(index), count };
}
