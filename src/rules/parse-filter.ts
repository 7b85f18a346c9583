import type { ScimErrorCode } from '../spec/error-codes.ts';
import {
  BOOLEAN_FILTER_ATTRIBUTES,
  type BooleanOperator,
  COMPARISON_OPERATORS,
  type ComparisonOperator,
  PRESENCE_OPERATOR,
} from '../spec/filter-grammar.ts';
import { defined } from '../values/defined.ts';
import type { Filter } from './filter.ts';

/** Additions to the service's filter language for expressions over the rows of a file. */
export interface FilterExtensions {
  /** `not (…)`, and `ne` as the opposite of `eq`. */
  readonly negation: true;
}

/** Why a filter was refused: the service's error code and the offset of the error in the text. */
export interface FilterProblem {
  readonly code: ScimErrorCode;
  readonly message: string;
  readonly at: number;
  /** The attribute name that cannot be filtered. */
  readonly unknown?: string;
}

export type ParsedFilter = { readonly filter: Filter } | { readonly problem: FilterProblem };

/**
 * Parses a filter by the rules of SCIM §4.5: `and` binds tighter than `or`, tokens are separated by single
 * spaces, attribute names and operators are case-insensitive.
 * @param attributes the names that can be filtered, in lower case.
 * @param nameOf maps a name in the text to such a name.
 */
export function parseFilter(
  text: string,
  attributes: readonly string[],
  nameOf: (written: string) => string = (written) => written.toLowerCase(),
  extensions?: FilterExtensions,
): ParsedFilter {
  try {
    return { filter: new Parser(text, attributes, nameOf, extensions).parse() };
  } catch (error) {
    if (error instanceof Stop) return { problem: error.problem };
    throw error;
  }
}

class Stop extends Error {
  readonly problem: FilterProblem;
  constructor(code: ScimErrorCode, message: string, at: number, unknown?: string) {
    super(message);
    this.problem = { code, message, at, ...defined({ unknown }) };
  }
}

