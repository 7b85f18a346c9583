import { isJsonObject } from '../rules/json-value.ts';
import type {
  AnyField,
  ListField,
  ListOrMapField,
  ManifestField,
  MapField,
  ObjectField,
} from '../spec/manifest-field-types.ts';
import { MANIFEST } from '../spec/manifest-fields.ts';
import { LONGEST_CALLBACK_ID } from '../spec/manifest-function-fields.ts';
import type { Json, JsonObject } from '../spec/wire.ts';
import { checkParameters } from './check-parameters.ts';
import { checkText } from './check-text.ts';
import { homesOf, nearestKey } from './known-keys.ts';
import { READ_LIMITS } from './manifest-source.ts';
import { type ManifestVersion, manifestVersion } from './manifest-version.ts';
import { nameOf, type Path, pointerOf, wordsOf } from './path.ts';
import type { Problem } from './problem.ts';
import { type Repair, valueAt } from './repairs.ts';
import { type CheckOptions, fieldAt, isRequired, type StructureWalk } from './structure-walk.ts';
import { wrongType } from './wrong-type.ts';

/** What the structural rules say of a manifest. */
export interface Structure {
  readonly problems: readonly Problem[];
  readonly repairs: readonly Repair[];
  /** Pointers of values that are not what they should be: what depends on them stays silent. */
  readonly unclear: ReadonlySet<string>;
  readonly version: ManifestVersion;
}

/** Checks a manifest against the table of fields (WEB §2.6, §9). */
export function checkStructure(root: Json, options: CheckOptions): Structure {
  const problems: Problem[] = [];
  const repairs: Repair[] = [];
  const unclear = new Set<string>();
  const walk: StructureWalk = {
    options,
    root,
    version: manifestVersion(root),
    report: (problem) => void problems.push(problem),
    spoil: (path) => void unclear.add(pointerOf(path)),
    repair: (repair) => void repairs.push(repair),
    check: (field, value, path) => checkField(walk, field, value, path),
  };
  walk.check(MANIFEST, root, []);
  return { problems, repairs, unclear, version: walk.version };
}

function checkField(walk: StructureWalk, field: ManifestField, value: Json, path: Path): void {
  if (field.isDeprecated === true) reportDeprecated(walk, path);
  if (typeof value === 'string' && field.kind === 'text') checkText(walk, field, value, path);
  else if (Number.isInteger(value) && field.kind === 'integer') checkInteger(walk, value, path);
  else if (Array.isArray(value) && field.kind === 'list') checkList(walk, field, value, path);
  else if (isJsonObject(value) && field.kind === 'object') checkObject(walk, field, value, path);
  else if (isJsonObject(value) && field.kind === 'map') checkMap(walk, field, value, path);
  else if (isJsonObject(value) && field.kind === 'parameters') checkParameters(walk, value, path);
  else if (field.kind === 'listOrMap') checkListOrMap(walk, field, value, path);
  else if (field.kind === 'any') checkAny(walk, field, value, path);
  else if (field.kind !== 'boolean' || typeof value !== 'boolean') wrongType(walk, field, value, path);
}

function checkListOrMap(walk: StructureWalk, field: ListOrMapField, value: Json, path: Path): void {
  if (isJsonObject(value)) checkEntries(walk, field.entries, value, path);
  else if (Array.isArray(value)) checkItems(walk, field.entries, value, path);
  else wrongType(walk, field, value, path);
}

function checkItems(walk: StructureWalk, items: ManifestField, list: readonly Json[], path: Path): void {
  // Of a list without end the begin tells enough.
  for (const [index, item] of list.slice(0, READ_LIMITS.entries).entries())
    walk.check(items, item, [...path, index]);
}

function checkAny(walk: StructureWalk, field: AnyField, value: Json, path: Path): void {
  if (field.isUnchecked === true) reportUnchecked(walk, path);
  if (field.isValue === true && value === null) wrongType(walk, field, value, path);
}

/** Only the version is limited to certain numbers. */
function checkInteger(walk: StructureWalk, value: Json, path: Path): void {
  if (path.length !== 2 || path[1] !== 'major_version' || value === 1 || value === 2) return;
  walk.spoil(path);
  walk.report({
    rule: 'manifest-version',
    path,
    at: 'value',
    message: `major_version is ${value}; there are versions 1 and 2`,
    hint: 'without _metadata a manifest is version 1',
  });
}

