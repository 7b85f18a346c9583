import { isJsonObject } from '../rules/json-value.ts';
import { sameJson } from '../rules/same-json.ts';
import type { ListField, ManifestField } from '../spec/manifest-field-types.ts';
import { MANIFEST } from '../spec/manifest-fields.ts';
import type { Json } from '../spec/protocol-types.ts';
import { impactOf } from './diff-impact.ts';
import { type BareDifference, IMPACTS, KINDS, type ManifestDifference } from './difference.ts';
import { asSet, childField, type Entries, entriesOf, MARK } from './manifest-entries.ts';
import { manifestMeaning } from './meaning.ts';
import { movedItems } from './moved-items.ts';
import { type Path, pointerOf } from './path.ts';
import { removedOrAdded } from './removed-or-added.ts';

/**
 * Compares two manifests by meaning: no differences are returned if and only if both mean the same (see
 * `manifestMeaning`). Removals come first: an update replaces the manifest without merging, so that
 * everything left out is deleted.
 */
export function diffManifests(before: Json, after: Json): readonly ManifestDifference[] {
  const found: BareDifference[] = [];
  compare(MANIFEST, manifestMeaning(before), manifestMeaning(after), [], found);
  return found
    .map((difference) => {
      const path = difference.path.map(shownStep);
      return { ...difference, path, pointer: pointerOf(path), impact: impactOf(difference) };
    })
    .sort(
      (one, other) =>
        KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind) ||
        IMPACTS.indexOf(one.impact) - IMPACTS.indexOf(other.impact),
    );
}

function shownStep(step: string | number): string | number {
  return typeof step === 'number' ? step : step.replace(MARK, '').replace(MARK, '#');
}

function compare(
  field: ManifestField | undefined,
  before: Json,
  after: Json,
  path: Path,
  found: BareDifference[],
): void {
  if (sameJson(before, after)) return;
  const count = found.length;
  if (isJsonObject(before) && isJsonObject(after)) {
    const isNamed = field?.kind === 'map' || field?.kind === 'parameters';
    compareEntries(
      {
        before: entriesOf(before),
        after: entriesOf(after),
        childOf: (key) => childField(field, key),
        isNamed,
      },
      path,
      found,
    );
  } else if (Array.isArray(before) && Array.isArray(after)) {
    compareLists(field, before, after, path, found);
  }
  // Values with different meanings are always reported, even if no difference in their parts is.
  if (found.length === count) found.push({ kind: 'changed', path, before, after });
}

/** Two objects to compare entry by entry. */
interface Sides {
  readonly before: Entries;
  readonly after: Entries;
  readonly childOf: (key: string) => ManifestField | undefined;
  /** Whether the author chooses the names; the same entry under another name was then renamed. */
  readonly isNamed: boolean;
}

function compareEntries(sides: Sides, path: Path, found: BareDifference[]): ReadonlyMap<string, string> {
  const { before, after, childOf } = sides;
  const gone = [...before.keys()].filter((key) => !after.has(key));
  const fresh = [...after.keys()].filter((key) => !before.has(key));
  const renamed = sides.isNamed ? pairRenamed(gone, fresh, before, after) : new Map<string, string>();
  const newNames = new Set(renamed.values());
  for (const [from, to] of renamed)
    found.push({ kind: 'renamed', path: [...path, from], before: from, after: to });
  for (const key of gone) {
    if (!renamed.has(key))
      removedOrAdded('removed', childOf(key), before.get(key) ?? null, [...path, key], found);
  }
  for (const key of fresh) {
    if (!newNames.has(key))
      removedOrAdded('added', childOf(key), after.get(key) ?? null, [...path, key], found);
  }
  for (const [key, value] of before) {
    const other = after.get(key);
    if (other !== undefined) compare(childOf(key), value, other, [...path, key], found);
  }
  return renamed;
}

