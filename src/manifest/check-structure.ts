import { isJsonObject } from '../rules/json-value.ts';
import type {
  AnyField,
  ListOrMapField,
  ManifestField,
  MapField,
  ObjectField,
} from '../spec/manifest-field-types.ts';
import { MANIFEST } from '../spec/manifest-fields.ts';
import { INNER_PARAMETER } from '../spec/manifest-function-fields.ts';
import type { Json, JsonObject } from '../spec/protocol-types.ts';
import { checkCallbackId } from './check-callback-id.ts';
import { checkItems, checkList } from './check-list.ts';
import { checkOpenKeys } from './check-open-object.ts';
import { checkParameters } from './check-parameters.ts';
import { checkText } from './check-text.ts';
import { checkUnknownKey } from './check-unknown-key.ts';
import { READ_LIMITS } from './manifest-source.ts';
import { type ManifestVersion, manifestVersion } from './manifest-version.ts';
import { lastKeyOf, type Path, pointerOf } from './path.ts';
import type { Problem } from './problem.ts';
import type { Repair } from './repairs.ts';
import type { Severity } from './severity.ts';
import type { CheckOptions, StructureWalk } from './structure-walk.ts';
import { wrongType } from './wrong-type.ts';

/** Result of the structural rules. */
export interface Structure {
  readonly problems: readonly Problem[];
  readonly repairs: readonly Repair[];
  /** Pointers of invalid values; checks that depend on them are skipped. */
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
    markInvalid: (path) => void unclear.add(pointerOf(path)),
    repair: (repair) => void repairs.push(repair),
    check: (field, value, path) => checkField(walk, field, value, path),
  };
  walk.check(MANIFEST, root, []);
  // Inner keys first: their paths are those before the outer ones are corrected.
  repairs.sort((one, other) => other.from.length - one.from.length);
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

function checkAny(walk: StructureWalk, field: AnyField, value: Json, path: Path): void {
  if (field.isUnchecked === true) reportUnchecked(walk, path);
  if (field.isValue === true && value === null) wrongType(walk, field, value, path);
}

/** Checks the version, the only field limited to certain numbers. */
function checkInteger(walk: StructureWalk, value: Json, path: Path): void {
  if (path.length !== 2 || path[1] !== 'major_version' || value === 1 || value === 2) return;
  walk.markInvalid(path);
  walk.report({
    rule: 'manifest-version',
    path,
    at: 'value',
    message: `major_version is ${value}; the versions are 1 and 2`,
    hint: 'without _metadata a manifest is version 1',
  });
}

function checkObject(walk: StructureWalk, field: ObjectField, object: JsonObject, path: Path): void {
  if (isOverfull(walk, object, path)) return;
  const meant = new Set(Object.keys(object));
  const typos = field.isOpen === true ? checkOpenKeys(walk, field, object, path) : NO_TYPOS;
  for (const name of typos.values()) meant.add(name);
  for (const [key, value] of Object.entries(object)) {
    const name = typos.get(key) ?? key;
    const child = Object.hasOwn(field.fields, name) ? field.fields[name] : undefined;
    if (child !== undefined) checkKnownKey(walk, child, value, [...path, key]);
    else if (field.isOpen !== true) checkUnknownKey(walk, { field, key, value, path, meant });
    else if (field.requiredBy !== undefined) checkInner(walk, name, value, [...path, key]);
  }
  const isMissing = (key: string) => !meant.has(key);
  for (const key of field.required?.filter(isMissing) ?? []) reportRequired(walk, field, key, path, 'error');
  for (const key of field.usualRequired?.filter(isMissing) ?? [])
    reportRequired(walk, field, key, path, 'warning');
}

function checkKnownKey(walk: StructureWalk, field: ManifestField, value: Json, path: Path): void {
  if (field.version === 2 && walk.version === 1) reportNewKey(walk, field, value, path);
  else walk.check(field, value, path);
}

const NO_TYPOS: ReadonlyMap<string, string> = new Map();

/** Checks the types of items and properties inside a typed value. */
function checkInner(walk: StructureWalk, name: string, value: Json, path: Path): void {
  if (!isJsonObject(value)) return;
  if (name === 'items') walk.check(INNER_PARAMETER, value, path);
  if (name !== 'properties') return;
  for (const [key, child] of Object.entries(value))
    if (isJsonObject(child)) walk.check(INNER_PARAMETER, child, [...path, key]);
}

function reportRequired(
  walk: StructureWalk,
  field: ObjectField,
  key: string,
  path: Path,
  severity: Severity,
): void {
  walk.markInvalid([...path, key]);
  const missing = field.fields[key];
  walk.report({
    rule: 'required',
    severity,
    path,
    at: 'key',
    message: `${path.length === 0 ? 'the manifest' : lastKeyOf(path)} has no "${key}"`,
    ...(missing === undefined ? {} : { hint: `${key}: ${missing.description}` }),
  });
}

/**
 * Reports a version 2 key. With its default value it is redundant and can be removed; version 1 cannot
 * express any other value.
 */
function reportNewKey(walk: StructureWalk, child: ManifestField, value: Json, path: Path): void {
  const key = path.at(-1);
  const isUsual = child.defaultValue !== undefined && value === child.defaultValue;
  walk.report({
    rule: 'v2-key-in-v1',
    severity: isUsual ? 'warning' : 'error',
    path,
    at: 'key',
    message: `"${key}" is a key of version 2; this manifest is version 1`,
    hint: 'to convert it to version 2: orgctl manifest convert --to-version 2',
    ...(isUsual ? { fix: { kind: 'safe', title: 'remove it', change: { do: 'remove', path } } } : {}),
  });
}

function checkMap(walk: StructureWalk, field: MapField, object: JsonObject, path: Path): void {
  const count = Object.keys(object).length;
  const most = field.usualMaxEntries;
  if (most !== undefined && count > most && count <= READ_LIMITS.entries) {
    walk.report({
      rule: 'max-items',
      severity: 'warning',
      path,
      at: 'key',
      message: `${lastKeyOf(path)} has ${count} entries; usually no more than ${most} are accepted`,
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

/** Reports an object with too many keys as one finding, instead of one for each key. */
function isOverfull(walk: StructureWalk, object: JsonObject, path: Path): boolean {
  const count = Object.keys(object).length;
  if (count <= READ_LIMITS.entries) return false;
  walk.markInvalid(path);
  walk.report({
    rule: 'max-items',
    path,
    at: 'key',
    message: `${lastKeyOf(path)} has ${count} keys; nothing in a manifest has more than ${READ_LIMITS.entries}`,
  });
  return true;
}

function reportDeprecated(walk: StructureWalk, path: Path): void {
  const isSteps = path.at(-1) === 'workflow_steps';
  walk.report({
    rule: isSteps ? 'deprecated-workflow-steps' : 'deprecated-functions-list',
    path,
    at: 'key',
    message: isSteps
      ? 'steps from apps are deprecated'
      : 'functions are now declared at the top of the manifest',
    hint: isSteps ? 'declare functions instead' : 'move them to functions',
  });
}

function reportUnchecked(walk: StructureWalk, path: Path): void {
  walk.report({
    rule: 'unchecked-section',
    path,
    at: 'key',
    message: `${lastKeyOf(path)} is accepted without a check: the document does not describe it`,
  });
}