function checkList(walk: StructureWalk, field: ListField, list: readonly Json[], path: Path): void {
  if (list.length < (field.minItems ?? 0)) {
    const name = nameOf(path);
    walk.report({
      rule: 'min-items',
      path,
      at: 'value',
      message: `${name} is empty; at least ${field.minItems} item is needed, or no ${name} at all`,
      ...(isRequired(path)
        ? {}
        : { remedy: { kind: 'safe', title: `remove ${name}`, change: { do: 'remove', path } } }),
    });
  }
  const most = field.maxItems ?? field.usualMaxItems;
  if (most !== undefined && list.length > most) {
    walk.report({
      rule: 'max-items',
      ...(field.maxItems === undefined ? { severity: 'warning' } : {}),
      path,
      at: 'value',
      message: `${nameOf(path)} has ${list.length} items; the limit is ${most}`,
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
      message: `${JSON.stringify(item)} is in ${nameOf(path)} twice; the first is item ${before + 1}`,
      remedy: { kind: 'safe', title: 'remove the second one', change: { do: 'remove', path: itemPath } },
    });
  });
}

function checkObject(walk: StructureWalk, field: ObjectField, object: JsonObject, path: Path): void {
  if (isOverfull(walk, object, path)) return;
  const meant = new Set(Object.keys(object));
  for (const [key, value] of Object.entries(object)) {
    const child = Object.hasOwn(field.fields, key) ? field.fields[key] : undefined;
    if (child === undefined) {
      if (field.isOpen !== true) checkUnknownKey(walk, field, object, key, path, meant);
    } else if (child.version === 2 && walk.version === 1) {
      reportNewKey(walk, key, path);
    } else {
      walk.check(child, value, [...path, key]);
    }
  }
  for (const key of field.required ?? []) {
    if (!meant.has(key)) reportRequired(walk, field, key, path);
  }
}

/** Reports a key that nobody knows, with the name or the place that was most likely meant. */
function checkUnknownKey(
  walk: StructureWalk,
  field: ObjectField,
  object: JsonObject,
  key: string,
  path: Path,
  meant: Set<string>,
): void {
  const here = [...path, key];
  const value = object[key] ?? null;
  const [home, ...others] = path.every((step) => typeof step === 'string') ? homesFor(key, value) : [];
  if (home !== undefined && others.length === 0) {
    const isFree = valueAt(walk.root, home) === undefined;
    walk.report({
      rule: 'misplaced-key',
      path: here,
      at: 'key',
      message: `"${key}" does not belong ${path.length === 0 ? 'at the top' : `in ${wordsOf(path)}`}; its place is ${wordsOf(home)}`,
      ...(isFree
        ? {
            remedy: {
              kind: 'suggest',
              title: `move it to ${wordsOf(home)}`,
              change: { do: 'move', path: here, to: home },
            },
          }
        : { hint: `${wordsOf(home)} is already there` }),
    });
    if (isFree) {
      walk.repair({ from: here, to: home });
      const place = fieldAt(MANIFEST, home);
      if (place !== undefined) walk.check(place, value, here);
    } else {
      walk.spoil(here);
    }
    return;
  }
  const known = Object.keys(field.fields).filter(
    (name) => walk.version !== 1 || field.fields[name]?.version !== 2,
  );
  const free = nearestKey(
    key,
    known.filter((name) => !meant.has(name)),
  );
  const suggestion = free ?? nearestKey(key, known);
  walk.report({
    rule: 'unknown-key',
    path: here,
    at: 'key',
    message: `unknown key "${key}"${path.length === 0 ? '' : ` in ${wordsOf(path)}`}${suggestion === undefined ? '' : `; did you mean "${suggestion}"?`}`,
    ...(others.length > 0
      ? {
          hint: `it belongs to ${homesOf(key)
            .map((place) => wordsOf(place.slice(0, -1)))
            .join(' or ')}`,
        }
      : suggestion === undefined
        ? { hint: `known here: ${known.join(', ')}` }
        : {}),
    ...(free === undefined
      ? {}
      : {
          remedy: {
            kind: 'safe',
            title: `rename it to ${free}`,
            change: { do: 'rename', path: here, key: free },
          },
        }),
  });
  if (free === undefined) return;
  meant.add(free);
  walk.repair({ from: here, to: [...path, free] });
  const child = field.fields[free];
  if (child !== undefined) walk.check(child, value, here);
}

