import type { Issue } from '../failure/issue.ts';
import { isScimErrorCode } from '../rules/error-code.ts';
import { isJsonObject } from '../rules/json-value.ts';
import { readSchemaList } from '../rules/schema-list.ts';
import { isSameUri, type SchemaDialect, schemaUri } from '../rules/schema-uris.ts';
import { isIgnoredPhone } from '../rules/stored-values.ts';
import { inTableSpelling, spelling } from '../rules/table-spelling.ts';
import type { ScimErrorCode } from '../spec/error-codes.ts';
import {
  ADDRESS_SUB_ATTRIBUTES,
  EXTENSIONS,
  GUEST_TYPE,
  MESSAGE_URIS,
  MULTI_VALUED,
} from '../spec/scim-schemas.ts';
import { addedEntries } from './added-entries.ts';
import { REQUEST_BOUNDS } from './bounds.ts';
import { isPath, isSlotted, type PatchTarget, readPatchPath } from './patch-path.ts';
import { selectorOfPath, selectSlots, swapPrimary } from './patch-slots.ts';
import { badPath, MAX_CONTEXT_LENGTH } from './path-prefix.ts';
import { ScimError } from './scim-error.ts';
import type { UserDraft } from './user-draft.ts';

/** One operation of a PatchOp body (SCIM §2.3). */
export interface PatchOperation {
  readonly op: 'add' | 'replace' | 'remove';
  /** If absent, the value is an object of attributes (assumption `patch-without-path`). */
  readonly path: string | undefined;
  readonly value: unknown;
}

/**
 * Returns the operations of a PatchOp body; undefined if the body has attributes instead.
 * @param most maximum number of operations per request (assumption `sandbox-bounds`)
 * @throws ScimError invalid_request_payload, missing_schema_element, invalid_attribute_format
 */
export function readPatchOperations(body: unknown, most: number): readonly PatchOperation[] | undefined {
  const { schemas, Operations: operations } = isJsonObject(body) ? inTableSpelling(body, ENVELOPE) : {};
  const list = readSchemaList(schemas);
  const isListed = 'uris' in list && list.uris.some((uri) => isSameUri(uri, MESSAGE_URIS.patchOp));
  if (operations === undefined && !isListed) return undefined;
  if ('issue' in list)
    throw new ScimError(schemas === undefined ? 'missing_schema_element' : asScimCode(list.issue));
  if (!Array.isArray(operations))
    throw new ScimError('invalid_attribute_format', { context: 'path=Operations' });
  if (operations.length > most)
    throw new ScimError('invalid_request_payload', { context: `Operations=${operations.length}` });
  return operations.map(readOperation);
}

function readOperation(operation: unknown): PatchOperation {
  const { op, path, value } = isJsonObject(operation) ? inTableSpelling(operation, OPERATION) : {};
  const word = typeof op === 'string' ? op.toLowerCase() : '';
  if (word !== 'add' && word !== 'replace' && word !== 'remove') {
    throw new ScimError('invalid_request_payload', {
      context: `op=${String(op).slice(0, MAX_CONTEXT_LENGTH)}`,
    });
  }
  if (path !== undefined && typeof path !== 'string') throw badPath(String(path));
  if (path !== undefined && path.length > REQUEST_BOUNDS.pathLength) throw badPath(path);
  if (path === undefined && (word === 'remove' || !isJsonObject(value))) throw badPath('');
  if (path !== undefined && word !== 'remove' && value === undefined) throw badPath(path);
  return { op: word, path, value };
}

/**
 * Splits an operation without a path whose attribute names are paths (assumption `patch-without-path`): first
 * one operation for the plain attributes, then one per path, in order.
 */
export function splitPathNames(operation: PatchOperation, dialect: SchemaDialect): readonly PatchOperation[] {
  const { op, path, value } = operation;
  if (path !== undefined || !isJsonObject(value)) return [operation];
  const names = Object.keys(value);
  const paths = names.filter((name) => isPath(name, dialect));
  const attributes = names.filter((name) => !paths.includes(name));
  return [
    { op, path, value: Object.fromEntries(attributes.map((name) => [name, value[name]])) },
    ...paths.map((name) => ({ op, path: name, value: value[name] })),
  ];
}

/**
 * Converts an operation to the body of an equivalent v1 PATCH, so that both versions share one set of rules
 * (assumptions `value-path`, `replaced-list`, `added-entry`, `null-clears`).
 */
export function patchBodyOf(
  { op, path, value }: PatchOperation,
  draft: UserDraft,
  dialect: SchemaDialect,
): unknown {
  if (path === undefined) {
    const attributes = isJsonObject(value) ? value : {};
    return withAllSchemas(op === 'remove' ? {} : setLists(attributes, op, draft), dialect);
  }
  const target = readPatchPath(path, dialect);
  const isRemoval = op === 'remove' || value === null;
  return withAllSchemas(isRemoval ? removal(target, draft) : assignment(target, op, value, draft), dialect);
}

