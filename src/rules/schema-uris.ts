import type { ScimVersion } from '../spec/protocol-types.ts';
import {
  EXTENSIONS,
  type Extension,
  SCHEMA_URI_SPELLINGS,
  SCHEMA_URIS,
  type SchemaName,
} from '../spec/scim-schemas.ts';

/** How an organization writes schema URIs: the protocol version and the vendor name. */
export interface SchemaDialect {
  readonly version: ScimVersion;
  readonly vendor: string;
}

/** Returns the URI of a schema in this dialect. */
export function schemaUri(dialect: SchemaDialect, name: SchemaName): string {
  return withVendor(SCHEMA_URIS[dialect.version][name], dialect.vendor);
}

/** Returns all accepted spellings of a schema URI, the one used for writing first. */
export function schemaUriSpellings(dialect: SchemaDialect, name: SchemaName): readonly string[] {
  // Cached, because it is called for every user of a list.
  const known = SPELLINGS.get(dialect) ?? new Map<SchemaName, readonly string[]>();
  SPELLINGS.set(dialect, known);
  const before = known.get(name);
  if (before !== undefined) return before;
  const others: Partial<Record<SchemaName, string>> = SCHEMA_URI_SPELLINGS[dialect.version];
  const other = others[name];
  const own = schemaUri(dialect, name);
  const spellings = other === undefined ? [own] : [own, withVendor(other, dialect.vendor)];
  known.set(name, spellings);
  return spellings;
}

const SPELLINGS = new WeakMap<SchemaDialect, Map<SchemaName, readonly string[]>>();

const COLON = 0x3a;
const OF_ANY_VENDOR =
  /^urn:(?:ietf:params:)?scim:schemas:extension:(?:([^:]+):)?([a-z]+):(?:1\.0|2\.0)(?::User)?$/i;

/** Returns the extension of a schema URI of any version and vendor; undefined for any other URI. */
export function extensionOfUri(uri: string): Extension | undefined {
  // Fast path, because it is called for every key of a body, and most keys are not URIs.
  if (uri.charCodeAt(3) !== COLON) return undefined;
  const word = OF_ANY_VENDOR.exec(uri)?.[2]?.toLowerCase();
  return EXTENSIONS.find((name) => name === word);
}

/** Returns the vendor name in the URI of an extension; undefined if it has none. */
export function vendorOfUri(uri: string): string | undefined {
  return OF_ANY_VENDOR.exec(uri)?.[1];
}

/** Whether two URIs are equal, ignoring letter case (RFC 8141 §3.1). */
export function isSameUri(one: string, other: string): boolean {
  // Compare lengths first, because it is called for every key of every user.
  return one === other || (one.length === other.length && one.toLowerCase() === other.toLowerCase());
}

/** Whether the list contains the URI of a schema in any accepted spelling. */
export function listsSchema(dialect: SchemaDialect, name: SchemaName, uris: readonly string[]): boolean {
  const spellings = schemaUriSpellings(dialect, name);
  return uris.some((uri) => spellings.some((spelling) => isSameUri(uri, spelling)));
}

/** Replaces the placeholder of the vendor name in a URI. */
export function withVendor(uri: string, vendor: string): string {
  return uri.replace('{vendor}', () => vendor);
}
