import type { Issue } from '../failure/issue.ts';
import {
  ENTERPRISE_STRINGS,
  type EnterpriseString,
  EXTENSIONS,
  type Extension,
  IGNORED_CORE_ATTRIBUTES,
  MULTI_VALUED,
  NAME_SUB_ATTRIBUTES,
  type NameSubAttribute,
  PLAIN_STRINGS,
  type PlainString,
  READ_ONLY_ATTRIBUTES,
} from '../spec/scim-schemas.ts';
import type { JsonObject } from '../spec/wire.ts';
import { checkSubNames, type Report, readBoolean, readString, typeName } from './attribute-shape.ts';
import { isJsonObject } from './json-value.ts';
import { readAddresses, readEntries } from './read-entries.ts';
import { type Dialect, isSameUri, listsSchema, schemaUriSpellings } from './schema-uris.ts';
import type { ParsedUserRequest, UserOperation, UserRequest } from './user-request.ts';

/**
 * Reads the body of a create, replace or (v1) patch request. Every value has the type that SCIM §2.1 gives it, or
 * there is an issue with the service's code. null counts as not sent.
 */
export function parseUserRequest(
  body: unknown,
  dialect: Dialect,
  operation: UserOperation,
): ParsedUserRequest {
  if (!isJsonObject(body)) {
    const issue = { code: 'invalid_request_payload', path: '', message: 'the body is not a JSON object' };
    return { request: { strings: {}, remove: [] }, issues: [issue] };
  }
  const reader = new Reader(body, dialect, operation);
  const request = reader.read();
  return { request, issues: reader.issues };
}

class Reader {
  readonly issues: Issue[] = [];
  private readonly body: JsonObject;
  private readonly dialect: Dialect;
  private readonly operation: UserOperation;

  constructor(body: JsonObject, dialect: Dialect, operation: UserOperation) {
    this.body = body;
    this.dialect = dialect;
    this.operation = operation;
  }

  read(): UserRequest {
    this.checkNames();
    const schemas = this.schemas();
    const strings: { [Name in PlainString]?: string } = {};
    for (const name of PLAIN_STRINGS) put(strings, name, readString(this.body, name, this.report));
    const request: Writable<UserRequest> = { strings, remove: this.remove() };
    for (const name of ['userName', 'nickName', 'profileUrl', 'password', 'externalId'] as const) {
      put(request, name, readString(this.body, name, this.report));
    }
    put(request, 'active', readBoolean(this.body, 'active', this.report));
    put(request, 'name', this.name());
    for (const name of ['emails', 'phoneNumbers', 'photos', 'roles'] as const)
      put(request, name, readEntries(this.body, name, this.report));
    put(request, 'addresses', readAddresses(this.body, this.report));
    readEntries(this.body, 'groups', this.report);
    put(request, 'enterprise', this.enterprise());
    put(request, 'guest', this.extension('guest', ['type', 'expiration'] as const, schemas));
    put(request, 'profile', this.extension('profile', ['startDate'] as const, schemas));
    return request;
  }

  /** Refuses top-level names that neither the document nor the standard knows. */
  private checkNames(): void {
    for (const name of Object.keys(this.body)) {
      const known =
        KNOWN_NAMES.has(name) || EXTENSIONS.some((extension) => this.isExtension(name, extension));
      if (!known) this.report('invalid_request_payload', name, `"${name}" is not an attribute of a user`);
    }
  }

  private isExtension(name: string, extension: Extension): boolean {
    return schemaUriSpellings(this.dialect, extension).some((uri) => isSameUri(uri, name));
  }

  private schemas(): readonly string[] {
    const value = this.body['schemas'];
    if (Array.isArray(value) && value.length > 0 && value.every((uri) => typeof uri === 'string'))
      return value;
    this.report('missing_schema_element', 'schemas', 'schemas is missing', 'an array of schema identifiers');
    return [];
  }

  private name(): UserRequest['name'] {
    const value = this.body['name'];
    if (value === undefined || value === null) return undefined;
    if (typeof value === 'string') return splitFullName(value);
    if (!isJsonObject(value)) {
      const message = `name is ${typeName(value)}`;
      this.report('invalid_attribute_format', 'name', message, 'an object or one full name');
      return undefined;
    }
    checkSubNames(value, 'name', this.report);
    const formatted = readString(value, 'formatted', this.report, 'name.formatted');
    const name: { [Name in NameSubAttribute]?: string } =
      formatted === undefined || this.operation === 'patch' ? {} : splitFullName(formatted);
    for (const part of NAME_SUB_ATTRIBUTES)
      put(name, part, readString(value, part, this.report, `name.${part}`));
    return name;
  }

