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
  /** Makes a change where the text allows it. */
  change(change: ManifestChange): Promise<void>;
  /** Puts parameters into `properties`, or takes them out of it. */
  restructure(path: Path, to: 1 | 2): Promise<void>;
  /**
   * Where the edits since a source do not come to a value, writes the value itself in their place: what stood
   * there is lost, and nothing else. Of what is shared by aliases nothing is written.
   */
  settle(before: ManifestSource, path: Path, value: Json): Promise<void>;
  /** Whether a path leads to an object that is written there, and not through an alias or a merge key. */
  isWrittenOut(path: Path): boolean;
  /** Whether a path leads to an object that is written there with each key on a line of its own. */
  hasLines(path: Path): boolean;
  /** The comment at the end of the line on which an entry or an item stands alone. */
  remarkAt(path: Path): string | undefined;
  /** Adds a comment at the end of such a line; not where something else follows. */
  addRemark(path: Path, remark: string): Promise<void>;
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
      const node = writtenOut(before.tree(), path);
      if (node === undefined || isShared(before.text.slice(...node.range))) return;
      const end = before.text.slice(...node.range).trimEnd().length;
      const range = [node.range[0], node.range[0] + end] as const;
      const text = format === 'json' ? JSON.stringify(value) : yamlInline(value);
      source = await readManifest(applyEdits(before.text, [{ range, text }]), format);
    },
    isWrittenOut: (path) => writtenOut(source.tree(), path) !== undefined,
    hasLines: (path) => {
      const node = writtenOut(source.tree(), path);
      return node !== undefined && !node.isFlow && node.entries.length > 0;
    },
    remarkAt: (path) => remarkOf(source, path)?.remark,
    addRemark: async (path, remark) => {
      const line = remarkOf(source, path);
      if (line === undefined || line.remark !== undefined) return;
      await apply([{ range: [line.end, line.end], text: ` ${remark}` }]);
    },
  };
}

/** Whether a text may hold an anchor, an alias or a merge key. */
const isShared = (text: string) => /[&*]|<</.test(text);

/** Returns the object that is written at a path, and not somewhere else. */
function writtenOut(root: SourceNode, path: Path): (SourceNode & { kind: 'object' }) | undefined {
  let node = root;
  for (const step of path) {
    if (node.kind !== 'object') return undefined;
    const entry = node.entries.find(({ key, isMerge }) => key === step && !isMerge);
    if (entry === undefined) return undefined;
    node = entry.value;
  }
  return node.kind === 'object' ? node : undefined;
}

/** What stands behind a value on its line: a comment or nothing; undefined where there is more. */
function remarkOf(
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
