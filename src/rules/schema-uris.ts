import type { ScimVersion } from '../spec/protocol-types.ts';
import {
  EXTENSIONS,
  type Extension,
  SCHEMA_URI_SPELLINGS,
  SCHEMA_URIS,
  type SchemaName,
} from '../spec/scim-schemas.ts';

/** How one organization writes its identifiers: the protocol version and the vendor's word. */
export interface SchemaDialect {
  readonly version: ScimVersion;
  readonly vendor: string;
}

/** Returns the identifier of a schema as this dialect writes it. */
export function schemaUri(dialect: SchemaDialect, name: SchemaName): string {
  return withVendor(SCHEMA_URIS[dialect.version][name], dialect.vendor);
}

/** Returns every spelling that is read as this schema, the one that we write first. */
export function schemaUriSpellings(dialect: SchemaDialect, name: SchemaName): readonly string[] {
  // Asked for every user of a list.
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

/**
 * Returns which extension an identifier means, whatever the version and the vendor's word in it; undefined
 * for any other.
 */
export function extensionOfUri(uri: string): Extension | undefined {
  // Asked for every key of a body: most are no identifiers.
  if (uri.charCodeAt(3) !== COLON) return undefined;
  const word = OF_ANY_VENDOR.exec(uri)?.[2]?.toLowerCase();
  return EXTENSIONS.find((name) => name === word);
}

/** Returns the vendor's word in the identifier of an extension; undefined where there is none. */
export function vendorOfUri(uri: string): string | undefined {
  return OF_ANY_VENDOR.exec(uri)?.[1];
}

/** Whether two identifiers are the same; letter case does not count (RFC 8141 §3.1). */
export function isSameUri(one: string, other: string): boolean {
  // Asked for every key of every user: most differ in length already.
  return one === other || (one.length === other.length && one.toLowerCase() === other.toLowerCase());
}

/** Whether the list of identifiers names the schema in any spelling. */
export function listsSchema(dialect: SchemaDialect, name: SchemaName, uris: readonly string[]): boolean {
  const spellings = schemaUriSpellings(dialect, name);
  return uris.some((uri) => spellings.some((spelling) => isSameUri(uri, spelling)));
}

/** Fills the vendor's word into an identifier of the tables. */
export function withVendor(uri: string, vendor: string): string {
  return uri.replace('{vendor}', () => vendor);
}
