import type { ManifestSource } from './manifest-source.ts';
import type { Path } from './path.ts';
import type { Fix, Problem } from './problem.ts';
import { type Located, locate, type Range, resolveAlias, type SourceNode } from './source-tree.ts';
import { commentBehind, hashProblem } from './unquoted-hash.ts';

/** A problem with its position in the text. */
export interface PlacedProblem {
  readonly problem: Problem;
  readonly range: Range;
  /** Where the value of an alias is declared. */
  readonly declared: Range | undefined;
  /** The alias or merge key through which the path leads; the text there also belongs to another path. */
  readonly via: Range | undefined;
}

/**
 * Determines the position of a problem: at the key or value; for a missing key, at the key of the object that
 * lacks it.
 */
export function placeProblem(source: ManifestSource, problem: Problem): PlacedProblem {
  const root = source.tree();
  const place = locate(root, problem.path);
  const via = aliasOn(root, problem.path);
  if (place === undefined) return { problem, range: nearestRange(source, problem), declared: undefined, via };
  const comment = problem.rule === 'type' ? commentBehind(source, place.node) : undefined;
  if (comment !== undefined)
    return { problem: hashProblem(problem, comment.text), range: comment.range, declared: undefined, via };
  const value = resolveAlias(place.node);
  const isPlain = value.kind === 'scalar' && value.style === 'plain' && source.format === 'yaml';
  const { ifPlain, ...rest } = problem;
  return {
    problem: asWritten(source, place, ifPlain !== undefined && isPlain ? { ...rest, ...ifPlain } : rest),
    range: rangeOf(source, problem, place),
    declared: problem.at === 'value' ? declaredAt(source.text, place.node) : undefined,
    via,
  };
}

/** Shows a number with its digits as written, which a fix that quotes the number keeps. */
function asWritten({ text }: ManifestSource, { node }: Located, given: Problem): Problem {
  const value = resolveAlias(node);
  const { message } = given;
  const problem =
    value.kind === 'scalar' && value.digits !== undefined
      ? { ...given, message: message.replace(String(value.value), value.digits) }
      : given;
  const { fix } = problem;
  if (fix?.isAsWritten !== true || fix.change.do !== 'replace') return problem;
  const written = text.slice(...value.range);
  const better: Fix = {
    ...fix,
    title: `write ${JSON.stringify(written)}`,
    change: { ...fix.change, value: written },
  };
  return { ...problem, fix: better };
}

/** Returns the first alias or merge key through which a path leads. An alias at its end does not count. */
function aliasOn(root: SourceNode, path: Path): Range | undefined {
  let node = root;
  for (const step of path) {
    if (node.kind === 'alias') return node.range;
    if (node.kind === 'object') {
      const own = node.entries.find((entry) => entry.key === step && !entry.isMerge);
      if (own === undefined) return node.entries.find(({ isMerge }) => isMerge)?.keyRange;
      node = own.value;
    } else {
      const item = node.kind === 'list' && typeof step === 'number' ? node.items[step] : undefined;
      if (item === undefined) return undefined;
      node = item;
    }
  }
  return undefined;
}

function rangeOf(source: ManifestSource, problem: Problem, place: Located): Range {
  if (problem.path.length === 0) return firstCharacter;
  if (problem.at === 'key') return place.entry?.keyRange ?? firstLineOf(source.text, place.node);
  if (problem.part !== undefined) return partOf(source.text, place.node, problem.part);
  // An empty value has no width; its key is shown instead.
  if (place.entry !== undefined && source.text.slice(...place.node.range).trim() === '')
    return place.entry.keyRange;
  return firstLineOf(source.text, place.node);
}

const firstCharacter: Range = [0, 0];

/** Returns where the value of an alias is declared, as a problem of that value is placed. */
function declaredAt(text: string, node: SourceNode): Range | undefined {
  if (node.kind !== 'alias') return undefined;
  return node.target.kind === 'scalar' ? firstLineOf(text, node.target) : node.target.range;
}

/** Returns the range of a value, limited to its first line; of a block text, without the indentation. */
function firstLineOf(text: string, node: SourceNode): Range {
  const [from, end] = node.range;
  const isBlock = node.kind === 'scalar' && node.style === 'block';
  const blanks = isBlock ? (/^\s*/.exec(text.slice(from, end))?.[0].length ?? 0) : 0;
  const start = from + blanks < end ? from + blanks : from;
  const lineEnd = text.indexOf('\n', start);
  const last = lineEnd < 0 ? end : Math.min(end, lineEnd);
  return [start, start + text.slice(start, last).trimEnd().length];
}

/**
 * Returns the position of a part of a string, regardless of quotes and folding; the whole string if it cannot
 * be determined.
 */
function partOf(text: string, node: SourceNode, [start, end]: readonly [number, number]): Range {
  if (node.kind !== 'scalar' || typeof node.value !== 'string') return firstLineOf(text, node);
  const wanted = node.value.slice(start, end);
  const raw = text.slice(...node.range);
  const nth = node.value.slice(0, start).split(wanted).length;
  let at = -1;
  for (let count = 0; count < nth; count += 1) at = raw.indexOf(wanted, at + 1);
  if (at < 0) return firstLineOf(text, node);
  return [node.range[0] + at, node.range[0] + at + wanted.length];
}

/** Returns the position of the nearest enclosing value that exists. */
function nearestRange(source: ManifestSource, problem: Problem): Range {
  for (let length = problem.path.length - 1; length > 0; length -= 1) {
    const place = locate(source.tree(), problem.path.slice(0, length));
    if (place !== undefined) return place.entry?.keyRange ?? firstLineOf(source.text, place.node);
  }
  return firstCharacter;
}
