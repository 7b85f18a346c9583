import { restructure } from './convert-parameters.ts';
import { editsFor } from './edit-text.ts';
import type { ManifestFormat, ManifestSource } from './manifest-source.ts';
import type { Path } from './path.ts';
import type { Change } from './problem.ts';
import { readManifest } from './read-manifest.ts';
import { locate, type SourceNode } from './source-tree.ts';
import { applyEdits, type TextEdit } from './text-edit.ts';

/** A text that is edited step by step. */
export interface EditedDocument {
  source(): ManifestSource;
  /** Makes a change where the text allows it. */
  change(change: Change): Promise<void>;
  /** Puts parameters into `properties`, or takes them out of it. */
  restructure(path: Path, to: 1 | 2): Promise<void>;
  /** Whether a path leads to an object that is written there, and not through an alias or a merge key. */
  isWrittenOut(path: Path): boolean;
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
    isWrittenOut: (path) => isWrittenOut(source.tree(), path),
    remarkAt: (path) => remarkOf(source, path)?.remark,
    addRemark: async (path, remark) => {
      const line = remarkOf(source, path);
      if (line === undefined || line.remark !== undefined) return;
      await apply([{ range: [line.end, line.end], text: ` ${remark}` }]);
    },
  };
}

function isWrittenOut(root: SourceNode, path: Path): boolean {
  let node = root;
  for (const step of path) {
    if (node.kind !== 'object') return false;
    const entry = node.entries.find(({ key, isMerge }) => key === step && !isMerge);
    if (entry === undefined) return false;
    node = entry.value;
  }
  return node.kind === 'object';
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