/** Pairs removed entries with added ones that have the same meaning under another name. */
function pairRenamed(
  gone: readonly string[],
  fresh: readonly string[],
  before: Entries,
  after: Entries,
): ReadonlyMap<string, string> {
  const left = [...fresh];
  const pairs = new Map<string, string>();
  for (const key of gone) {
    const index = left.findIndex((name) => sameJson(before.get(key) ?? null, after.get(name) ?? null));
    const name = left[index];
    if (name === undefined) continue;
    pairs.set(key, name);
    left.splice(index, 1);
  }
  return pairs;
}

function compareLists(
  field: ManifestField | undefined,
  before: readonly Json[],
  after: readonly Json[],
  path: Path,
  found: BareDifference[],
): void {
  if (field?.kind === 'list' && field.itemKey !== undefined) {
    compareKeyed(field, field.itemKey, { before, after }, path, found);
  } else if (field?.kind === 'list' && field.isSet === true) {
    const sides = { before: asSet(before), after: asSet(after), childOf: () => undefined, isNamed: false };
    compareEntries(sides, path, found);
  } else if (before.length === after.length) {
    const items =
      field?.kind === 'list' ? field.items : field?.kind === 'listOrMap' ? field.entries : undefined;
    before.forEach((item, index) => void compare(items, item, after[index] ?? null, [...path, index], found));
  } else {
    found.push({ kind: 'changed', path, before, after });
  }
}

/** Compares items by their identifying key, and their order if it matters. */
function compareKeyed(
  field: ListField,
  itemKey: string,
  { before, after }: { readonly before: readonly Json[]; readonly after: readonly Json[] },
  path: Path,
  found: BareDifference[],
): void {
  const one = byKey(before, itemKey);
  const other = byKey(after, itemKey);
  const own: BareDifference[] = [];
  const sides = { before: withoutKeys(one, itemKey), after: withoutKeys(other, itemKey) };
  const renamed = compareEntries({ ...sides, childOf: () => field.items, isNamed: true }, path, own);
  found.push(...own.map((difference) => withWholeItem(difference, path, one, other)));
  if (field.isSet === true) return;
  const names = [...one.keys()].map((key) => renamed.get(key) ?? key).filter((key) => other.has(key));
  const shared = new Set(names);
  const moved = movedItems(
    names,
    [...other.keys()].filter((key) => shared.has(key)),
  );
  const places = [...other.keys()];
  for (const key of moved) {
    const old = [...one.keys()].findIndex((name) => (renamed.get(name) ?? name) === key);
    found.push({ kind: 'moved', path: [...path, key], before: old, after: places.indexOf(key) });
  }
}

/** Returns items by name. A duplicate or unnamed item gets a generated name. */
function byKey(list: readonly Json[], itemKey: string): ReadonlyMap<string, Json> {
  const found = new Map<string, Json>();
  list.forEach((item, index) => {
    const name = isJsonObject(item) ? item[itemKey] : undefined;
    const key = typeof name === 'string' ? name : `${MARK}[${index}]`;
    let free = key;
    for (let count = 2; found.has(free); count += 1) free = `${key}${MARK}${count}`;
    found.set(free, item);
  });
  return found;
}

/** Removes the name from items, which is already compared as the key. */
function withoutKeys(items: Entries, itemKey: string): Entries {
  return new Map(
    [...items].map(([key, item]) => {
      if (!isJsonObject(item) || typeof item[itemKey] !== 'string') return [key, item];
      const { [itemKey]: _, ...rest } = item;
      return [key, rest];
    }),
  );
}

/** Returns a removed or added item with its name. */
function withWholeItem(
  difference: BareDifference,
  path: Path,
  before: Entries,
  after: Entries,
): BareDifference {
  const key = difference.path[path.length];
  if (difference.path.length !== path.length + 1 || typeof key !== 'string') return difference;
  const [old, fresh] = [before.get(key), after.get(key)];
  if (difference.kind === 'removed' && old !== undefined) return { ...difference, before: old };
  if (difference.kind === 'added' && fresh !== undefined) return { ...difference, after: fresh };
  return difference;
}
