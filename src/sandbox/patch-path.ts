import type { Filter } from '../rules/filter.ts';
import { parseFilter } from '../rules/parse-filter.ts';
import { isSameUri, type SchemaDialect, schemaUri, schemaUriSpellings } from '../rules/schema-uris.ts';
import { spelling } from '../rules/table-spelling.ts';
import {
  ADDRESS_SUB_ATTRIBUTES,
  ENTERPRISE_STRINGS,
  EXTENSIONS,
  type Extension,
  IGNORED_CORE_ATTRIBUTES,
  MULTI_VALUED,
  type MultiValued,
  NAME_SUB_ATTRIBUTES,
  PLAIN_STRINGS,
  SUB_ATTRIBUTES,
} from '../spec/scim-schemas.ts';
import { badPath, stripUrnPrefix } from './path-prefix.ts';

/** Attributes with a fixed number of stored entries; groups are read-only. */
export type SlottedAttribute = Exclude<MultiValued, 'groups'>;

/** Target of a PatchOp path: an attribute, optionally one of its entries, optionally a sub-attribute. */
export type PatchTarget =
  | {
      readonly kind: 'single';
      readonly path: string;
      /** A core attribute, or the URN of an extension. */
      readonly attribute: string;
      readonly sub: string | undefined;
    }
  /** A standard attribute that the service does not store (assumption `other-core-attributes`). */
  | { readonly kind: 'ignored' }
  | {
      readonly kind: 'list';
      readonly path: string;
      readonly attribute: SlottedAttribute;
      /** The value filter in brackets. */
      readonly filter: Filter | undefined;
      readonly sub: string | undefined;
    };

/** A path into an extension, or to the whole extension. */
export interface ExtensionPath {
  readonly extension: Extension;
  readonly sub: string | undefined;
}

/**
 * Parses a path such as `title`, `name.givenName`, `emails[type eq "work"].value`, or the URN of an extension
 * with a sub-attribute after a colon or a period (OBSERVED §4.3); case-insensitive.
 * @throws ScimError invalid_request_payload
 */
export function readPatchPath(path: string, dialect: SchemaDialect): PatchTarget {
  const extended = readExtensionPath(path, dialect);
  if (extended !== undefined) {
    const { extension, sub } = extended;
    if (isIgnoredInExtension(extended)) return { kind: 'ignored' };
    return { kind: 'single', path, attribute: schemaUri(dialect, extension), sub };
  }
  const plain = stripUrnPrefix(path, [schemaUri(dialect, 'user')]) ?? path;
  const [whole, name = '', brackets, rest] =
    /^([A-Za-z]\w*)(?:\[(.*)\])?(?:\.(\$?[A-Za-z]+))?$/.exec(plain) ?? [];
  if (whole === undefined) throw badPath(path);
  if (spelling(name, IGNORED_ATTRIBUTES) !== undefined) return { kind: 'ignored' };
  const attribute = canonicalName(name, ATTRIBUTES, path);
  const filter = brackets === undefined ? undefined : readFilter(brackets, path);
  if (rest !== undefined && spelling(rest, ignoredSubPaths(attribute)) !== undefined)
    return { kind: 'ignored' };
  const sub = rest === undefined ? undefined : canonicalName(rest, SUB_PATHS[attribute] ?? [], path);
  if (isSlotted(attribute)) return { kind: 'list', path, attribute, filter, sub };
  if (filter !== undefined) throw badPath(path);
  return { kind: 'single', path, attribute, sub };
}

/**
 * Whether an attribute name in an operation without a path is itself a path, such as `name.givenName`
 * (assumption `patch-without-path`).
 */
export function isPath(name: string, dialect: SchemaDialect): boolean {
  const isWhole = EXTENSIONS.some((extension) =>
    schemaUriSpellings(dialect, extension).some((uri) => isSameUri(uri, name)),
  );
  return !isWhole && /[.:[]/.test(name);
}

/**
 * Parses a path into an extension; undefined if it does not start with the URN of one.
 * @throws ScimError invalid_request_payload if the extension has no such sub-attribute
 */
export function readExtensionPath(path: string, dialect: SchemaDialect): ExtensionPath | undefined {
  for (const extension of EXTENSIONS) {
    const rest = stripUrnPrefix(path, schemaUriSpellings(dialect, extension));
    if (rest === undefined) continue;
    return {
      extension,
      sub: rest === '' ? undefined : canonicalName(rest, EXTENSION_PATHS[extension], path),
    };
  }
  return undefined;
}

/** Whether a path names a standard sub-attribute of a manager that the service does not store. */
export function isIgnoredInExtension({ extension, sub = '' }: ExtensionPath): boolean {
  return extension === 'enterprise' && IGNORED_MANAGER_PATHS.includes(sub);
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
  ...Object.fromEntries(SLOTTED.map((name) => [name, ['value', 'primary']])),
  name: NAME_SUB_ATTRIBUTES,
  addresses: ADDRESS_SUB_ATTRIBUTES,
};

const IGNORED_ATTRIBUTES = IGNORED_CORE_ATTRIBUTES.filter((name) => name !== 'externalId');

/** Returns the standard sub-attributes that the service does not store; `operation` is not one of them. */
function ignoredSubPaths(attribute: string): readonly string[] {
  if (attribute !== 'name' && !isSlotted(attribute)) return [];
  const kept = SUB_PATHS[attribute] ?? [];
  return SUB_ATTRIBUTES[attribute].filter((name) => name !== 'operation' && !kept.includes(name));
}

const IGNORED_MANAGER_PATHS: readonly string[] = ['manager.displayName', 'manager.$ref'];

const EXTENSION_PATHS: { readonly [Name in Extension]: readonly string[] } = {
  enterprise: [
    ...ENTERPRISE_STRINGS,
    'manager',
    'manager.managerId',
    'manager.value',
    ...IGNORED_MANAGER_PATHS,
  ],
  guest: ['type', 'expiration'],
  profile: ['startDate'],
};

/**
 * Returns the canonical spelling of a name. One documented example has `address` instead of `addresses`
 * (OBSERVED §4.3).
 */
function canonicalName(name: string, names: readonly string[], path: string): string {
  const found = spelling(name, names);
  if (found === undefined) throw badPath(path);
  return found === 'address' ? 'addresses' : found;
}

function readFilter(text: string, path: string): Filter {
  const parsed = parseFilter(text, ['value', 'type', 'primary']);
  if ('problem' in parsed) throw badPath(path);
  return parsed.filter;
}

/** Whether an attribute has a fixed number of stored entries. */
export function isSlotted(attribute: string): attribute is SlottedAttribute {
  return Object.hasOwn(MULTI_VALUED, attribute) && attribute !== 'groups';
}
