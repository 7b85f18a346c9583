import { sameJson } from '../rules/same-json.ts';
import type { Json } from '../spec/protocol-types.ts';
import { restructure } from './convert-parameters.ts';
import { editsFor } from './edit-text.ts';
import type { ManifestFormat, ManifestSource } from './manifest-source.ts';
import type { Path } from './path.ts';
import type { ManifestChange } from './problem.ts';
import { readManifest } from './read-manifest.ts';
import { yamlInline } from './render-value.ts';
import { valueAt } from './repairs.ts';
import { locate, type SourceNode } from './source-tree.ts';
import { applyEdits, type TextEdit } from './text-edit.ts';

/** A text that is edited step by step. */
export interface EditedDocument {
  source(): ManifestSource;
  /** Makes a change, if the text can be edited. */
  change(change: ManifestChange): Promise<void>;
  /** Moves parameters into `properties`, or out of it. */
  restructure(path: Path, to: 1 | 2): Promise<void>;
  /**
   * If the edits since `before` do not result in a value, writes the value in place of the original text,
   * whose comments and layout are lost. Does nothing if the text contains aliases.
   */
  settle(before: ManifestSource, path: Path, value: Json): Promise<void>;
  /** Whether a path leads to an object written in place, not through an alias or a merge key. */
  isWrittenOut(path: Path): boolean;
  /** Whether a path leads to an object written in place in block style. */
  hasLines(path: Path): boolean;
  /** The trailing comment of an entry or item that is alone on its line. */
  trailingCommentAt(path: Path): string | undefined;
  /** Adds a trailing comment to such a line, unless other text follows. */
  addTrailingComment(path: Path, remark: string): Promise<void>;
}

export async function openDocument(text: string, format: ManifestFormat): Promise<EditedDocument> {
  let source = await readManifest(text, format);
  const apply = async (edits: readonly TextEdit[]): Promise<void> => {
    if (edits.length > 0) source = await readManifest(applyEdits(source.text, edits), format);
  };
  return {
    source: () => source,
    change: async (change) => apply(editsFor(source, change) ?? []),
    restructure: async (path, to) => apply(restructure(source, path, to)),
    settle: async (before, path, value) => {
      if (sameJson(valueAt(source.data ?? null, path) ?? null, value)) return;
      const node = literalObjectAt(before.tree(), path);
      if (node === undefined || isShared(before.text.slice(...node.range))) return;
      const end = before.text.slice(...node.range).trimEnd().length;
      const range = [node.range[0], node.range[0] + end] as const;
      const text = format === 'json' ? JSON.stringify(value) : yamlInline(value);
      source = await readManifest(applyEdits(before.text, [{ range, text }]), format);
    },
    isWrittenOut: (path) => literalObjectAt(source.tree(), path) !== undefined,
    hasLines: (path) => {
      const node = literalObjectAt(source.tree(), path);
      return node !== undefined && !node.isFlow && node.entries.length > 0;
    },
    trailingCommentAt: (path) => trailingCommentOf(source, path)?.remark,
    addTrailingComment: async (path, remark) => {
      const line = trailingCommentOf(source, path);
      if (line === undefined || line.remark !== undefined) return;
      await apply([{ range: [line.end, line.end], text: ` ${remark}` }]);
    },
  };
}

/** Whether a text may contain an anchor, an alias or a merge key. */
const isShared = (text: string) => /[&*]|<</.test(text);

/** Returns the object written in place at a path. */
function literalObjectAt(root: SourceNode, path: Path): (SourceNode & { kind: 'object' }) | undefined {
  let node = root;
  for (const step of path) {
    if (node.kind !== 'object') return undefined;
    const entry = node.entries.find(({ key, isMerge }) => key === step && !isMerge);
    if (entry === undefined) return undefined;
    node = entry.value;
  }
  return node.kind === 'object' ? node : undefined;
}

/** Returns the trailing comment of a value, if any; undefined if other text follows the value. */
function trailingCommentOf(
  { text, format, tree }: ManifestSource,
  path: Path,
): { readonly end: number; readonly remark: string | undefined } | undefined {
  const node = format === 'yaml' ? locate(tree(), path)?.node : undefined;
  if (node === undefined) return undefined;
  const [, end] = node.range;
  const match = /^[ \t]*(#[^\n\r]*)?(?=\r?\n|\r?$)/.exec(text.slice(end));
  if (match === null) return undefined;
  const [, remark] = match;
  return { end, remark: remark?.trimEnd() };
}
