import type { RecordedMade } from '../../recording/recording.ts';
import type { Remember } from '../../values/remember.ts';
import type { WordInventors } from './word-inventors.ts';

/** Computes derived values and records each once, with invented values in place of real ones. */
export function createRecordedRemember(
  { value, exchange }: WordInventors,
  tell: (made: RecordedMade) => void,
): Remember {
  const told = new Set<string>();
  return (of, from, make) => {
    const is = make();
    const made = { of, from: from.map(value.text), is: exchange.value(is, of.split(' ')[0] ?? '') };
    const key = keyOf(of, made.from);
    if (!told.has(key)) tell(made);
    told.add(key);
    return is;
  };
}

/** Returns derived values from a recording; computes those that were not recorded. */
export function remembered(all: readonly RecordedMade[]): Remember {
  const known = new Map(all.map(({ of, from, is }) => [keyOf(of, from), is]));
  return (of, from, make) => known.get(keyOf(of, from)) ?? make();
}

function keyOf(of: string, from: readonly string[]): string {
  return JSON.stringify([of, from]);
}