const PATH_WITH_FILTER = /^[\w:.-]+\[(?:[^\]"']|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')*\](?:\.\w+)?(?=\s|$)/;

/** Maximum nesting depth; deeper groups are refused instead of exhausting the stack. */
const DEEPEST_GROUP = 64;

class Parser {
  private at = 0;
  private depth = 0;
  private readonly text: string;
  private readonly attributes: readonly string[];
  private readonly nameOf: (written: string) => string;
  private readonly hasNegation: boolean;

  constructor(
    text: string,
    attributes: readonly string[],
    nameOf: (written: string) => string,
    extensions: FilterExtensions | undefined,
  ) {
    this.hasNegation = extensions?.negation === true;
    this.text = text;
    this.attributes = attributes;
    this.nameOf = nameOf;
  }

  parse(): Filter {
    if (this.text.trim() === '') throw new Stop('no_filters', 'the filter is empty', 0);
    if (/^[^\s()"']+$/.test(this.text)) {
      throw new Stop('no_filters', `"${this.text}" is not a complete expression`, this.text.length);
    }
    const filter = this.alternatives();
    if (this.text[this.at] === ')')
      throw new Stop('invalid_filter_group', 'this parenthesis was never opened', this.at);
    if (this.at < this.text.length)
      throw new Stop('incomplete_filter', 'expected "and", "or" or the end', this.skipSpace());
    return filter;
  }

  private alternatives(): Filter {
    return this.chain('or', () => this.chain('and', () => this.term()));
  }

  private chain(kind: BooleanOperator, next: () => Filter): Filter {
    const first = next();
    const parts = [first];
    while (this.takeWord(kind)) parts.push(next());
    return parts.length === 1 ? first : { kind, parts };
  }

  private term(): Filter {
    const [not = ''] = this.hasNegation ? (/^not ?(?=\()/i.exec(this.text.slice(this.at)) ?? []) : [];
    if (not !== '') {
      this.at += not.length;
      return { kind: 'not', inner: this.parenthesized() };
    }
    return this.text[this.at] === '(' ? this.parenthesized() : this.expression();
  }

  private parenthesized(): Filter {
    const opened = this.at;
    this.depth += 1;
    if (this.depth > DEEPEST_GROUP)
      throw new Stop('invalid_filter_group', 'the groups are nested too deeply', opened);
    this.at += 1;
    if (this.text[this.at] === ')') throw new Stop('invalid_filter_group', 'this group is empty', opened);
    const filter = this.alternatives();
    if (this.text[this.at] !== ')') {
      if (this.at < this.text.length)
        throw new Stop('incomplete_filter', 'expected "and", "or" or ")"', this.skipSpace());
      throw new Stop('invalid_filter_group', 'this parenthesis is never closed', opened);
    }
    this.at += 1;
    this.depth -= 1;
    return filter;
  }

  private expression(): Filter {
    const start = this.at;
    const attribute = this.nameOf(this.attributeName());
    if (!this.attributes.includes(attribute)) {
      if (attribute === 'not' && this.hasNegation)
        throw new Stop('invalid_query', '"not" needs a parenthesis: not (…)', start);
      throw new Stop(
        'invalid_query',
        `"${attribute}" cannot be filtered; use ${this.attributes.slice(0, 4).join(', ')}`,
        start,
        attribute,
      );
    }
    this.space('an operator');
    const operatorAt = this.at;
    const operator = this.word('an operator').toLowerCase();
    if (operator === PRESENCE_OPERATOR) return { kind: 'present', attribute };
    if (operator === 'ne' && this.hasNegation) {
      this.space('a value');
      return { kind: 'not', inner: { kind: 'compare', attribute, operator: 'eq', ...this.placedValue() } };
    }
    if (!isComparison(operator)) {
      const more = this.hasNegation ? ['ne'] : [];
      const known = [...Object.keys(COMPARISON_OPERATORS), ...more, PRESENCE_OPERATOR].join(', ');
      throw new Stop('invalid_query', `"${operator}" is not an operator; use ${known}`, operatorAt);
    }
    // An order has no meaning for booleans, and a database may fail on it (assumption `failing-filters`).
    if (operator !== 'eq' && BOOLEAN_FILTER_ATTRIBUTES.some((name) => name === attribute))
      throw new Stop('query_building_failed', `"${attribute}" is true or false; use eq`, operatorAt);
    this.space('a value');
    return { kind: 'compare', attribute, operator, ...this.placedValue() };
  }

  /** Parses a value; records its offset in an expression over rows for later error messages. */
  private placedValue(): { readonly value: string; readonly at?: number } {
    const at = this.at;
    const value = this.value();
    return this.hasNegation ? { value, at } : { value };
  }

  /**
   * Parses a JSON string, or an observed alternative: single quotes or a bare word (assumption
   * `filter-values`).
   */
  private value(): string {
    const start = this.at;
    const quote = this.text[start];
    if (quote !== '"' && quote !== "'") return this.word('a value');
    let end = start + 1;
    while (end < this.text.length && this.text[end] !== quote) end += this.text[end] === '\\' ? 2 : 1;
    if (end >= this.text.length) throw new Stop('incomplete_filter', 'this quote is never closed', start);
    this.at = end + 1;
    if (quote === "'") return this.text.slice(start + 1, end).replace(/\\(.)/gs, '$1');
    try {
      return String(JSON.parse(this.text.slice(start, this.at)));
    } catch {
      throw new Stop('invalid_query', 'this is not a JSON string', start);
    }
  }

  /** Parses a name, optionally with a value filter in brackets (RFC 7644 §3.4.2.2). */
  private attributeName(): string {
    const [path = ''] = PATH_WITH_FILTER.exec(this.text.slice(this.at)) ?? [];
    this.at += path.length;
    return path === '' ? this.word('an attribute name') : path;
  }

  private word(expected: string): string {
    const match = /^[^\s()"']+/.exec(this.text.slice(this.at));
    if (match === null) throw new Stop('incomplete_filter', `expected ${expected}`, this.at);
    this.at += match[0].length;
    return match[0];
  }

  private space(expected: string): void {
    if (this.text[this.at] !== ' ')
      throw new Stop('incomplete_filter', `expected a space and ${expected}`, this.at);
    this.at += 1;
    if (/\s/.test(this.text[this.at] ?? '')) {
      throw new Stop('incomplete_filter', 'parts are separated by single spaces', this.at);
    }
  }

  /** Consumes " and " or " or " if it is next. */
  private takeWord(word: BooleanOperator): boolean {
    const next = this.text.slice(this.at, this.at + word.length + 2).toLowerCase();
    if (next === ` ${word} `) {
      this.at += word.length + 2;
      if (/\s/.test(this.text[this.at] ?? '')) {
        throw new Stop('incomplete_filter', 'parts are separated by single spaces', this.at);
      }
      return true;
    }
    const end = this.at + word.length + 1;
    if (
      next.slice(0, word.length + 1) === ` ${word}` &&
      (end === this.text.length || this.text[end] === ')')
    ) {
      throw new Stop('incomplete_filter', `expected an expression after "${word}"`, end);
    }
    return false;
  }

  /** Returns the offset of the next character that is not a space. */
  private skipSpace(): number {
    const offset = this.text.slice(this.at).search(/\S/);
    return offset < 0 ? this.text.length : this.at + offset;
  }
}

function isComparison(word: string): word is ComparisonOperator {
  return Object.hasOwn(COMPARISON_OPERATORS, word);
}
