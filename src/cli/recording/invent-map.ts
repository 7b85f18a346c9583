import { isJsonObject } from '../../rules/json-value.ts';
import type { Json, JsonObject } from '../../spec/protocol-types.ts';
import { type NumberReading, parseYaml } from '../../terminal/read-document.ts';
import { inventColumn } from './invent-input.ts';
import { inventFileName } from './invent-names.ts';
import { isKnownHeading } from './own-words.ts';
import type { WordInventors } from './word-inventors.ts';

/** Members of a map with values defined by the program: date rules, keys, limits. */
const KEPT = new Set(['match', 'limits', 'date']);
const STEPS_WITH_TEXT = new Set(['before', 'after', 'prefix', 'suffix']);
const TOKENS = /\{\{|\}\}|\{[^{}]*\}|[^{}]+/g;

/** @returns undefined if the content is neither YAML nor JSON */
export function documentIn(content: string, path: string, numbers: NumberReading = {}): unknown {
  try {
    return parseYaml(content, path, numbers);
  } catch {
    return undefined;
  }
}

/** Whether a document is a column map. */
export function looksLikeMap(document: unknown): document is JsonObject {
  return typeof document === 'object' && document !== null && 'columns' in document;
}

/**
 * Replaces personal data in a column map: headings, texts and lookup tables. Patterns of `regex` steps are
 * removed: they would not match invented values, and the recording contains the resulting cells.
 */
export function inventMap(map: JsonObject, invent: WordInventors): JsonObject {
  const rules: Readonly<Record<string, (value: Json) => Json>> = {
    columns: (value) =>
      mapMembers(value, (rules) =>
        Array.isArray(rules) ? rules.map(variant(invent)) : variant(invent)(rules),
      ),
    lookups: (value) => (isJsonObject(value) ? renamed(value, invent, table(invent)) : value),
    provision: (value) => (typeof value === 'string' ? expression(value, invent) : condition(value, invent)),
    groups: (value) => groupRules(value, invent),
  };
  return applyRules(map, rules);
}

type Rules = Readonly<Record<string, (value: Json) => Json>>;

/**
 * Applies a rule to each member. Members without a rule are kept if the program defines their values, and
 * removed otherwise.
 */
function applyRules(object: JsonObject, rules: Rules): JsonObject {
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, value]) => {
      const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
      if (rule !== undefined) return [[name, rule(value)]];
      return KEPT.has(name) ? [[name, value]] : [];
    }),
  );
}

function mapMembers(value: Json, change: (member: Json) => Json): Json {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, change(member)]));
}

function renamed(value: JsonObject, invent: WordInventors, change: (member: Json) => Json): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [invent.value.text(name), change(member)]),
  );
}

const ofList = (value: Json, change: (one: Json) => Json): Json =>
  Array.isArray(value) ? value.map(change) : change(value);

/** Replaces a text or number by a text; other values are kept. */
const text =
  ({ value }: WordInventors) =>
  (one: Json): Json =>
    typeof one === 'string' || typeof one === 'number' ? value.text(String(one)) : one;

/** Replaces the column names in a heading, which are split by delimiters as in a file. */
const heading =
  ({ value }: WordInventors) =>
  (one: Json): Json =>
    typeof one === 'string'
      ? one
          .split(/([,;\t|])/)
          .map((piece, at) => (at % 2 === 0 ? inventColumn(piece, value) : piece))
          .join('')
      : one;

function expression(one: Json, { exchange }: WordInventors): Json {
  return typeof one === 'string' ? exchange.expression(one, isKnownHeading) : one;
}

function condition(value: Json, invent: WordInventors): Json {
  if (!isJsonObject(value)) return value;
  return applyRules(value, { when: (one) => expression(one, invent), otherwise: (one) => one });
}

/** Replaces headings and texts in a template; the steps after each bar are kept. */
function template(one: Json, invent: WordInventors): Json {
  if (typeof one !== 'string') return one;
  return one.replace(TOKENS, (token) => {
    const [, name, end = ''] = /^\{\s*([^|?}]*?)(\s*\??\s*(?:\|[^}]*)?)\}$/.exec(token) ?? [];
    return name === undefined ? invent.value.text(token) : `{${String(heading(invent)(name))}${end}}`;
  });
}

/** Replaces an inline lookup table, or the name of a table in a file or elsewhere in the map. */
const table =
  (invent: WordInventors) =>
  (value: Json): Json => {
    if (isJsonObject(value)) return renamed(value, invent, text(invent));
    return typeof value === 'string' ? inventFileName(value, invent.value) : value;
  };

const variant =
  (invent: WordInventors) =>
  (value: Json): Json => {
    if (!isJsonObject(value)) return heading(invent)(value);
    return applyRules(value, {
      when: (one) => expression(one, invent),
      from: (one) => ofList(one, heading(invent)),
      template: (one) => template(one, invent),
      value: text(invent),
      steps: (one) => ofList(one, step(invent)),
      today: (one) => mapMembers(one, text(invent)),
      lookup: (one) => (isJsonObject(one) ? renamed(one, invent, text(invent)) : text(invent)(one)),
      match: (one) => (/[{}]/.test(String(one)) ? template(one, invent) : heading(invent)(one)),
      otherwise: otherwise(invent),
      default: text(invent),
    });
  };

const otherwise = (invent: WordInventors) => (one: Json) => (one === '\\keep' ? one : text(invent)(one));

const step =
  (invent: WordInventors) =>
  (value: Json): Json => {
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, given]): [string, Json] => {
        if (STEPS_WITH_TEXT.has(name)) return [name, text(invent)(given)];
        if (name === 'replace' && isJsonObject(given)) return [name, renamed(given, invent, text(invent))];
        return [name, name === 'regex' ? { find: '^$', replace: '' } : given];
      }),
    );
  };

function groupRules(value: Json, invent: WordInventors): Json {
  if (!isJsonObject(value)) return value;
  return applyRules(value, {
    manage: (one) => ofList(one, text(invent)),
    rename: (one) => (isJsonObject(one) ? renamed(one, invent, text(invent)) : one),
    rules: (one) => ofList(one, (rule) => groupRule(rule, invent)),
  });
}

function groupRule(value: Json, invent: WordInventors): Json {
  if (!isJsonObject(value)) return template(value, invent);
  return applyRules(value, {
    group: (one) => template(one, invent),
    from: heading(invent),
    lookup: (one) => (isJsonObject(one) ? renamed(one, invent, text(invent)) : text(invent)(one)),
    otherwise: otherwise(invent),
    when: (one) => expression(one, invent),
  });
}
