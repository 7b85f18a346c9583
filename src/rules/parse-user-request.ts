import type { Issue } from '../failure/issue.ts';
import type { JsonObject } from '../spec/protocol-types.ts';
import {
  ENTERPRISE_STRINGS,
  type EnterpriseString,
  EXTENSIONS,
  type Extension,
  NAME_SUB_ATTRIBUTES,
  type NameSubAttribute,
  PLAIN_STRINGS,
  type PlainString,
} from '../spec/scim-schemas.ts';
import { defined } from '../values/defined.ts';
import { checkSubNames, type ReportShape, readBoolean, readString, typeName } from './attribute-shape.ts';
import { isJsonObject } from './json-value.ts';
import { readEntries, readPostalAddresses } from './read-entries.ts';
import { readSchemaList } from './schema-list.ts';
import { isSameUri, listsSchema, type SchemaDialect, schemaUriSpellings } from './schema-uris.ts';
import { inTableSpelling } from './table-spelling.ts';
import type { ParsedUserRequest, UserOperation, UserRequest } from './user-request.ts';
import { KNOWN_NAMES, NEVER_CLEARED, NEVER_STORED } from './user-request-names.ts';

/**
 * Reads the body of a create, replace or (v1) patch request. Every value has its type from SCIM §2.1, or
 * there is an issue with the service's code. null counts as not sent; in a patch it clears the value
 * (assumption `null-clears`).
 */
