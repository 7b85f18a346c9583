import type { Issue } from '../failure/issue.ts';

/** The schema URIs in a request, or the issue with the list. */
export type SchemaList = { readonly uris: readonly string[] } | { readonly issue: Issue };

/**
 * Reads `schemas`. A nested list is flattened, because a published client sends one after a read (assumption
 * `schemas-in-a-list`). Unknown URIs are ignored (assumption `unknown-schemas`).
 */
export function readSchemaList(value: unknown): SchemaList {
  const expected = 'an array of schema identifiers';
  if (value === undefined || value === null)
    return {
      issue: { code: 'missing_schema_element', path: 'schemas', message: 'schemas is missing', expected },
    };
  const uris: unknown[] = Array.isArray(value) ? value.flat(Number.POSITIVE_INFINITY) : [value];
  if (Array.isArray(value) && uris.length === 0)
    return {
      issue: { code: 'missing_schema_element', path: 'schemas', message: 'schemas is empty', expected },
    };
  if (!Array.isArray(value) || !uris.every((uri) => typeof uri === 'string'))
    return {
      issue: {
        code: 'invalid_attribute_format',
        path: 'schemas',
        message: 'schemas is not a list of identifiers',
        expected,
      },
    };
  return { uris };
}
