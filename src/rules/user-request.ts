import type { Issue } from '../failure/issue.ts';
import type { ScimErrorCode } from '../spec/error-codes.ts';
import {
  ADDRESS_SUB_ATTRIBUTES,
  type AddressSubAttribute,
  ENTERPRISE_STRINGS,
  type EnterpriseString,
  EXTENSIONS,
  type Extension,
  IGNORED_CORE_ATTRIBUTES,
  MULTI_VALUED,
  type MultiValued,
  NAME_SUB_ATTRIBUTES,
  type NameSubAttribute,
  PLAIN_STRINGS,
  type PlainString,
  READ_ONLY_ATTRIBUTES,
  SUB_ATTRIBUTES,
} from '../spec/scim-schemas.ts';
import { type Dialect, isSameUri, listsSchema, schemaUriSpellings } from './schema-uris.ts';

/** What a request does with the user that it describes. */
export type UserOperation = 'create' | 'replace' | 'patch';

/** An element of emails, phoneNumbers, photos or roles. `value` is undefined where it is null or absent. */
export interface Entry {
  readonly value: string | undefined;
  readonly type: string | undefined;
  readonly primary: boolean | undefined;
  /** `operation: delete` (SCIM §4.3 rules 6–10). */
  readonly isDeletion: boolean;
}

export interface AddressEntry extends Entry {
  readonly parts: { readonly [Name in AddressSubAttribute]?: string };
}

/** A user as a request describes it, after the shape of every attribute was checked. Absent means not sent. */
export interface UserRequest {
  readonly userName?: string;
  readonly nickName?: string;
  readonly profileUrl?: string;
  readonly password?: string;
  readonly externalId?: string;
  readonly active?: boolean;
  readonly strings: { readonly [Name in PlainString]?: string };
  readonly name?: { readonly [Name in NameSubAttribute]?: string };
  readonly emails?: readonly Entry[];
  readonly phoneNumbers?: readonly Entry[];
  readonly photos?: readonly Entry[];
  readonly addresses?: readonly AddressEntry[];
  readonly roles?: readonly Entry[];
  readonly enterprise?: { readonly [Name in EnterpriseString | 'managerId']?: string };
  readonly guest?: { readonly type?: string; readonly expiration?: string };
  readonly profile?: { readonly startDate?: string };
  /** `meta.attributes`: paths to remove (SCIM §4.3 rule 15). */
  readonly remove: readonly string[];
}

export interface ParsedUserRequest {
  readonly request: UserRequest;
  readonly issues: readonly Issue[];
}

/**
 * Reads the body of a create, replace or (v1) patch request. Every value has the type that SCIM §2.1 gives it, or
 * there is an issue with the service's code. null counts as not sent.
 */