  private enterprise(): UserRequest['enterprise'] {
    const value = this.extensionObject('enterprise');
    if (value === undefined) return undefined;
    const enterprise: { [Name in EnterpriseString | 'managerId']?: string } = {};
    for (const name of ENTERPRISE_STRINGS)
      put(enterprise, name, readString(value, name, this.report, `enterprise.${name}`));
    const { manager } = value;
    if (manager === undefined || manager === null) return enterprise;
    // What a client sends back that fetched a user without a manager and leaves nulls out (assumption `empty-manager`).
    if (this.operation === 'replace' && isJsonObject(manager) && Object.keys(manager).length === 0)
      return enterprise;
    if (isJsonObject(manager)) checkSubNames(manager, 'manager', this.report, 'enterprise.manager');
    if (isJsonObject(manager) && 'managerId' in manager) {
      const path = 'enterprise.manager.managerId';
      put(enterprise, 'managerId', readString(manager, 'managerId', this.report, path));
    } else {
      const code = 'improper_enterprise_schema_format';
      this.report(code, 'enterprise.manager', 'manager lacks managerId', 'an object with managerId');
    }
    return enterprise;
  }

  /**
   * The guest and the profile extension must be listed in schemas when they are sent (SCIM §2.1, §4.3 rule 13; assumption
   * `guest-schema-missing`).
   */
  private extension<Name extends string>(
    extension: 'guest' | 'profile',
    names: readonly Name[],
    schemas: readonly string[],
  ): { [Key in Name]?: string } | undefined {
    const value = this.extensionObject(extension);
    if (value === undefined) return undefined;
    if (!listsSchema(this.dialect, extension, schemas)) {
      const message = `schemas does not list the ${extension} extension`;
      const expected = `the identifier of the ${extension} extension in schemas`;
      this.report('missing_schema_element', 'schemas', message, expected);
    }
    const read: { [Key in Name]?: string } = {};
    for (const name of names) put(read, name, readString(value, name, this.report, `${extension}.${name}`));
    return read;
  }

  private extensionObject(extension: Extension): JsonObject | undefined {
    const key = Object.keys(this.body).find((name) => this.isExtension(name, extension));
    const value = key === undefined ? undefined : this.body[key];
    if (value === undefined || value === null) return undefined;
    if (isJsonObject(value)) {
      checkSubNames(value, extension, this.report);
      return value;
    }
    const message = `the ${extension} extension is ${typeName(value)}`;
    this.report('invalid_attribute_format', extension, message, 'an object');
    return undefined;
  }

  private remove(): readonly string[] {
    const { meta } = this.body;
    const paths = isJsonObject(meta) ? meta['attributes'] : undefined;
    if (paths === undefined || paths === null) return [];
    if (Array.isArray(paths) && paths.every((path) => typeof path === 'string')) return paths;
    const message = 'meta.attributes is not a list of paths';
    this.report('invalid_attribute_format', 'meta.attributes', message, 'an array of strings');
    return [];
  }

  private readonly report: Report = (code, path, message, expected) => {
    this.issues.push({ code, path, message, ...(expected === undefined ? {} : { expected }) });
  };
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

const KNOWN_NAMES: ReadonlySet<string> = new Set([
  'schemas',
  'userName',
  'nickName',
  'profileUrl',
  'password',
  'active',
  'name',
  ...PLAIN_STRINGS,
  ...Object.keys(MULTI_VALUED),
  ...IGNORED_CORE_ATTRIBUTES,
  ...READ_ONLY_ATTRIBUTES,
]);

/** The last word of a full name is the family name (assumption `full-name`). */
function splitFullName(fullName: string): { givenName: string; familyName: string } {
  const words = fullName.trim().split(/\s+/);
  const familyName = words.length > 1 ? (words.pop() ?? '') : '';
  return { givenName: words.join(' '), familyName };
}

/** Sets the property when there is a value; an absent property and an undefined one are not the same here. */
function put<Holder extends object, Key extends keyof Holder>(
  holder: Holder,
  key: Key,
  value: Holder[Key] | undefined,
): void {
  if (value !== undefined) holder[key] = value;
}
