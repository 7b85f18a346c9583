import { expect, it } from 'vitest';
import { matchingEntries } from '../../src/cli/webapi/choose-entries.ts';

/** Reads a log of new (n) and old (o) entries, and returns the selected entries and how many were read. */
async function read(log: string, since: number | undefined) {
  let count = 0;
  async function* entries() {
    for (const entry of log) {
      count += 1;
      yield { date: entry === 'n' ? '2000' : '1000', id: count };
    }
  }
  const found: unknown[] = [];
  const isWanted = ({ date }: { readonly [name: string]: unknown }) => date === '2000';
  for await (const { id } of matchingEntries(entries(), isWanted, since, () => {})) found.push(id);
  return { found, count };
}

const old = (count: number) => 'o'.repeat(count);

it.each([
  ['continues after 99 old entries', `n${old(99)}n${old(99)}n`, 1_500_000, [1, 101, 201], 201],
  ['stops after 100 consecutive old entries', `n${old(100)}n`, 1_500_000, [1], 101],
  ['reads all entries without --since', `n${old(100)}n`, undefined, [1, 102], 102],
])('matchingEntries %s', async (_, log, since, found, count) => {
  expect(await read(log, since)).toEqual({ found, count });
});
