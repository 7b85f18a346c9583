import { moveValue } from './edit-move.ts';
import { addValue, appendValue, quoteComment, removeValue, renameKey, replaceValue } from './edit-value.ts';
import type { ManifestSource } from './manifest-source.ts';
import type { ManifestChange } from './problem.ts';
import { overlaps, type TextEdit } from './text-edit.ts';

/**
 * Returns the text edits for a change of data, which leave every other byte unchanged; undefined if the text
 * cannot be edited, for example within an alias.
 */
export function editsFor(source: ManifestSource, change: ManifestChange): readonly TextEdit[] | undefined {
  switch (change.do) {
    case 'replace':
      return asEditList(replaceValue(source, change.path, change.value));
    case 'rename':
      return asEditList(renameKey(source, change.path, change.key));
    case 'remove':
      return asEditList(removeValue(source, change.path, change.moved ?? []));
    case 'add':
      return asEditList(addValue(source, change.path, change.key, change.value));
    case 'append':
      return asEditList(appendValue(source, change.path, change.value));
    case 'move':
      return moveValue(source, change.path, change.to);
    case 'quote':
      return asEditList(quoteComment(source, change.path, change.value));
    case 'all':
      return allEdits(source, change.changes);
    case 'text':
      return change.edits;
  }
}

/** Returns the combined edits for several changes of the same text; undefined if they overlap. */
function allEdits(
  source: ManifestSource,
  changes: readonly ManifestChange[],
): readonly TextEdit[] | undefined {
  const all: TextEdit[] = [];
  for (const change of changes) {
    const edits = editsFor(source, change);
    if (edits === undefined) return undefined;
    for (const edit of edits) {
      if (all.some((other) => isSameEdit(edit, other))) continue;
      if (all.some((other) => overlaps(edit, other))) return undefined;
      all.push(edit);
    }
  }
  return all;
}

/** Whether two edits are identical, as for a value that is reached through several aliases. */
function isSameEdit(one: TextEdit, other: TextEdit): boolean {
  return one.range[0] === other.range[0] && one.range[1] === other.range[1] && one.text === other.text;
}

const asEditList = (edit: TextEdit | undefined) => (edit === undefined ? undefined : [edit]);
