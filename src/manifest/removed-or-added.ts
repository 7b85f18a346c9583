import { isJsonObject } from '../rules/json-value.ts';
import type { ManifestField } from '../spec/manifest-field-types.ts';
import type { Json } from '../spec/protocol-types.ts';
import type { BareDifference } from './difference.ts';
import { asSet, childField } from './manifest-entries.ts';
import type { Path } from './path.ts';

/** Sections whose entries are reported one by one. */
const EXPANDED: ReadonlySet<string> = new Set([
  'functions',
  'workflows',
  'datastores',
  'types',
  'scopes',
  'oauth_config',
  'settings',
]);

/** Adds the differences of a value that only one side has. */
export function removedOrAdded(
  kind: 'removed' | 'added',
  field: ManifestField | undefined,
  value: Json,
  path: Path,
  found: BareDifference[],
): void {
  const key = String(path.at(-1));
  if (path.length <= 2 && EXPANDED.has(key) && isJsonObject(value) && Object.keys(value).length > 0) {
    for (const [name, child] of Object.entries(value))
      removedOrAdded(kind, childField(field, name), child, [...path, name], found);
    return;
  }
  if (field?.kind === 'list' && field.isSet === true && field.itemKey === undefined && Array.isArray(value)) {
    for (const [item, child] of asSet(value))
      found.push({ kind, path: [...path, item], ...valued(kind, child) });
    return;
  }
  found.push({ kind, path, ...valued(kind, value) });
}

const valued = (kind: 'removed' | 'added', value: Json) =>
  kind === 'removed' ? { before: value } : { after: value };
