import { type Filter, matchesFilter } from '../rules/filter.ts';
import { type GroupRequest, type MemberEntry, readRequestedMembers } from '../rules/group-request.ts';
import { isJsonObject } from '../rules/json-value.ts';
import { parseFilter } from '../rules/parse-filter.ts';
import { type SchemaDialect, schemaUri } from '../rules/schema-uris.ts';
import { inTableSpelling } from '../rules/table-spelling.ts';
import type { ScimErrorCode } from '../spec/error-codes.ts';
import type { JsonObject } from '../spec/protocol-types.ts';
import { GROUP_ATTRIBUTES } from '../spec/scim-schemas.ts';
import { defined } from '../values/defined.ts';
import type { MemberStep } from './change-members.ts';
import type { PatchOperation } from './patch-op.ts';
import { badPath, stripUrnPrefix } from './path-prefix.ts';
import { ScimError } from './scim-error.ts';

/** Effect of one PATCH: possibly a new name, and ordered steps. */
export interface GroupPatchSteps {
  readonly displayName?: string;
  readonly steps: readonly MemberStep[];
}

/** Members as a value filter sees them. */
export interface MembersSeen {
  readonly members: ReadonlySet<string>;
  readonly displayOf: (id: string) => string;
}

/**
 * Returns the steps of the attributes of a v1 PATCH: members are removed first, to make room for new ones
 * (SCIM §4.6, §7).
 */
export function patchOfAttributes({ displayName, members = [], remove }: GroupRequest): GroupPatchSteps {
  for (const path of remove) if (path.toLowerCase() !== 'members') throw badPath(path);
  const named = (isDeletion: boolean) =>
    members.filter((member) => member.isDeletion === isDeletion).map(({ value }) => value);
  const steps: MemberStep[] = [
    ...(remove.length > 0 ? [{ kind: 'set', users: [] } as const] : []),
    { kind: 'remove', users: named(true) },
    { kind: 'add', users: named(false) },
  ];
  return { ...defined({ displayName }), steps: steps.filter(hasEffect) };
}

/**
 * Returns the steps of one v2 operation (SCIM §2.3, §4.6; OBSERVED §4.6).
 * @throws ScimError invalid_request_payload, invalid_attribute_format, no_such_group_members
 */
export function patchOfOperation(
  operation: PatchOperation,
  dialect: SchemaDialect,
  seen: MembersSeen,
): GroupPatchSteps {
  const { op, path, value } = operation;
  if (path === undefined)
    return patchOfValues(op === 'add' ? 'add' : 'set', isJsonObject(value) ? value : {}, dialect);
  const plain = stripUrnPrefix(path, [schemaUri(dialect, 'group')]) ?? path;
  const [, attribute = '', brackets] = /^([A-Za-z]+)(?:\[(.*)\])?$/.exec(plain) ?? [];
  switch (attribute.toLowerCase()) {
    case 'displayname':
      if (op === 'remove' || brackets !== undefined) throw badPath(path);
      return { displayName: nameFrom(value), steps: [] };
    case 'members':
      if (brackets !== undefined && op !== 'remove') throw badPath(path);
      // Null clears the list (assumption `null-clears`).
      if (op !== 'remove' && value === null) return { steps: [{ kind: 'set', users: [] }] };
      return { steps: [op === 'remove' ? removal(brackets, value, path, seen) : assignment(op, value)] };
    default:
      throw badPath(path);
  }
}

/**
 * Returns the steps of an operation without a path, whose value has the attributes (assumption
 * `patch-without-path`); read-only attributes are ignored.
 */
function patchOfValues(kind: 'add' | 'set', sent: JsonObject, dialect: SchemaDialect): GroupPatchSteps {
  const group = schemaUri(dialect, 'group');
  const plain = Object.entries(sent).map(([name, value]) => [stripUrnPrefix(name, [group]) ?? name, value]);
  const values = inTableSpelling(Object.fromEntries(plain), GROUP_ATTRIBUTES);
  for (const name of Object.keys(values))
    if (!GROUP_ATTRIBUTES.some((known) => known === name)) throw badPath(name);
  const { displayName, members } = values;
  const step: MemberStep =
    members === null
      ? { kind: 'set', users: [] }
      : { kind, users: members === undefined ? [] : usersIn(members) };
  return {
    ...(displayName === undefined ? {} : { displayName: nameFrom(displayName) }),
    steps: members === undefined ? [] : [step],
  };
}

function assignment(op: 'add' | 'replace', value: unknown): MemberStep {
  return { kind: op === 'add' ? 'add' : 'set', users: usersIn(value) };
}

/**
 * Removes all members, those of a value list (none if it is empty: assumption `empty-member-list`), or those
 * that match a filter.
 */
function removal(brackets: string | undefined, value: unknown, path: string, seen: MembersSeen): MemberStep {
  if (brackets !== undefined)
    return { kind: 'remove', users: selectedMembers(readFilter(brackets, path), seen) };
  const isWhole = value === undefined || value === null;
  return isWhole ? { kind: 'set', users: [] } : { kind: 'remove', users: usersIn(value) };
}

function selectedMembers(filter: Filter, { members, displayOf }: MembersSeen): readonly string[] {
  // Fast path for the usual case: one member among thousands.
  if (filter.kind === 'compare' && filter.attribute === 'value' && filter.operator === 'eq')
    return [filter.value];
  return [...members].filter((id) =>
    matchesFilter(filter, (name) => (name === 'value' ? [id] : [displayOf(id)])),
  );
}

function readFilter(text: string, path: string): Filter {
  const parsed = parseFilter(text, ['value', 'display']);
  if ('problem' in parsed) throw badPath(path);
  return parsed.filter;
}

function usersIn(value: unknown): readonly string[] {
  const refuse = (code: ScimErrorCode, path: string) => {
    throw new ScimError(code, { context: `attribute=${path}` });
  };
  const list = Array.isArray(value) ? value : [value];
  const entries: readonly MemberEntry[] = readRequestedMembers(list, 'members', refuse, false) ?? [];
  return entries.map((entry) => entry.value);
}

function nameFrom(value: unknown): string {
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw new ScimError('invalid_attribute_format', { context: 'attribute=displayName' });
}

function hasEffect({ kind, users }: MemberStep): boolean {
  return kind === 'set' || users.length > 0;
}
