import type { ManifestSource, TextProblem } from './manifest-source.ts';
import type { Fix, Problem } from './problem.ts';
import type { Range, SourceNode } from './source-tree.ts';
import { applyEdits, type TextEdit } from './text-edit.ts';

/** A comment where a value is expected, and the part of it that was most likely meant as the value. */
export interface UnreadValue {
  readonly text: string;
  readonly range: Range;
}

/**
 * Returns what stands behind the # where a value is empty; a # with a blank behind it is a comment like any
 * other.
 */
export function commentBehind({ format, text }: ManifestSource, node: SourceNode): UnreadValue | undefined {
  if (format !== 'yaml' || node.kind !== 'scalar' || node.value !== null) return undefined;
  if (node.range[0] !== node.range[1]) return undefined;
  const lineEnd = text.indexOf('\n', node.range[0]);
  const rest = text.slice(node.range[0], lineEnd < 0 ? text.length : lineEnd).replace(/\r$/, '');
  const match = /^([ \t]+(?:&\S+[ \t]+)?)(#[^\s#](?:.*?\S)?)(?:\s+#.*)?\s*$/.exec(rest);
  const [, before = '', value = ''] = match ?? [];
  if (value === '') return undefined;
  const written = value.replace(/[,}\]]+$/, '');
  const start = node.range[0] + before.length;
  return { text: written, range: [start, start + written.length] };
}

/** A color or a reference: nobody begins a comment with one. */
const CERTAIN = /^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6}|\/(?:functions|types|workflows)\/[\w-]+)$/;

/** Returns what is said of a value that is not read because of its #. */
export function hashProblem({ path }: Problem, value: string): Problem {
  const fix: Fix = {
    kind: CERTAIN.test(value) ? 'safe' : 'suggest',
    title: `write ${JSON.stringify(value)}`,
    change: { do: 'quote', path, value },
  };
  return { rule: 'unquoted-hash', path, at: 'value', message: messageFor(value), fix };
}

const messageFor = (value: string) => `an unquoted # starts a comment: ${value} is not read`;

/** The same within brackets, whose end the comment hides. */
const IN_BRACKETS =
  /(?<=[:,[{][ \t]+(?:&[^\s,[\]{}]+[ \t]+)?|[[{])#(?:[0-9a-fA-F]{3}(?:[0-9a-fA-F]{3})?|\/(?:functions|types|workflows)\/[\w-]+)(?=[\s,\]}])/g;

/** Returns the fault of a text that can be read once such values have quotes. */
export function hashFault(text: string, isReadable: (text: string) => boolean): TextProblem | undefined {
  const matches = [...text.matchAll(IN_BRACKETS)];
  const [first] = matches;
  if (first === undefined) return undefined;
  const edits = matches.map(
    ({ 0: value, index }): TextEdit => ({
      range: [index, index + value.length],
      text: JSON.stringify(value),
    }),
  );
  if (!isReadable(applyEdits(text, edits))) return undefined;
  return {
    rule: 'unquoted-hash',
    path: [],
    range: [first.index, first.index + first[0].length],
    message: messageFor(first[0]),
    fix: { kind: 'safe', title: `write ${JSON.stringify(first[0])}`, change: { do: 'text', edits } },
  };
}
