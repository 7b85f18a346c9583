import type { Issue } from '../failure/issue.ts';
import type { ScimErrorCode } from '../spec/error-codes.ts';
import { GROUP_ATTRIBUTES, MEMBER_SUB_ATTRIBUTES } from '../spec/scim-schemas.ts';
import { defined } from '../values/defined.ts';
import { isJsonObject } from './json-value.ts';
import { readSchemaList } from './schema-list.ts';
import { inTableSpelling } from './table-spelling.ts';

/** The operation of a request on a group. */
export type GroupOperation = 'create' | 'replace' | 'patch';

/** A member in a request. `isDeletion` is `operation: delete` of v1 (SCIM §2.2). */
export interface MemberEntry {
  readonly value: string;
  readonly isDeletion: boolean;
}

/** A group in a request after the types of all attributes were checked. An absent member was not sent. */
export interface GroupRequest {
  readonly displayName?: string;
  readonly members?: readonly MemberEntry[];
  /** `meta.attributes`: paths to remove (SCIM §4.3 rule 15; assumption `group-members-removed`). */
  readonly remove: readonly string[];
}

export interface ParsedGroupRequest {
  readonly request: GroupRequest;
  readonly issues: readonly Issue[];
}

/**
 * Reads the body of a create, replace or (v1) patch of a group (SCIM §2.2, §4.6). Every value has its type,
 * or there is an issue with the service's code. null counts as not sent; in a patch it clears the members
 * (assumption `null-clears`).
 */
export function parseGroupRequest(sent: unknown, operation: GroupOperation): ParsedGroupRequest {
  const issues: Issue[] = [];
  const report = (code: ScimErrorCode, path: string, message: string, expected?: string) => {
    issues.push({ code, path, message, ...defined({ expected }) });
  };
  if (!isJsonObject(sent)) {
    report('invalid_request_payload', '', 'the body is not a JSON object');
    return { request: { remove: [] }, issues };
  }
  const body = inTableSpelling(sent, GROUP_ATTRIBUTES);
  for (const name of Object.keys(body)) {
    if (!GROUP_ATTRIBUTES.some((known) => known === name))
      report('invalid_request_payload', name, `"${name}" is not an attribute of a group`);
  }
  const { displayName } = body;
  const schemas = readSchemaList(body['schemas']);
  if ('issue' in schemas) issues.push(schemas.issue);
  const isNameSent = displayName !== undefined && (displayName !== null || operation === 'patch');
  const isName = typeof displayName === 'string' && displayName.trim() !== '';
  // A group has a name (SCIM §2.2; assumption `group-without-name`).
  if (!isName && (isNameSent || operation !== 'patch'))
    report(
      'invalid_attribute_format',
      'displayName',
      'displayName is missing or blank',
      'the name of the group',
    );
  const members = readRequestedMembers(body['members'], 'members', report, operation === 'patch');
  const isCleared = operation === 'patch' && body['members'] === null;
  return {
    request: {
      ...(isName ? { displayName } : {}),
      ...defined({ members }),
      remove: [...readRemovals(body['meta'], report), ...(isCleared ? ['members'] : [])],
    },
    issues,
  };
}

type Report = (code: ScimErrorCode, path: string, message: string, expected?: string) => void;

/**
 * Reads a list of members (SCIM §4.6). Without an operation, a member is added.
 * @param mayDelete whether `operation` delete is defined: only in a v1 PATCH (SCIM §2.2; assumption
 * `member-operation`).
 */
export function readRequestedMembers(
  value: unknown,
  path: string,
  report: Report,
  mayDelete: boolean,
): readonly MemberEntry[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) {
    report('invalid_attribute_format', path, `${path} is not an array`, 'an array of {"value": "U…"}');
    return undefined;
  }
  return value.flatMap((element: unknown, index): readonly MemberEntry[] => {
    const at = `${path}[${index}]`;
    const member = isJsonObject(element) ? inTableSpelling(element, MEMBER_SUB_ATTRIBUTES) : {};
    const { value: id, operation } = member;
    if (typeof id !== 'string') {
      report('invalid_attribute_format', at, `${at} does not name a user`, '{"value": "U…"}');
      return [];
    }
    for (const name of Object.keys(member)) {
      if (!MEMBER_SUB_ATTRIBUTES.some((known) => known === name))
        report('invalid_request_payload', `${at}.${name}`, `"${name}" is not a sub-attribute of members`);
    }
    const isKnown = operation === undefined || operation === null || operation === 'add';
    if (!isKnown && !(mayDelete && operation === 'delete'))
      report(
        'invalid_request_payload',
        `${at}.operation`,
        `${at}.operation is "${String(operation)}"`,
        mayDelete ? 'add or delete' : 'no operation: it belongs to a PATCH of SCIM 1.1',
      );
    return [{ value: id, isDeletion: operation === 'delete' }];
  });
}

function readRemovals(meta: unknown, report: Report): readonly string[] {
  const paths = isJsonObject(meta) ? inTableSpelling(meta, ['attributes'])['attributes'] : undefined;
  if (paths === undefined || paths === null) return [];
  if (Array.isArray(paths) && paths.every((path) => typeof path === 'string')) return paths;
  report(
    'invalid_attribute_format',
    'meta.attributes',
    'meta.attributes is not a list of paths',
    'an array of strings',
  );
  return [];
}
