import { isJsonObject } from '../rules/json-value.ts';
import { type Dialect, schemaUri } from '../rules/schema-uris.ts';
import { ADDRESS_SUB_ATTRIBUTES, EXTENSIONS, MESSAGE_URIS } from '../spec/scim-schemas.ts';
import { REQUEST_BOUNDS } from './bounds.ts';
import { badPath, LONGEST_CONTEXT, type PatchTarget, readPatchPath } from './patch-path.ts';
import { selectSlots } from './patch-slots.ts';
import { ScimError } from './scim-error.ts';
import type { UserDraft } from './user-draft.ts';

/** One operation of a PatchOp body (SCIM §2.3). */
export interface PatchOperation {
  readonly op: 'add' | 'replace' | 'remove';
  /** Absent: the value is an object of attributes (assumption `patch-without-path`). */
  readonly path: string | undefined;
  readonly value: unknown;
}

/**
 * Returns the operations of a PatchOp body; undefined for a body of attributes.
 * @param most operations that one request may have (assumption `sandbox-bounds`).
 * @throws ScimError invalid_request_payload, missing_schema_element, invalid_attribute_format
 */
export function readPatchOperations(body: unknown, most: number): readonly PatchOperation[] | undefined {
  const { schemas, Operations: operations } = isJsonObject(body) ? body : {};
  const isListed = Array.isArray(schemas) && schemas.includes(MESSAGE_URIS.patchOp);
  if (operations === undefined && !isListed) return undefined;
  if (!Array.isArray(schemas) || schemas.length === 0 || !schemas.every((uri) => typeof uri === 'string'))
    throw new ScimError('missing_schema_element');
  if (!Array.isArray(operations))
    throw new ScimError('invalid_attribute_format', { context: 'path=Operations' });
  if (operations.length > most)
    throw new ScimError('invalid_request_payload', { context: `Operations=${operations.length}` });
  return operations.map(readOperation);
}

function readOperation(operation: unknown): PatchOperation {
  const { op, path, value } = isJsonObject(operation) ? operation : {};
  const word = typeof op === 'string' ? op.toLowerCase() : '';
  if (word !== 'add' && word !== 'replace' && word !== 'remove') {
    throw new ScimError('invalid_request_payload', { context: `op=${String(op).slice(0, LONGEST_CONTEXT)}` });
  }
  if (path !== undefined && typeof path !== 'string') throw badPath(String(path));
  if (path !== undefined && path.length > REQUEST_BOUNDS.pathLength) throw badPath(path);
  if (path === undefined && (word === 'remove' || !isJsonObject(value))) throw badPath('');
  if (path !== undefined && word !== 'remove' && value === undefined) throw badPath(path);
  return { op: word, path, value };
}

/**
 * Returns the body of a v1 PATCH that does the same as the operation, so that both versions share one set of rules. A value
 * path selects among the stored entries as a read shows them (assumption `value-path`).
 */
export function patchBodyOf(
  { op, path, value }: PatchOperation,
  draft: UserDraft,
  dialect: Dialect,
): unknown {
  if (path === undefined) return listingAllSchemas(isJsonObject(value) ? value : {}, dialect);
  const target = readPatchPath(path, dialect);
  const body = op === 'remove' ? removal(target, draft) : assignment(target, value, draft);
  return listingAllSchemas(body, dialect);
}

function assignment(target: PatchTarget, value: unknown, draft: UserDraft): Record<string, unknown> {
  const { attribute, sub } = target;
  if (target.kind === 'single') return { [attribute]: sub === undefined ? value : nested(sub, value) };
  if (target.filter === undefined && sub === undefined)
    return { [attribute]: Array.isArray(value) ? value : [value] };
  const [slot] = selectSlots(target, draft);
  const entry = sub === undefined ? value : { [sub]: value };
  if (slot === undefined || !isJsonObject(entry)) throw badPath(target.path);
  return { [attribute]: slot.set(entry, draft) };
}

function removal(target: PatchTarget, draft: UserDraft): Record<string, unknown> {
  const { attribute, sub } = target;
  if (target.kind === 'single') {
    return { meta: { attributes: [sub === undefined ? attribute : `${attribute}.${sub}`] } };
  }
  const isPart = ADDRESS_SUB_ATTRIBUTES.some((name) => name === sub);
  if (target.filter === undefined && !isPart) return { meta: { attributes: [attribute] } };
  const slots = selectSlots(target, draft);
  return {
    [attribute]: slots.flatMap((slot) =>
      sub !== undefined && isPart ? slot.set({ [sub]: ' ' }, draft) : slot.remove(draft),
    ),
  };
}

/** `manager.managerId` → {manager: {managerId: value}}; a manager may be named directly. */
function nested(path: string, value: unknown): Record<string, unknown> {
  const [first = '', ...rest] = path.split('.');
  if (rest.length > 0) return { [first]: nested(rest.join('.'), value) };
  return { [first]: first === 'manager' && typeof value === 'string' ? { managerId: value } : value };
}

/** A PatchOp lists its own identifier; its fragments count as if they listed those of the extensions. */
function listingAllSchemas(fragment: Readonly<Record<string, unknown>>, dialect: Dialect): unknown {
  const schemas = ['user' as const, ...EXTENSIONS].map((name) => schemaUri(dialect, name));
  return { ...fragment, schemas };
}
