import { DELIMITERS } from '../bulk/input/dialect.ts';

/** Returns what separates the cells of a map of IDs: the character that its first line has most of; none of them is in an ID. A comma where there is none. */
export function mapDelimiter(start: Buffer): string {
  const [line = ''] = start.toString('utf8').split(/[\r\n]+/, 1);
  const named = /^\ufeff?"?sep=(.)"?$/i.exec(line)?.[1];
  if (named !== undefined) return named;
  let best = { character: ',', count: 0 };
  for (const { character } of DELIMITERS) {
    const count = line.split(character).length - 1;
    if (count > best.count) best = { character, count };
  }
  return best.character;
}