/** Returns the places at which a key belongs, of several those that a value of its kind fits. */
function homesFor(key: string, value: Json): readonly Path[] {
  const homes = homesOf(key);
  const fitting = homes.filter((home) => {
    const kind = fieldAt(MANIFEST, home)?.kind;
    return Array.isArray(value)
      ? kind === 'list'
      : isJsonObject(value)
        ? kind === 'object' || kind === 'map'
        : kind === 'text' || kind === 'boolean';
  });
  return fitting.length === 1 ? fitting : homes;
}

function reportRequired(walk: StructureWalk, field: ObjectField, key: string, path: Path): void {
  walk.spoil([...path, key]);
  const missing = field.fields[key];
  walk.report({
    rule: 'required',
    path,
    at: 'key',
    message: `${path.length === 0 ? 'the manifest' : nameOf(path)} has no "${key}"`,
    ...(missing === undefined ? {} : { hint: `${key}: ${missing.description}` }),
  });
}

function reportNewKey(walk: StructureWalk, key: string, path: Path): void {
  walk.report({
    rule: 'v2-key-in-v1',
    path: [...path, key],
    at: 'key',
    message: `"${key}" is a key of version 2; this manifest is version 1`,
    hint: 'set _metadata.major_version to 2, or remove it: orgctl manifest convert --to-version 2',
    remedy: { kind: 'suggest', title: 'remove it', change: { do: 'remove', path: [...path, key] } },
  });
}

function checkMap(walk: StructureWalk, field: MapField, object: JsonObject, path: Path): void {
  const count = Object.keys(object).length;
  if (field.maxEntries !== undefined && count > field.maxEntries && count <= READ_LIMITS.entries) {
    walk.report({
      rule: 'max-items',
      path,
      at: 'key',
      message: `${nameOf(path)} has ${count} entries; the limit is ${field.maxEntries}`,
    });
  }
  if (field.hasCallbackIds === true && count <= READ_LIMITS.entries)
    for (const id of Object.keys(object)) checkCallbackId(walk, id, [...path, id]);
  checkEntries(walk, field.entries, object, path);
}

function checkEntries(walk: StructureWalk, entries: ManifestField, object: JsonObject, path: Path): void {
  if (isOverfull(walk, object, path)) return;
  for (const [key, value] of Object.entries(object)) walk.check(entries, value, [...path, key]);
}

/** An object with more keys than any has is one finding, and not as many as it has keys. */
function isOverfull(walk: StructureWalk, object: JsonObject, path: Path): boolean {
  const count = Object.keys(object).length;
  if (count <= READ_LIMITS.entries) return false;
  walk.spoil(path);
  walk.report({
    rule: 'max-items',
    path,
    at: 'key',
    message: `${nameOf(path)} has ${count} keys; nothing in a manifest has more than ${READ_LIMITS.entries}`,
  });
  return true;
}

function checkCallbackId(walk: StructureWalk, id: string, path: Path): void {
  const length = [...id].length;
  if (length > LONGEST_CALLBACK_ID) {
    walk.report({
      rule: 'callback-id-length',
      path,
      at: 'key',
      message: `the id is ${length} characters; the limit is ${LONGEST_CALLBACK_ID}`,
    });
  }
  if (/^[a-z0-9]+(?:_+[a-z0-9]+)*$/.test(id)) return;
  const better = snakeCase(id);
  walk.report({
    rule: 'callback-id-snake-case',
    path,
    at: 'key',
    message: `the id "${id}" is not in snake_case: a-z, 0-9 and _`,
    ...(better === '' ? {} : { hint: `for example ${better}; a changed id makes a new step` }),
  });
}

function snakeCase(id: string): string {
  return id
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
}

function reportDeprecated(walk: StructureWalk, path: Path): void {
  const isSteps = path.at(-1) === 'workflow_steps';
  walk.report({
    rule: isSteps ? 'deprecated-workflow-steps' : 'deprecated-functions-list',
    path,
    at: 'key',
    message: isSteps
      ? 'steps from apps are deprecated'
      : 'functions are declared at the top of the manifest now',
    hint: isSteps ? 'declare functions instead' : 'move them to functions',
  });
}

function reportUnchecked(walk: StructureWalk, path: Path): void {
  walk.report({
    rule: 'unchecked-section',
    path,
    at: 'key',
    message: `${nameOf(path)} is accepted and not checked: the document does not describe it`,
  });
}
