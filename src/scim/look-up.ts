import { Failure } from '../failure/failure.ts';
import { equals, printFilter } from '../rules/filter.ts';
import { objectsIn } from '../rules/json-value.ts';
import type { SchemaDialect } from '../rules/schema-uris.ts';
import type { JsonObject } from '../spec/protocol-types.ts';
import { withoutMarks } from '../values/without-marks.ts';
import { appliesFilters, type LearnedTraits } from './learned-traits.ts';
import { readComplete } from './read-complete.ts';
import type { ScimClient } from './scim-client.ts';
import { type ListQuery, streamResources } from './stream-resources.ts';

/** A search for resources with one exact value. */
export interface ExactValue {
  readonly path: '/Users' | '/Groups';
  /** The attribute in a filter of the service (SCIM §4.5). */
  readonly attribute: string;
  /** The attribute in a filter of a SCIM 2.0 server (RFC 7643). */
  readonly standardName: string;
  readonly value: string;
}

/**
 * Looks up resources by an exact value. If there are none, tries the value in NFC, then in NFD: the service
 * compares letter by letter, and either the given or the stored text may be decomposed.
 * @param read converts a resource in the dialect of the response; returns undefined if it does not match.
 */
export async function lookUp<T>(
  scim: ScimClient,
  wanted: ExactValue,
  read: (resource: JsonObject, dialect: SchemaDialect) => T | undefined,
): Promise<readonly T[]> {
  const { value } = wanted;
  let isFiltered = true;
  const readAny = (resource: JsonObject, dialect: SchemaDialect) => {
    const found = read(resource, dialect);
    isFiltered &&= found !== undefined || mayBeFiltered(resource, wanted);
    return found;
  };
  for (const form of new Set([value, value.normalize('NFC'), value.normalize('NFD')])) {
    const found = await lookUpExact(scim, { ...wanted, value: form }, readAny);
    // A response with something unlike it is a list without the filter: reading it again finds nothing new.
    if (found.length > 0 || !isFiltered) return found;
  }
  return [];
}

/**
 * Whether a service that takes é for e, but not an e with a combining mark, may have returned a resource for
 * the value. Only the lengths are compared: letters would be others in a recording, which needs the same
 * requests.
 */
function mayBeFiltered(resource: JsonObject, { standardName, value }: ExactValue): boolean {
  const [name = '', part] = standardName.split('.');
  const held = resource[name];
  const texts = part === undefined ? [held] : objectsIn(held).map((element) => element[part]);
  return texts.some((text) => typeof text === 'string' && lengthOf(text) === lengthOf(value));
}

/** Number of characters without combining marks. */
function lengthOf(text: string): number {
  return Array.from(withoutMarks(text)).length;
}

/**
 * Looks up the value unchanged. Filters are documented for v1 only, so the request goes to v1 even if the
 * client uses v2 (SCIM §4.5). A server without v1 gets the standard attribute names. Callers compare the
 * results, because a service that ignores filters returns everything.
 */
async function lookUpExact<T>(
  scim: ScimClient,
  { path, attribute, standardName, value }: ExactValue,
  read: (resource: JsonObject, dialect: SchemaDialect) => T | undefined,
): Promise<readonly T[]> {
  const collect = (query: Pick<ListQuery, 'filter' | 'version'>) =>
    readComplete(
      path === '/Users' ? 'users' : 'groups',
      () => streamResources(scim, { path, ...query }),
      async (list) => {
        const found: T[] = [];
        for await (const page of list) {
          for (const item of page.parse()) {
            const wanted = read(item, { ...scim.dialect, version: versionOf(item) });
            if (wanted !== undefined) found.push(wanted);
          }
        }
        return found;
      },
    );
  const { learned, dialect } = scim;
  const isUseless = path === '/Groups' && learned?.filtersGroups === false;
  if (!lacksV1.has(scim) && !isUseless && appliesFilters(learned, '1.1') !== false) {
    try {
      const filter = printFilter(equals(attribute, value));
      return await collect({ filter, version: '1.1' });
    } catch (error) {
      if (scim.dialect.version === '1.1' || !isMissingVersion(error)) throw error;
      lacksV1.add(scim);
    }
  }
  if (isUseless || appliesFilters(learned, dialect.version) === false) return collect({});
  const name = learned?.filterAttributes?.includes(attribute) === true ? attribute : standardName;
  return collect({ filter: standardFilter(name, value, learned) });
}

/** Clients of servers without v1, which need not be tried again. */
const lacksV1 = new WeakSet<ScimClient>();

/** Some servers compare case-sensitively although these attributes are not case-exact (RFC 7643 §4.1). */
function standardFilter(name: string, value: string, learned: LearnedTraits | undefined): string {
  const mayJoin = learned?.filterOperators?.includes('or') !== false;
  const spellings = new Set(mayJoin ? [value, value.toLowerCase()] : [value]);
  return [...spellings].map((spelling) => `${name} eq ${JSON.stringify(spelling)}`).join(' or ');
}

/** Returns the version of a resource, from its schema URIs: v1 may have answered a v2 client. */
function versionOf({ schemas }: JsonObject): '1.1' | '2.0' {
  const isV2 =
    Array.isArray(schemas) && schemas.some((uri) => typeof uri === 'string' && uri.includes(':2.0:'));
  return isV2 ? '2.0' : '1.1';
}

/**
 * Whether an error means that the server lacks v1: unknown path, unsupported method or version, or an HTML
 * page.
 */
function isMissingVersion(error: unknown): boolean {
  if (!(error instanceof Failure) || error.status === undefined) return false;
  const isPage = error.kind === 'unreachable';
  return isPage || [404, 405, 501].includes(error.status) || error.code === 'unsupported_version';
}
