import type { Filter } from '../rules/filter.ts';
import { parseFilter } from '../rules/parse-filter.ts';
import { type Dialect, schemaUri, schemaUriSpellings } from '../rules/schema-uris.ts';
import {
  ADDRESS_SUB_ATTRIBUTES,
  ENTERPRISE_STRINGS,
  EXTENSIONS,
  type Extension,
  MULTI_VALUED,
  type MultiValued,
  NAME_SUB_ATTRIBUTES,
  PLAIN_STRINGS,
} from '../spec/scim-schemas.ts';
import { ScimError } from './scim-error.ts';

/** The attributes of which the service keeps one entry or two; groups are read-only. */
export type SlottedAttribute = Exclude<MultiValued, 'groups'>;

/** Where a path of a PatchOp points: an attribute, perhaps one entry of it, perhaps a sub-attribute. */
export type PatchTarget =
  | {
      readonly kind: 'single';
      readonly path: string;
      /** A core attribute, or the identifier of an extension. */
      readonly attribute: string;
      readonly sub: string | undefined;
    }
  | {
      readonly kind: 'list';
      readonly path: string;
      readonly attribute: SlottedAttribute;
      /** The value filter in brackets. */
      readonly filter: Filter | undefined;
      readonly sub: string | undefined;
    };

/** A path into an extension, or to all of it. */
export interface ExtensionPath {
  readonly extension: Extension;
  readonly sub: string | undefined;
}

/**
 * Reads a path such as `title`, `name.givenName`, `emails[type eq "work"].value` or an extension's identifier with a
 * sub-attribute behind a colon or a period (service-facts §4.3, PATCH paths). Letter case does not count.
 * @throws ScimError invalid_request_payload
 */
export function readPatchPath(path: string, dialect: Dialect): PatchTarget {
  const extended = readExtensionPath(path, dialect);
  if (extended !== undefined) {
    const { extension, sub } = extended;
    return { kind: 'single', path, attribute: schemaUri(dialect, extension), sub };
  }
  const plain = behindAny(path, [schemaUri(dialect, 'user')]) ?? path;
  const [whole, name = '', brackets, rest] = /^([A-Za-z]+)(?:\[(.*)\])?(?:\.([A-Za-z]+))?$/.exec(plain) ?? [];
  if (whole === undefined) throw badPath(path);
  const attribute = known(name, ATTRIBUTES, path);
  const sub = rest === undefined ? undefined : known(rest, SUB_PATHS[attribute] ?? [], path);
  if (!isSlotted(attribute)) {
    if (brackets !== undefined) throw badPath(path);
    return { kind: 'single', path, attribute, sub };
  }
  const filter = brackets === undefined ? undefined : readFilter(brackets, path);
  return { kind: 'list', path, attribute, filter, sub };
}

/**
 * Reads a path into an extension; undefined when it begins with the identifier of none.
 * @throws ScimError invalid_request_payload for a sub-attribute that the extension does not have.
 */
export function readExtensionPath(path: string, dialect: Dialect): ExtensionPath | undefined {
  for (const extension of EXTENSIONS) {
    const rest = behindAny(path, schemaUriSpellings(dialect, extension));
    if (rest === undefined) continue;
    return { extension, sub: rest === '' ? undefined : known(rest, EXTENSION_PATHS[extension], path) };
  }
  return undefined;
}

/** Characters of a request that a refusal repeats. */
export const LONGEST_CONTEXT = 200;

export function badPath(path: string): ScimError {
  return new ScimError('invalid_request_payload', { context: `path=${path.slice(0, LONGEST_CONTEXT)}` });
}

const SLOTTED = Object.keys(MULTI_VALUED).filter(isSlotted);

const ATTRIBUTES: readonly string[] = [
  'userName',
  'nickName',
  'active',
  'password',
  'profileUrl',
  'externalId',
  'name',
  ...PLAIN_STRINGS,
  ...SLOTTED,
  'address',
];

const SUB_PATHS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(SLOTTED.map((name) => [name, ['value']])),
  name: NAME_SUB_ATTRIBUTES,
  addresses: ADDRESS_SUB_ATTRIBUTES,
};

const EXTENSION_PATHS: { readonly [Name in Extension]: readonly string[] } = {
  enterprise: [...ENTERPRISE_STRINGS, 'manager', 'manager.managerId'],
  guest: ['type', 'expiration'],
  profile: ['startDate'],
};

/** What stands behind an identifier and a colon or a period; undefined when the path does not begin with one of them. */
export function behindAny(path: string, identifiers: readonly string[]): string | undefined {
  for (const uri of identifiers) {
    const separator = path.charAt(uri.length);
    const isBelow = separator === '' || separator === ':' || separator === '.';
    if (!isBelow || !path.toLowerCase().startsWith(uri.toLowerCase())) continue;
    const rest = path.slice(uri.length + 1);
    if (rest === '' && separator !== '') throw badPath(path);
    return rest;
  }
  return undefined;
}

/** The name as the tables write it. One sample has `address` for `addresses` (service-facts §4.3, PATCH paths). */
function known(name: string, names: readonly string[], path: string): string {
  const found = names.find((candidate) => candidate.toLowerCase() === name.toLowerCase());
  if (found === undefined) throw badPath(path);
  return found === 'address' ? 'addresses' : found;
}

function readFilter(text: string, path: string): Filter {
  const parsed = parseFilter(text, ['value', 'type', 'primary']);
  if ('problem' in parsed) throw badPath(path);
  return parsed.filter;
}

function isSlotted(attribute: string): attribute is SlottedAttribute {
  return Object.hasOwn(MULTI_VALUED, attribute) && attribute !== 'groups';
}
