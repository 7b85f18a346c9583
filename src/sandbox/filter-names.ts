import { type Filter, mapComparisons } from '../rules/filter.ts';
import { parseFilter } from '../rules/parse-filter.ts';
import { type SchemaDialect, schemaUri } from '../rules/schema-uris.ts';
import { isEmailShaped } from '../rules/user-name.ts';
import { stripUrnPrefix } from './path-prefix.ts';
import { entrySelectorOf, isPrimaryEmail } from './value-filter.ts';

/**
 * Returns the internal name of an attribute in a filter. On v2 the name may have the URN of its schema as a
 * prefix, and an email address may be selected by kind (assumption `filter-on-v2`).
 */
export function filterNameOf(name: string, dialect: SchemaDialect): string {
  const plain = name.toLowerCase();
  if (dialect.version === '1.1') return plain;
  const core = stripUrnPrefix(name, [schemaUri(dialect, 'user'), schemaUri(dialect, 'group')]);
  if (core !== undefined) return filterNameOf(core, dialect);
  const enterprise = stripUrnPrefix(name, [schemaUri(dialect, 'enterprise')]);
  if (enterprise !== undefined) return `enterprise.${enterprise.toLowerCase()}`;
  const [, brackets] = /^emails\[(.*)\]\.value$/i.exec(name) ?? [];
  if (brackets === undefined) return plain;
  const parsed = parseFilter(brackets, ['type', 'primary']);
  const asked = 'filter' in parsed ? entrySelectorOf(parsed.filter) : undefined;
  if (asked === undefined) return plain;
  return isPrimaryEmail(asked) ? 'emails.primary' : 'emails.secondary';
}

/** Internal attribute: the address from which a userName was derived. No request can name it. */
export const GIVEN_NAME = 'username given as';

/**
 * Rewrites comparisons of userName with an email address to find the user whose userName was derived from
 * that address (assumption `user-name-of-address`). A userName never contains an @.
 */
export function withGivenNames(filter: Filter): Filter {
  return mapComparisons(filter, (term) =>
    term.attribute === 'username' && term.operator === 'eq' && isEmailShaped(term.value)
      ? { ...term, attribute: GIVEN_NAME }
      : term,
  );
}
