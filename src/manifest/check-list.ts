import type { ListField, ManifestField } from '../spec/manifest-field-types.ts';
import type { Json } from '../spec/protocol-types.ts';
import { READ_LIMITS } from './manifest-source.ts';
import { lastKeyOf, type Path } from './path.ts';
import { isRequired, type StructureWalk } from './structure-walk.ts';

/** Checks the length of a list, each item, and that items are distinct if required. */
export function checkList(walk: StructureWalk, field: ListField, list: readonly Json[], path: Path): void {
  if (list.length < (field.usualMinItems ?? 0)) {
    const name = lastKeyOf(path);
    walk.report({
      rule: 'min-items',
      severity: 'warning',
      path,
      at: 'value',
      message: `${name} is empty; usually at least ${field.usualMinItems} item is needed; otherwise remove ${name}`,
      ...(isRequired(path)
        ? {}
        : { fix: { kind: 'safe', title: `remove ${name}`, change: { do: 'remove', path } } }),
    });
  }
  const most = field.maxItems ?? field.usualMaxItems;
  if (most !== undefined && list.length > most) {
    walk.report({
      rule: 'max-items',
      ...(field.maxItems === undefined ? { severity: 'warning' } : {}),
      path,
      at: 'value',
      message: `${lastKeyOf(path)} has ${list.length} items; ${field.maxItems === undefined ? `usually no more than ${most} are accepted` : `the limit is ${most}`}`,
    });
  }
  checkItems(walk, field.items, list, path);
  if (field.distinct !== undefined) checkDistinct(walk, field.distinct, list, path);
}

function checkDistinct(
  walk: StructureWalk,
  rule: NonNullable<ListField['distinct']>,
  list: readonly Json[],
  path: Path,
): void {
  const first = new Map<string, number>();
  list.forEach((item, index) => {
    const key = typeof item === 'string' ? item : JSON.stringify(item);
    const before = first.get(key);
    if (before === undefined) {
      first.set(key, index);
      return;
    }
    const itemPath = [...path, index];
    walk.report({
      rule,
      path: itemPath,
      at: 'value',
      message: `${JSON.stringify(item)} is in ${lastKeyOf(path)} twice; the first is item ${before + 1}`,
      fix: { kind: 'safe', title: 'remove the second one', change: { do: 'remove', path: itemPath } },
    });
  });
}

/** Checks each item of a list. */
export function checkItems(
  walk: StructureWalk,
  items: ManifestField,
  list: readonly Json[],
  path: Path,
): void {
  // In an oversized list, checking the first items is enough.
  for (const [index, item] of list.slice(0, READ_LIMITS.entries).entries())
    walk.check(items, item, [...path, index]);
}
