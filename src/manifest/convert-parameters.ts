import { commentsWithin } from './comments.ts';
import { endWithComments, startWithComments } from './edit-block.ts';
import { indentUnit } from './edit-flow.ts';
import type { ManifestSource } from './manifest-source.ts';
import type { Path } from './path.ts';
import { locate, type SourceNode } from './source-tree.ts';
import { indentAt, lineEndOf, lineStart, nextLine, type TextEdit } from './text-edit.ts';

type ObjectNode = SourceNode & { kind: 'object' };

/** Returns the edits that move parameters into `properties`, or out of it (WEB §9). */
export function restructure(source: ManifestSource, path: Path, to: 1 | 2): readonly TextEdit[] {
  const node = locate(source.tree(), path)?.node;
  if (node?.kind !== 'object') return [];
  return to === 2 ? intoProperties(source, node) : outOfProperties(source, node);
}

function intoProperties({ text, format }: ManifestSource, node: ObjectNode): readonly TextEdit[] {
  const name = format === 'json' ? '"properties"' : 'properties';
  const [first] = node.entries;
  const last = node.entries.at(-1);
  if (first === undefined || last === undefined) return [{ range: node.range, text: `{${name}: {}}` }];
  const start = first.keyRange[0];
  const end = last.value.range[1];
  const indent = indentAt(text, start);
  const eol = lineEndOf(text);
  if (!node.isFlow) {
    if (indent === undefined) return [];
    // Comments above the first parameter and below the last one are moved too.
    const from = startWithComments(text, start, indent);
    return [
      { range: [from, from], text: `${indent}${name}:${eol}` },
      ...shiftLines(text, from, endWithComments(text, end, indent), '  '),
    ];
  }
  if (indent === undefined) {
    return [
      { range: [node.range[0], node.range[0]], text: `{${name}: ` },
      { range: [node.range[1], node.range[1]], text: '}' },
    ];
  }
  const unit = indentUnit(text);
  return [
    { range: [lineStart(text, start), lineStart(text, start)], text: `${indent}${name}: {${eol}` },
    ...shiftLines(text, start, end, unit),
    { range: [end, end], text: `${eol}${indent}}` },
  ];
}

/** Indents whole lines further, including the texts of block scalars. */
function shiftLines(text: string, from: number, to: number, by: string): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  for (let line = lineStart(text, from); line < to; line = nextLine(text, line)) {
    if (!/^\s*$/.test(text.slice(line, nextLine(text, line)))) edits.push({ range: [line, line], text: by });
  }
  return edits;
}

function outOfProperties(source: ManifestSource, node: ObjectNode): readonly TextEdit[] {
  const { text, format } = source;
  const entry = node.entries.find(({ key }) => key === 'properties');
  if (entry?.value.kind !== 'object') return [];
  const { value } = entry;
  const [first] = value.entries;
  const last = value.entries.at(-1);
  if (first === undefined || last === undefined) {
    if (node.entries.length > 1) return [];
    const colon = text.lastIndexOf(':', entry.keyRange[0]);
    return [
      node.isFlow ? { range: node.range, text: '{}' } : { range: [colon + 1, value.range[1]], text: ' {}' },
    ];
  }
  if (value.isFlow && (format === 'json' || node.isFlow))
    return unwrap(source, node, entry.keyRange[0], value);
  // A flow collection under a block key: only the key is removed.
  if (value.isFlow)
    return node.entries.length === 1
      ? [{ range: [entry.keyRange[0], text.indexOf('{', entry.keyRange[1])], text: '' }]
      : [];
  const outer = indentAt(text, entry.keyRange[0]);
  const inner = indentAt(text, first.keyRange[0]);
  if (outer === undefined || inner === undefined) return [];
  const line = [lineStart(text, entry.keyRange[0]), nextLine(text, entry.keyRange[0])] as const;
  const kept = commentsWithin(source, line).map((comment) => outer + comment + lineEndOf(text));
  const edits: TextEdit[] = [{ range: line, text: kept.join('') }];
  const by = inner.length - outer.length;
  const to = endWithComments(text, last.value.range[1], inner);
  for (let at = line[1]; at < to; at = nextLine(text, at)) {
    if (text.slice(at, at + by).trim() === '' && text.slice(at, at + by).length === by)
      edits.push({ range: [at, at + by], text: '' });
  }
  return edits;
}

/** Replaces `properties` in flow style by the content of its braces. */
function unwrap(
  source: ManifestSource,
  node: ObjectNode,
  keyStart: number,
  value: ObjectNode,
): readonly TextEdit[] {
  const { text } = source;
  const [first] = value.entries;
  const last = value.entries.at(-1);
  if (first === undefined || last === undefined) return [];
  const outer = indentAt(text, keyStart);
  const inner = indentAt(text, first.keyRange[0]);
  const eol = lineEndOf(text);
  const before = [keyStart, first.keyRange[0]] as const;
  const behind = [last.value.range[1], value.range[1]] as const;
  const edits: TextEdit[] = [
    { range: before, text: textsOf(commentsWithin(source, before), (comment) => `${comment}${eol}`) },
    { range: behind, text: textsOf(commentsWithin(source, behind), (comment) => ` ${comment}${eol}`) },
  ];
  if (outer === undefined || inner === undefined || node.entries.length > 1) return edits;
  const by = Math.max(0, inner.length - outer.length);
  for (
    let line = nextLine(text, first.keyRange[0]);
    line < last.value.range[1];
    line = nextLine(text, line)
  ) {
    if (text.slice(line, line + by).trim() === '') edits.push({ range: [line, line + by], text: '' });
  }
  return edits;
}

const textsOf = (comments: readonly string[], write: (comment: string) => string) =>
  comments.map(write).join('');
