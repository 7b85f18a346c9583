import { yamlText } from './render-value.ts';
import { mergeSources, resolveAlias, type SourceEntry, type SourceNode } from './source-tree.ts';

/** Prints a tree as block-style YAML that YAML 1.1 and 1.2 readers read as the same data. */
export function printYaml(root: SourceNode): string {
  const node = resolveAlias(root);
  return isFilled(node) ? linesOf(node, '').join('\n').concat('\n') : `${scalarOf(node, '')}\n`;
}

/** Returns the entries of an object, including those of its merge keys. */
export function entriesOf(node: SourceNode & { kind: 'object' }): readonly SourceEntry[] {
  const own = node.entries.filter(({ isMerge }) => !isMerge);
  const known = new Set(own.map(({ key }) => key));
  const merged = node.entries
    .filter(({ isMerge }) => isMerge)
    .flatMap(({ value }) => mergeSources(value))
    .flatMap((source) => (source.kind === 'object' ? entriesOf(source) : []))
    .filter(({ key }) => !known.has(key) && known.add(key) !== undefined);
  return [...own, ...merged];
}

function isFilled(node: SourceNode): boolean {
  return (
    (node.kind === 'object' && node.entries.length > 0) || (node.kind === 'list' && node.items.length > 0)
  );
}

function linesOf(node: SourceNode, indent: string): readonly string[] {
  if (node.kind === 'list') {
    return node.items.map(resolveAlias).flatMap((item) => {
      if (!isFilled(item)) return [`${indent}- ${scalarOf(item, indent)}`];
      const [first = '', ...rest] = linesOf(item, `${indent}  `);
      return [`${indent}- ${first.slice(indent.length + 2)}`, ...rest];
    });
  }
  if (node.kind !== 'object') return [indent + scalarOf(node, indent)];
  return entriesOf(node).flatMap(({ key, value }) => {
    const child = resolveAlias(value);
    if (isFilled(child)) return [`${indent}${yamlText(key)}:`, ...linesOf(child, `${indent}  `)];
    return [`${indent}${yamlText(key)}: ${scalarOf(child, indent)}`];
  });
}

function scalarOf(node: SourceNode, indent: string): string {
  if (node.kind === 'list') return '[]';
  if (node.kind === 'object') return '{}';
  if (node.kind === 'alias') return scalarOf(resolveAlias(node), indent);
  return typeof node.value === 'string'
    ? textOf(node.value, indent)
    : (node.digits ?? JSON.stringify(node.value));
}

/** Prose that needs no quotes: no colon or # that could start something, no special first character. */
const PROSE =
  /^[A-Za-z\u00c0-\u024f][A-Za-z0-9\u00c0-\u024f .,;/()'+_?!&@%=*$<>-]*[A-Za-z0-9\u00c0-\u024f.)?!]$/;

function textOf(text: string, indent: string): string {
  const short = yamlText(text);
  if (!short.startsWith('"')) return short;
  if (PROSE.test(text) && text.includes(' ') && !/ -|- |\s{2}/.test(text)) return text;
  return blockOf(text, indent) ?? short;
}

/** Returns a multi-line text as a literal block; undefined if a block would not preserve every blank. */
function blockOf(text: string, indent: string): string | undefined {
  const lines = text.replace(/\n+$/, '').split('\n');
  const isKept = lines.every((line) => /^\S(?:.*\S)?$|^$/.test(line)) && (lines[0] ?? '') !== '';
  if (
    !text.includes('\n') ||
    !isKept ||
    /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ud800-\udfff]/.test(text)
  ) {
    return undefined;
  }
  const end = /\n*$/.exec(text)?.[0].length ?? 0;
  if (end > 1) return undefined;
  return `|${end === 0 ? '-' : ''}\n${lines.map((line) => (line === '' ? '' : `${indent}  ${line}`)).join('\n')}`;
}

/** Prints a tree as JSON with an indentation of two spaces, keys in their order. */
export function printJson(root: SourceNode): string {
  return `${jsonOf(root, '')}\n`;
}

function jsonOf(node: SourceNode, indent: string): string {
  const deeper = `${indent}  `;
  switch (node.kind) {
    case 'alias':
      return jsonOf(resolveAlias(node), indent);
    case 'scalar':
      return node.digits ?? JSON.stringify(node.value);
    case 'list':
      if (node.items.length === 0) return '[]';
      return `[\n${node.items.map((item) => deeper + jsonOf(item, deeper)).join(',\n')}\n${indent}]`;
    case 'object': {
      const entries = entriesOf(node);
      if (entries.length === 0) return '{}';
      const lines = entries.map(
        ({ key, value }) => `${deeper}${JSON.stringify(key)}: ${jsonOf(value, deeper)}`,
      );
      return `{\n${lines.join(',\n')}\n${indent}}`;
    }
  }
}
