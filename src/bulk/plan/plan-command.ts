import { DELIMITERS, delimiterWord } from '../../csv/delimiters.ts';
import { inputName } from '../../terminal/read-input.ts';
import { defined } from '../../values/defined.ts';
import { shellWord } from '../../values/shell-word.ts';
import type { InputReading } from '../input/reading.ts';
import type { Plan } from './plan-file.ts';

/** What a plan says about the command that made it. */
export type PlanCommandSource = Pick<Plan, 'move' | 'profile' | 'mode' | 'aims' | 'created'> & {
  readonly source: Pick<Plan['source'], 'file' | 'reading' | 'feed'>;
};

/**
 * Returns the command that makes an equivalent plan again, with its flags. For a migration it names both
 * organizations.
 */
export function planCommandOf(plan: PlanCommandSource): string {
  const { move, source, profile } = plan;
  const words =
    move === undefined
      ? ['bulk', 'plan', fileArgument(source.file)]
      : ['migrate', 'plan', source.file, profile];
  return [...words, ...(move === undefined ? planFlags(plan) : [])].map(shellWord).join(' ');
}

/** Returns the name of an input as an argument: "(stdin)" in a plan is - on a command line. */
function fileArgument(name: string): string {
  return name === inputName('-') ? '-' : name;
}

/** Returns a reminder for a hint: a plan does not keep the flags of a migration. */
export function sameFlagsReminder({ move }: Pick<Plan, 'move'>): string {
  return move === undefined ? '' : ', with the same flags as before';
}

/**
 * Returns the command that applies rows of the file of a plan after they were corrected in a file of their
 * own. Flags that conclude something from missing rows, or select rows, are left out.
 * @param mode the mode for these rows
 */
export function correctedRowsWords(
  { aims = {}, source, created }: PlanCommandSource,
  mode: Plan['mode'],
  out: string,
): string {
  const { map, idMap, match, today, dialect = {} } = source.reading ?? {};
  const { delimiter, decimal } = dialect;
  // The file is written so that all other properties of its syntax are detected.
  const isDetected = delimiter === undefined || DELIMITERS.some(({ character }) => character === delimiter);
  const reading = defined({ map, idMap, match, today });
  const flags = planFlags({
    mode,
    aims: aims.createGroups === true ? { createGroups: true } : {},
    source: { file: out, reading: { ...reading, dialect: defined({ decimal }) } },
    created,
  });
  const words = ['bulk', 'apply', out, ...flags].map(shellWord).join(' ');
  return isDetected ? words : `${words} --delimiter ${delimiterWord(delimiter)}`;
}

/** Returns the flags of `bulk plan` that a plan was made with, as far as the plan keeps them. */
function planFlags({
  mode,
  aims = {},
  source,
  created,
}: Omit<PlanCommandSource, 'profile'>): readonly string[] {
  const { feed, reading = {} } = source;
  return [
    ...(mode === 'create' || mode === 'update' || mode === 'deactivate' ? ['--mode', mode] : []),
    ...(aims.exact === true ? ['--exact'] : []),
    ...(aims.prune === true ? ['--prune'] : []),
    ...(aims.createGroups === true ? ['--create-groups'] : []),
    ...(aims.pruneGroups === true ? ['--prune-groups'] : []),
    ...readingFlags(reading, created.slice(0, 'YYYY-MM-DD'.length)),
    // By default the feed is named after the file.
    ...(feed !== undefined && feed.folder === undefined ? ['--feed', feed.name] : []),
  ];
}

/** @param madeOn date of the plan, the default of --today */
function readingFlags(reading: InputReading, madeOn: string): readonly string[] {
  const { map, idMap, where, first, skip, shard, match, today, dialect = {}, accept, onBadRow } = reading;
  const { delimiter, encoding, headerRow, decimal } = dialect;
  const values: readonly (readonly [flag: string, value: string | number | undefined])[] = [
    ['--map', map?.file],
    ['--id-map', idMap?.file],
    ['--where', where],
    ['--first', first],
    ['--skip', skip],
    ['--shard', shard === undefined ? undefined : `${shard.index}/${shard.count}`],
    ['--match', match?.join(',')],
    ['--today', today === madeOn ? undefined : today],
    ['--delimiter', delimiter === '\t' ? 'tab' : delimiter],
    ['--encoding', encoding],
    ['--header-row', headerRow],
    ['--decimal', decimal],
    ['--accept-identity-change', accept?.join(',')],
    ['--on-bad-row', onBadRow],
  ];
  return values.flatMap(([flag, value]) => (value === undefined ? [] : [flag, String(value)]));
}