function assignment(target: PatchTarget, op: 'add' | 'replace', value: unknown, draft: UserDraft): Fragment {
  switch (target.kind) {
    case 'ignored':
      return {};
    case 'single':
      return setSingle(target.attribute, target.sub, value, draft);
    case 'list':
      return setEntries(target, op, value, draft);
  }
}

function setSingle(
  attribute: string,
  sub: string | undefined,
  value: unknown,
  { guest }: UserDraft,
): Fragment {
  if (sub === undefined) return { [attribute]: value };
  // A guest already has its type (assumption `expiration-by-path`).
  const type = sub === 'expiration' && guest === true ? { type: GUEST_TYPE } : {};
  return { [attribute]: { ...type, ...nested(sub, value) } };
}

function setEntries(target: ListTarget, op: 'add' | 'replace', value: unknown, draft: UserDraft): Fragment {
  const { attribute, sub } = target;
  if (target.filter === undefined && sub === undefined)
    return setLists({ [attribute]: Array.isArray(value) ? value : [value] }, op, draft);
  if (attribute === 'phoneNumbers' && isIgnoredPhone(selectorOfPath(target)?.type)) return {};
  const [slot] = selectSlots(target, draft);
  if (slot === undefined) throw badPath(target.path);
  if (sub === 'primary')
    return slot.isPrimary || !isTrue(value) ? {} : { [attribute]: swapPrimary(attribute, slot, draft) };
  const entry = sub === undefined ? value : { [sub]: value };
  if (!isJsonObject(entry)) throw badPath(target.path);
  return { [attribute]: slot.set(entry, draft) };
}

/**
 * Sets lists. `replace` first removes the stored entries; `add` never removes any (assumptions
 * `replaced-list`, `added-entry`).
 */
function setLists(attributes: Fragment, op: 'add' | 'replace', draft: UserDraft): Fragment {
  const body: Record<string, unknown> = { ...attributes };
  const replaced: string[] = [];
  for (const [name, value] of Object.entries(attributes)) {
    const attribute = spelling(name, SLOTTED);
    if (attribute === undefined || !isSlotted(attribute) || !Array.isArray(value)) continue;
    if (op === 'replace') replaced.push(attribute);
    else body[name] = addedEntries(attribute, value, draft);
  }
  return replaced.length === 0 ? body : { ...body, meta: { attributes: replaced } };
}

function isTrue(value: unknown): boolean {
  return value === true || (typeof value === 'string' && value.toLowerCase() === 'true');
}

function asScimCode({ code }: Issue): ScimErrorCode {
  return isScimErrorCode(code) ? code : 'invalid_request_payload';
}

type ListTarget = Extract<PatchTarget, { kind: 'list' }>;
type Fragment = Readonly<Record<string, unknown>>;

/** Names in the message and in an operation (SCIM §2.3), case-insensitive. */
const ENVELOPE = ['schemas', 'Operations'];
const OPERATION = ['op', 'path', 'value'];
const SLOTTED: readonly string[] = Object.keys(MULTI_VALUED).filter(isSlotted);

function removal(target: PatchTarget, draft: UserDraft): Fragment {
  if (target.kind === 'ignored') return {};
  const { attribute, sub } = target;
  if (target.kind === 'single') {
    return { meta: { attributes: [sub === undefined ? attribute : `${attribute}.${sub}`] } };
  }
  const isPart = ADDRESS_SUB_ATTRIBUTES.some((name) => name === sub);
  if (sub === 'primary') return {};
  if (target.filter === undefined && !isPart) return { meta: { attributes: [attribute] } };
  const slots = selectSlots(target, draft);
  return {
    [attribute]: slots.flatMap((slot) =>
      sub !== undefined && isPart ? slot.set({ [sub]: ' ' }, draft) : slot.remove(draft),
    ),
  };
}

/**
 * Builds nested objects: `manager.managerId` → {manager: {managerId: value}}. A manager may also be given as
 * a string.
 */
function nested(path: string, value: unknown): Fragment {
  const [first = '', ...rest] = path.split('.');
  if (rest.length > 0) return { [first]: nested(rest.join('.'), value) };
  return { [first]: first === 'manager' && typeof value === 'string' ? { managerId: value } : value };
}

/**
 * Adds all schema URNs to the body. A PatchOp lists only its own URN, but its attributes may belong to any
 * extension.
 */
function withAllSchemas(fragment: Fragment, dialect: SchemaDialect): unknown {
  const schemas = ['user' as const, ...EXTENSIONS].map((name) => schemaUri(dialect, name));
  return { ...fragment, schemas };
}
