import { shellWord } from '../../values/shell-word.ts';
import type { InputReading } from '../input/reading.ts';
import type { Plan } from './plan-file.ts';

type Made = Pick<Plan, 'move' | 'source' | 'profile' | 'mode' | 'aims' | 'created'>;

/**
 * Returns the words of the command that makes a plan of the same again, with its flags; a move names both
 * organizations.
 */
export function planWords(plan: Made): string {
  const { move, source, profile } = plan;
  const words =
    move === undefined ? ['bulk', 'plan', source.file] : ['migrate', 'plan', source.file, profile];
  return [...words, ...(move === undefined ? planFlags(plan) : [])].map(shellWord).join(' ');
}

/** Returns what a hint says of the flags of a move, which its plan does not keep. */
export function flagsAgain({ move }: Pick<Plan, 'move'>): string {
  return move === undefined ? '' : ', with the flags of the first time';
}

/** The flags of `bulk plan` that a plan was made with, as far as it keeps them. */
function planFlags({ mode, aims = {}, source, created }: Made): readonly string[] {
  const { feed, reading = {} } = source;
  return [
    ...(mode === 'create' || mode === 'update' || mode === 'deactivate' ? ['--mode', mode] : []),
    ...(aims.exact === true ? ['--exact'] : []),
    ...(aims.prune === true ? ['--prune'] : []),
    ...(aims.createGroups === true ? ['--create-groups'] : []),
    ...(aims.pruneGroups === true ? ['--prune-groups'] : []),
    ...readingFlags(reading, created.slice(0, 'YYYY-MM-DD'.length)),
    // The name of a file is its own name where none was given.
    ...(feed !== undefined && feed.folder === undefined ? ['--feed', feed.name] : []),
  ];
}

/** @param madeOn the day on which the plan was made, which is today where no flag said another */
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
