import { Failure } from '../../failure/failure.ts';
import type { Filter } from '../../rules/filter.ts';
import { parseFilter } from '../../rules/parse-filter.ts';
import {
  FILTER_ATTRIBUTES,
  GROUP_FILTER_ATTRIBUTES,
  OTHER_FILTER_ATTRIBUTES,
} from '../../spec/filter-grammar.ts';

/**
 * Reads a filter of users from the command line (SCIM §4.5).
 * @throws Failure `invalidInput` with the service's own code and a caret under the place; nothing was sent.
 */
export function readUserFilter(text: string): Filter {
  return readFilter(text, [...Object.keys(FILTER_ATTRIBUTES), ...OTHER_FILTER_ATTRIBUTES]);
}

/** Reads a filter of groups (OBSERVED §4.5). @throws as for users */
export function readGroupFilter(text: string): Filter {
  return readFilter(text, GROUP_FILTER_ATTRIBUTES);
}

function readFilter(text: string, attributes: readonly string[]): Filter {
  const parsed = parseFilter(text, attributes);
  if ('filter' in parsed) return parsed.filter;
  const { code, message, at } = parsed.problem;
  throw new Failure('invalidInput', `--filter: ${message}`, {
    code,
    excerpt: { text, at },
    hint: `orgctl explain ${code}`,
  });
}
