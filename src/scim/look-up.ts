import { Failure } from '../failure/failure.ts';
import { equals, printFilter } from '../rules/filter.ts';
import type { SchemaDialect } from '../rules/schema-uris.ts';
import type { JsonObject } from '../spec/protocol-types.ts';
import { appliesFilters, type LearnedTraits } from './learned-traits.ts';
import { readWhole } from './read-whole.ts';
import type { ScimClient } from './scim-client.ts';
import { type ListQuery, streamResources } from './stream-resources.ts';

/** What is looked up: resources with one exact value. */
export interface ExactValue {
  readonly path: '/Users' | '/Groups';
  /** The attribute as the service names it in a filter (SCIM §4.5). */
  readonly attribute: string;
  /** The attribute as a server of SCIM 2.0 names it (RFC 7643). */
  readonly standardName: string;
  readonly value: string;
}

/**
 * Looks resources up by an exact value; where nothing has it, also by the same in composed letters: names
 * that are pasted from a file or a page may have the marks of their letters apart, and a bulk run sends all
 * of them composed.
 * @param read makes of a resource what is wanted, in the dialect in which it was answered; undefined for one
 * that does not match.
 */
export async function lookUp<T>(
  scim: ScimClient,
  wanted: ExactValue,
  read: (resource: JsonObject, dialect: SchemaDialect) => T | undefined,
): Promise<readonly T[]> {
  const found = await lookUpAsWritten(scim, wanted, read);
  const composed = wanted.value.normalize('NFC');
  if (found.length > 0 || composed === wanted.value) return found;
  return lookUpAsWritten(scim, { ...wanted, value: composed }, read);
}

/**
 * The filter is described for v1 only, so it is asked there even when the client speaks v2
 * (SCIM §4.5); a server without v1 is asked with the standard's names. The caller compares what comes: a
 * filter that is ignored returns everything.
 */
async function lookUpAsWritten<T>(
  scim: ScimClient,
  { path, attribute, standardName, value }: ExactValue,
  read: (resource: JsonObject, dialect: SchemaDialect) => T | undefined,
): Promise<readonly T[]> {
  const collect = (query: Pick<ListQuery, 'filter' | 'version'>) =>
    readWhole(
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

/** Clients of servers that turned out to have no v1; they are not asked for it again. */
const lacksV1 = new WeakSet<ScimClient>();

/** Some servers compare letter by letter, although these attributes are not case-exact (RFC 7643 §4.1). */
function standardFilter(name: string, value: string, learned: LearnedTraits | undefined): string {
  const mayJoin = learned?.filterOperators?.includes('or') !== false;
  const spellings = new Set(mayJoin ? [value, value.toLowerCase()] : [value]);
  return [...spellings].map((spelling) => `${name} eq ${JSON.stringify(spelling)}`).join(' or ');
}

/** The version whose identifiers a resource carries: a look-up of a v2 client may be answered by v1. */
function versionOf({ schemas }: JsonObject): '1.1' | '2.0' {
  const isV2 =
    Array.isArray(schemas) && schemas.some((uri) => typeof uri === 'string' && uri.includes(':2.0:'));
  return isV2 ? '2.0' : '1.1';
}

/** A server without v1 says so in many ways: no such path, no such method, a page for people. */
function isMissingVersion(error: unknown): boolean {
  if (!(error instanceof Failure) || error.status === undefined) return false;
  const isPage = error.kind === 'unreachable';
  return isPage || [404, 405, 501].includes(error.status) || error.code === 'unsupported_version';
}
