import { Failure } from '../../failure/failure.ts';
import type { Filter } from '../../rules/filter.ts';
import { parseFilter } from '../../rules/parse-filter.ts';
import {
  FILTER_ATTRIBUTES,
  GROUP_FILTER_ATTRIBUTES,
  OTHER_FILTER_ATTRIBUTES,
} from '../../spec/filter-grammar.ts';
import { quoted } from '../command-words.ts';
import { readGroupWhere, readUserWhere } from '../identity/read-where.ts';

/**
 * Parses a filter of users from the command line (SCIM §4.5).
 * @throws Failure `invalidInput` with the error code of the service and a caret under the position; nothing
 * was sent
 */
export function readUserFilter(text: string): Filter {
  const attributes = [...Object.keys(FILTER_ATTRIBUTES), ...OTHER_FILTER_ATTRIBUTES];
  return readFilter(text, attributes, {
    list: 'users',
    example: 'active eq true',
    read: (one) => readUserWhere(one, 0),
  });
}

/** Parses a filter of groups (OBSERVED §4.5). @throws as for users */
export function readGroupFilter(text: string): Filter {
  return readFilter(text, GROUP_FILTER_ATTRIBUTES, {
    list: 'groups',
    example: 'displayName co "desk"',
    read: (one) => readGroupWhere(one, 0),
  });
}

/** The list command whose --where filters locally by any column. */
interface Elsewhere {
  readonly list: 'users' | 'groups';
  /** An example of a filter. */
  readonly example: string;
  /** Parses an expression; the current time does not matter, because nothing is matched. */
  readonly read: (text: string) => unknown;
}

function readFilter(text: string, attributes: readonly string[], elsewhere: Elsewhere): Filter {
  const parsed = parseFilter(text, attributes);
  if ('filter' in parsed) return parsed.filter;
  const { code, message, at } = parsed.problem;
  const example = code === 'no_filters' ? `; for example ${elsewhere.example}` : '';
  throw new Failure('invalidInput', `--filter: ${message}${example}`, {
    code,
    excerpt: { text, at },
    hint: isReadable(text, elsewhere)
      ? `orgctl scim ${elsewhere.list} list --where ${quoted(text)}`
      : code === 'no_filters'
        ? 'orgctl help filters'
        : `orgctl explain ${code}`,
  });
}

/** Whether --where accepts the expression that the service cannot filter by. */
function isReadable(text: string, { read }: Elsewhere): boolean {
  try {
    read(text);
    return true;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}
