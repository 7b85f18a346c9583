import { isDeepStrictEqual } from 'node:util';
import { isOutputFlag } from '../options/output-flags.ts';
import { joinLine, type Piece, type SplitLine } from './split-line.ts';

/** Flags that choose the service and its token: a replay always has the recorded ones. */
const OF_CONNECTION: ReadonlySet<string> = new Set(
  'profile scimUrl apiUrl scimVersion vendor tokenFile tokenStdin allowHttp'.split(' '),
);
/** Flags that only affect how results are shown, and how requests are paced. */
const HARMLESS: ReadonlySet<string> = new Set(
  'output columns query header color pager quiet verbose debug input yes timeout maxWait rate quota concurrency state'.split(
    ' ',
  ),
);

/** Returns the flags and arguments of a command line that do not choose the service or its token. */
export function withoutConnection({ pieces }: SplitLine): readonly string[] {
  return joinLine(pieces.filter((piece) => piece.kind !== 'command' && !isOfConnection(piece)));
}

/** Returns a command line with the flags of the recorded one that choose the service and its token. */
export function withConnectionOf(given: SplitLine, recorded: SplitLine): readonly string[] {
  const own = given.pieces.filter((piece) => !isOfConnection(piece));
  return [...joinLine(recorded.pieces.filter(isOfConnection)), ...joinLine(own)];
}

/**
 * Whether two command lines ask the service for the same, apart from flags that cannot affect its responses.
 */
export function asksTheSame(one: SplitLine, other: SplitLine): boolean {
  return isDeepStrictEqual(askedBy(one), askedBy(other));
}

function askedBy({ pieces, path }: SplitLine): object {
  const flags = pieces.flatMap((piece) =>
    piece.kind === 'flag' && !isOfConnection(piece) && !isHarmless(piece, path)
      ? [JSON.stringify([piece.option.attributeName(), piece.value])]
      : [],
  );
  const words = pieces.flatMap(({ kind, word }) =>
    kind === 'argument' || kind === 'unknownFlag' ? [word] : [],
  );
  const full = /^(?:users|groups)$/.test(path[0] ?? '') ? ['scim', ...path] : path;
  return { path: full, words: words.filter((word) => word !== '--'), flags: flags.sort() };
}

function isOfConnection(piece: Piece): boolean {
  return piece.kind === 'flag' && OF_CONNECTION.has(piece.option.attributeName());
}

function isHarmless(piece: Piece & { readonly kind: 'flag' }, path: readonly string[]): boolean {
  const name = piece.option.attributeName();
  return HARMLESS.has(name) || isOutputFlag(name, path.join(' '));
}