export function parseUserRequest(
  body: unknown,
  dialect: Dialect,
  operation: UserOperation,
): ParsedUserRequest {
  if (!isObject(body)) {
    const issue = { code: 'invalid_request_payload', path: '', message: 'the body is not a JSON object' };
    return { request: { strings: {}, remove: [] }, issues: [issue] };
  }
  const reader = new Reader(body, dialect, operation);
  const request = reader.read();
  return { request, issues: reader.issues };
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

class Reader {
  readonly issues: Issue[] = [];
  readonly body: Readonly<Record<string, unknown>>;
  readonly dialect: Dialect;
  readonly operation: UserOperation;

  constructor(body: Readonly<Record<string, unknown>>, dialect: Dialect, operation: UserOperation) {
    this.body = body;
    this.dialect = dialect;
    this.operation = operation;
  }

  read(): UserRequest {
    this.checkNames();
    const schemas = this.schemas();
    const strings: { [Name in PlainString]?: string } = {};
    for (const name of PLAIN_STRINGS) put(strings, name, this.text(this.body, name));
    const request: Writable<UserRequest> = { strings, remove: this.remove() };
    for (const name of ['userName', 'nickName', 'profileUrl', 'password', 'externalId'] as const) {
      put(request, name, this.text(this.body, name));
    }
    put(request, 'active', this.boolean('active'));
    put(request, 'name', this.name());
    for (const name of ['emails', 'phoneNumbers', 'photos', 'roles'] as const)
      put(request, name, this.entries(name));
    put(request, 'addresses', this.addresses());
    this.entries('groups');
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

  /** Refuses names inside an object that neither the document nor the standard knows. */
  private checkSubNames(
    holder: Readonly<Record<string, unknown>>,
    attribute: keyof typeof SUB_ATTRIBUTES,
    path: string = attribute,
  ): void {
    const known: readonly string[] = SUB_ATTRIBUTES[attribute];
    for (const name of Object.keys(holder)) {
      if (known.includes(name)) continue;
      const message = `"${name}" is not a sub-attribute of ${attribute}`;
      this.report('invalid_request_payload', `${path}.${name}`, message);
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

  private text(holder: Readonly<Record<string, unknown>>, name: string, path = name): string | undefined {
    const value = holder[name];
    if (value === undefined || value === null) return undefined;
    if (typeof value === 'string') return value;
    const code = name === 'userName' ? 'username_invalid' : 'invalid_attribute_format';
    this.report(code, path, `${path} is ${typeName(value)}`, 'a string');
    return undefined;
  }

  private boolean(name: string): boolean | undefined {
    const value = this.body[name];
    if (value === undefined || value === null) return undefined;
    const read = booleanFrom(value);
    if (read === undefined)
      this.report('invalid_attribute_format', name, `${name} is ${typeName(value)}`, 'true or false');
    return read;
  }

  private name(): UserRequest['name'] {
    const value = this.body['name'];
    if (value === undefined || value === null) return undefined;
    if (typeof value === 'string') return splitFullName(value);
    if (!isObject(value)) {
      this.report(
        'invalid_attribute_format',
        'name',
        `name is ${typeName(value)}`,
        'an object or one full name',
      );
      return undefined;
    }
    this.checkSubNames(value, 'name');
    const formatted = this.text(value, 'formatted', 'name.formatted');
    const name: { [Name in NameSubAttribute]?: string } =
      formatted === undefined || this.operation === 'patch' ? {} : splitFullName(formatted);
    for (const part of NAME_SUB_ATTRIBUTES) put(name, part, this.text(value, part, `name.${part}`));
    return name;
  }

  private entries(name: MultiValued): readonly Entry[] | undefined {
    return this.elements(name)?.flatMap((element, index) => {
      const path = `${name}[${index}]`;
      if (name === 'roles' && typeof element === 'string') return [{ ...NO_ENTRY, value: element }];
      return isObject(element) ? [this.entry(name, element, path)] : this.badElement(name, element, path);
    });
  }

  private entry(name: MultiValued, element: Readonly<Record<string, unknown>>, path: string): Entry {
    this.checkSubNames(element, name, path);
    const value = element['value'];
    if (value !== undefined && value !== null && typeof value !== 'string') {
      const code = name === 'emails' ? 'email_invalid' : MULTI_VALUED[name];
      this.report(code, `${path}.value`, `${path}.value is ${typeName(value)}`, 'a string');
    }
    return { ...this.marks(name, element, path), value: typeof value === 'string' ? value : undefined };
  }

  /** What selects an entry and what is to be done with it. `primary` of a role may be a string (SCIM §2.1). */
  private marks(name: MultiValued, element: Readonly<Record<string, unknown>>, path: string): Entry {
    const mark = <T>(key: string, expected: string, read: (value: unknown) => T | undefined) => {
      const value = element[key];
      if (value === undefined || value === null) return undefined;
      const result = read(value);
      if (result === undefined) {
        const shown = typeof value === 'string' ? `"${value}"` : typeName(value);
        this.report(MULTI_VALUED[name], `${path}.${key}`, `${path}.${key} is ${shown}`, expected);
      }
      return result;
    };
    const primaryFrom = name === 'roles' ? booleanFrom : booleanOnly;
    const operation = mark('operation', 'delete, or nothing', (value) =>
      OPERATIONS.find((known) => known === value),
    );
    return {
      value: undefined,
      type: mark('type', 'a string', (value) =>
        typeof value === 'string' ? value.toLowerCase() : undefined,
      ),
      primary: mark('primary', 'true or false', primaryFrom),
      isDeletion: operation === 'delete',
    };
  }

  private addresses(): readonly AddressEntry[] | undefined {
    return this.elements('addresses')?.flatMap((element, index) => {
      const path = `addresses[${index}]`;
      if (!isObject(element)) return this.badElement('addresses', element, path);
      this.checkSubNames(element, 'addresses', path);
      const parts: { [Name in AddressSubAttribute]?: string } = {};
      for (const part of ADDRESS_SUB_ATTRIBUTES) {
        const value = element[part];
        if (typeof value === 'string') parts[part] = value;
        else if (value !== undefined && value !== null) {
          this.report(
            'addresses_invalid',
            `${path}.${part}`,
            `${path}.${part} is ${typeName(value)}`,
            'a string',
          );
        }
      }
      return [{ ...this.marks('addresses', element, path), parts }];
    });
  }

  private elements(name: MultiValued): readonly unknown[] | undefined {
    const value = this.body[name];
    if (value === undefined || value === null) return undefined;
    if (Array.isArray(value)) return value;
    this.report('invalid_attribute_format', name, `${name} is ${typeName(value)}`, 'an array');
    return undefined;
  }

  private badElement(name: MultiValued, element: unknown, path: string): [] {
    this.report(MULTI_VALUED[name], path, `${path} is ${typeName(element)}`, 'an object');
    return [];
  }

  private enterprise(): UserRequest['enterprise'] {
    const value = this.extensionObject('enterprise');
    if (value === undefined) return undefined;
    const enterprise: { [Name in EnterpriseString | 'managerId']?: string } = {};
    for (const name of ENTERPRISE_STRINGS)
      put(enterprise, name, this.text(value, name, `enterprise.${name}`));
    const manager = value['manager'];
    if (manager === undefined || manager === null) return enterprise;
    // What a client sends back that fetched a user without a manager and leaves nulls out (assumption `empty-manager`).
    if (this.operation === 'replace' && isObject(manager) && Object.keys(manager).length === 0)
      return enterprise;
    if (isObject(manager)) this.checkSubNames(manager, 'manager', 'enterprise.manager');
    if (isObject(manager) && 'managerId' in manager) {
      put(enterprise, 'managerId', this.text(manager, 'managerId', 'enterprise.manager.managerId'));
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
      const expected = `the identifier of the ${extension} extension in schemas`;
      this.report(
        'missing_schema_element',
        'schemas',
        `schemas does not list the ${extension} extension`,
        expected,
      );
    }
    const read: { [Key in Name]?: string } = {};
    for (const name of names) put(read, name, this.text(value, name, `${extension}.${name}`));
    return read;
  }

  private extensionObject(extension: Extension): Readonly<Record<string, unknown>> | undefined {
    const key = Object.keys(this.body).find((name) => this.isExtension(name, extension));
    const value = key === undefined ? undefined : this.body[key];
    if (value === undefined || value === null) return undefined;
    if (isObject(value)) {
      this.checkSubNames(value, extension);
      return value;
    }
    this.report(
      'invalid_attribute_format',
      extension,
      `the ${extension} extension is ${typeName(value)}`,
      'an object',
    );
    return undefined;
  }

  private remove(): readonly string[] {
    const meta = this.body['meta'];
    const paths = isObject(meta) ? meta['attributes'] : undefined;
    if (paths === undefined || paths === null) return [];
    if (Array.isArray(paths) && paths.every((path) => typeof path === 'string')) return paths;
    this.report(
      'invalid_attribute_format',
      'meta.attributes',
      'meta.attributes is not a list of paths',
      'an array of strings',
    );
    return [];
  }

  private report(code: ScimErrorCode, path: string, message: string, expected?: string): void {
    this.issues.push({ code, path, message, ...(expected === undefined ? {} : { expected }) });
  }
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

const NO_ENTRY = { value: undefined, type: undefined, primary: undefined, isDeletion: false } as const;

/** `add` is what happens without an operation (SCIM §2.2; assumption `entry-operation`). */
const OPERATIONS = ['add', 'delete'] as const;

function booleanOnly(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

/** Reads true and false, also as strings: roles allow them (SCIM §2.1), and so does active (assumption `active-as-string`). */
function booleanFrom(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return undefined;
  const word = value.toLowerCase();
  return word === 'true' ? true : word === 'false' ? false : undefined;
}

/** The last word of a full name is the family name (assumption `full-name`). */
function splitFullName(fullName: string): { givenName: string; familyName: string } {
  const words = fullName.trim().split(/\s+/);
  const familyName = words.length > 1 ? (words.pop() ?? '') : '';
  return { givenName: words.join(' '), familyName };
}

function typeName(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (value === null) return 'null';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** Sets the property when there is a value; an absent property and an undefined one are not the same here. */
function put<Holder extends object, Key extends keyof Holder>(
  holder: Holder,
  key: Key,
  value: Holder[Key] | undefined,
): void {
  if (value !== undefined) holder[key] = value;
}
