import type { ManifestSource, TextProblem } from './manifest-source.ts';
import type { Fix, Problem } from './problem.ts';
import type { Range, SourceNode } from './source-tree.ts';
import { applyEdits, type TextEdit } from './text-edit.ts';

/** A comment in place of a value, and the part of it that is probably the value. */
export interface UnreadValue {
  readonly text: string;
  readonly range: Range;
}

/** Returns the text after the # of an empty value. A # followed by a blank is an ordinary comment. */
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

/** A color or a reference, with which no comment starts. */
const CERTAIN = /^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6}|\/(?:functions|types|workflows)\/[\w-]+)$/;

/** Returns the problem of a value that is not read because of its #. */
export function hashProblem({ path }: Problem, value: string): Problem {
  const fix: Fix = {
    kind: CERTAIN.test(value) ? 'safe' : 'suggest',
    title: `write ${JSON.stringify(value)}`,
    change: { do: 'quote', path, value },
  };
  return { rule: 'unquoted-hash', path, at: 'value', message: messageFor(value), fix };
}

const messageFor = (value: string) => `an unquoted # starts a comment: ${value} is not read`;

/** The same in flow style, where the comment hides the closing bracket. */
const IN_BRACKETS =
  /(?<=[:,[{][ \t]+(?:&[^\s,[\]{}]+[ \t]+)?|[[{])#(?:[0-9a-fA-F]{3}(?:[0-9a-fA-F]{3})?|\/(?:functions|types|workflows)\/[\w-]+)(?=[\s,\]}])/g;

/** Returns the fault of a text that can be parsed once such values are quoted. */
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
