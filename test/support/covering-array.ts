import { seededRandom } from '../../src/values/seeded-random.ts';

/** One value for each name. */
export type Row<Name extends string> = { readonly [Key in Name]: string };

/** Number of rows tried for each chosen row. */
const TRIES = 20;

/**
 * Returns a small number of rows that contain every pair of values of two names at least once. The result is
 * deterministic.
 * @param never pairs that no row may contain; each name needs a value that is in none of them
 */
export function coveringArray<Name extends string>(
  words: { readonly [Key in Name]: readonly string[] },
  never: readonly Partial<Row<Name>>[] = [],
): readonly Row<Name>[] {
  const names = Object.keys(words) as Name[];
  const random = seededRandom(1);
  const excluded = new Set(never.flatMap((pair) => pairsIn(pair, names)));
  const left = new Set(
    names.flatMap((one, at) =>
      names
        .slice(at + 1)
        .flatMap((other) => words[one].flatMap((a) => words[other].map((b) => pairKey(one, a, other, b)))),
    ),
  );
  for (const pair of excluded) left.delete(pair);
  const rows: Row<Name>[] = [];
  while (left.size > 0) {
    const tried = Array.from({ length: TRIES }, () => greedyRow(names, words, { left, excluded }, random));
    const best = tried.reduce((one, other) => (other.covers > one.covers ? other : one));
    rows.push(best.row);
    for (const pair of pairsIn(best.row, names)) left.delete(pair);
  }
  return rows;
}

/** Sets the names in random order, each to the value that covers most of the remaining pairs. */
function greedyRow<Name extends string>(
  names: readonly Name[],
  words: { readonly [Key in Name]: readonly string[] },
  { left, excluded }: { readonly left: ReadonlySet<string>; readonly excluded: ReadonlySet<string> },
  random: () => number,
): { readonly row: Row<Name>; readonly covers: number } {
  const row: Partial<Record<Name, string>> = {};
  let covers = 0;
  const order = names
    .map((name) => ({ name, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ name }) => name);
  for (const [at, name] of order.entries()) {
    const set = order.slice(0, at);
    const gains = words[name].flatMap((word) => {
      const pairs = set.map((other) => pairKey(name, word, other, row[other] ?? ''));
      if (pairs.some((pair) => excluded.has(pair))) return [];
      return [{ word, gain: pairs.filter((pair) => left.has(pair)).length, chance: random() }];
    });
    const best = gains.reduce((one, other) =>
      other.gain > one.gain || (other.gain === one.gain && other.chance > one.chance) ? other : one,
    );
    row[name] = best.word;
    covers += best.gain;
  }
  return { row: row as Row<Name>, covers };
}

/** Every pair of values in a row. */
export function pairsIn<Name extends string>(
  row: Partial<Row<Name>>,
  names: readonly Name[],
): readonly string[] {
  const set = names.flatMap((name) => (row[name] === undefined ? [] : [{ name, word: row[name] }]));
  return set.flatMap((one, at) =>
    set.slice(at + 1).map((other) => pairKey(one.name, one.word, other.name, other.word)),
  );
}

function pairKey(one: string, a: string, other: string, b: string): string {
  return one < other ? `${one}=${a} ${other}=${b}` : `${other}=${b} ${one}=${a}`;
}