export function parseUserRequest(
  body: unknown,
  dialect: SchemaDialect,
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
  private readonly dialect: SchemaDialect;
  private readonly operation: UserOperation;
  /** Paths of the values cleared by null. */
  private readonly cleared: string[] = [];

  constructor(body: JsonObject, dialect: SchemaDialect, operation: UserOperation) {
    this.body = inTableSpelling(body, KNOWN_NAMES);
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
      put(request, name, readEntries(this.body, name, this.report, this.operation));
    put(request, 'addresses', readPostalAddresses(this.body, this.report));
    readEntries(this.body, 'groups', this.report, this.operation);
    put(request, 'enterprise', this.enterprise());
    put(request, 'guest', this.extension('guest', ['type', 'expiration'] as const, schemas));
    put(request, 'profile', this.extension('profile', ['startDate'] as const, schemas));
    this.readNulls();
    return { ...request, remove: [...request.remove, ...this.cleared] };
  }

  /** Reports top-level names that are in neither the documents nor the standard. */
  private checkNames(): void {
    for (const name of Object.keys(this.body)) {
      const known =
        KNOWN_NAMES.includes(name) || EXTENSIONS.some((extension) => this.isExtension(name, extension));
      if (!known) this.report('invalid_request_payload', name, `"${name}" is not an attribute of a user`);
    }
  }

  private isExtension(name: string, extension: Extension): boolean {
    return schemaUriSpellings(this.dialect, extension).some((uri) => isSameUri(uri, name));
  }

  private schemas(): readonly string[] {
    const list = readSchemaList(this.body['schemas']);
    if ('uris' in list) return list.uris;
    this.issues.push(list.issue);
    return [];
  }

  /** Records the top-level attributes and extensions cleared by null (assumption `null-clears`). */
  private readNulls(): void {
    if (this.operation !== 'patch') return;
    for (const [name, value] of Object.entries(this.body)) {
      if (value !== null || name === 'schemas') continue;
      const code = NEVER_CLEARED.get(name);
      if (code !== undefined) this.report(code, name, `${name} cannot be cleared`, 'a value');
      else if (!NEVER_STORED.includes(name)) this.cleared.push(name);
    }
  }

  /** Records the sub-attributes of an object cleared by null. */
  private readNullsIn(holder: JsonObject, names: readonly string[], prefix: string): void {
    if (this.operation !== 'patch') return;
    for (const name of names) if (holder[name] === null) this.cleared.push(`${prefix}${name}`);
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
    const parts = checkSubNames(value, 'name', this.report);
    this.readNullsIn(parts, NAME_SUB_ATTRIBUTES, 'name.');
    const formatted = readString(parts, 'formatted', this.report, 'name.formatted');
    const name: { [Name in NameSubAttribute]?: string } =
      formatted === undefined || this.operation === 'patch' ? {} : splitFullName(formatted);
    for (const part of NAME_SUB_ATTRIBUTES)
      put(name, part, readString(parts, part, this.report, `name.${part}`));
    return name;
  }

  private enterprise(): UserRequest['enterprise'] {
    const found = this.extensionObject('enterprise');
    if (found === undefined) return undefined;
    const { key, object } = found;
    const enterprise: { [Name in EnterpriseString | 'managerId']?: string } = {};
    for (const name of ENTERPRISE_STRINGS)
      put(enterprise, name, readString(object, name, this.report, `enterprise.${name}`));
    this.readNullsIn(object, [...ENTERPRISE_STRINGS, 'manager'], `${key}:`);
    const { manager: sent } = object;
    if (sent === undefined || sent === null) return enterprise;
    // A client that reads a user without a manager and drops nulls sends an empty object back (assumption
    // `empty-manager`).
    if (this.operation === 'replace' && isJsonObject(sent) && Object.keys(sent).length === 0)
      return enterprise;
    const manager = isJsonObject(sent)
      ? checkSubNames(sent, 'manager', this.report, 'enterprise.manager')
      : undefined;
    if (manager !== undefined && 'managerId' in manager) {
      const path = 'enterprise.manager.managerId';
      put(enterprise, 'managerId', readString(manager, 'managerId', this.report, path));
      this.readNullsIn(manager, ['managerId'], `${key}:manager.`);
    } else {
      const code = 'improper_enterprise_schema_format';
      this.report(code, 'enterprise.manager', 'manager lacks managerId', 'an object with managerId');
    }
    return enterprise;
  }

  /**
   * Reads the guest or the profile extension, whose URI must be in `schemas` (SCIM §2.1, §4.3 rule 13;
   * assumption `guest-schema-missing`).
   */
  private extension<Name extends string>(
    extension: 'guest' | 'profile',
    names: readonly Name[],
    schemas: readonly string[],
  ): { [Key in Name]?: string } | undefined {
    const found = this.extensionObject(extension);
    if (found === undefined) return undefined;
    if (!listsSchema(this.dialect, extension, schemas)) {
      const message = `schemas does not list the ${extension} extension`;
      const expected = `the identifier of the ${extension} extension in schemas`;
      this.report('missing_schema_element', 'schemas', message, expected);
    }
    const read: { [Key in Name]?: string } = {};
    for (const name of names)
      put(read, name, readString(found.object, name, this.report, `${extension}.${name}`));
    this.readNullsIn(found.object, names, `${found.key}:`);
    return read;
  }

  /** Returns the object of an extension and the key under which it was sent. */
  private extensionObject(extension: Extension): { key: string; object: JsonObject } | undefined {
    const key = Object.keys(this.body).find((name) => this.isExtension(name, extension));
    const value = key === undefined ? undefined : this.body[key];
    if (key === undefined || value === undefined || value === null) return undefined;
    if (isJsonObject(value)) return { key, object: checkSubNames(value, extension, this.report) };
    const message = `the ${extension} extension is ${typeName(value)}`;
    this.report('invalid_attribute_format', extension, message, 'an object');
    return undefined;
  }

  private remove(): readonly string[] {
    const { meta } = this.body;
    const paths = isJsonObject(meta) ? inTableSpelling(meta, ['attributes'])['attributes'] : undefined;
    if (paths === undefined || paths === null) return [];
    if (Array.isArray(paths) && paths.every((path) => typeof path === 'string')) return paths;
    const message = 'meta.attributes is not a list of paths';
    this.report('invalid_attribute_format', 'meta.attributes', message, 'an array of strings');
    return [];
  }

  private readonly report: ReportShape = (code, path, message, expected) => {
    this.issues.push({ code, path, message, ...defined({ expected }) });
  };
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Splits a full name; its last word is the family name (assumption `full-name`). */
function splitFullName(fullName: string): { givenName: string; familyName: string } {
  const words = fullName.trim().split(/\s+/);
  const familyName = words.length > 1 ? (words.pop() ?? '') : '';
  return { givenName: words.join(' '), familyName };
}

/** Sets the property if there is a value: an absent property and an undefined one are not the same here. */
function put<Holder extends object, Key extends keyof Holder>(
  holder: Holder,
  key: Key,
  value: Holder[Key] | undefined,
): void {
  if (value !== undefined) holder[key] = value;
}
