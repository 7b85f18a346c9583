import { isJsonObject } from '../rules/json-value.ts';
import type { ManifestField } from '../spec/manifest-field-types.ts';
import type { Json } from '../spec/protocol-types.ts';
import { lastKeyOf, type Path } from './path.ts';
import { placeholderIn } from './placeholders.ts';
import type { Fix, Problem } from './problem.ts';
import { isRequired, type StructureWalk } from './structure-walk.ts';

/** The type of a field, to follow "expected". */
export const EXPECTED = {
  text: 'a string',
  boolean: 'true or false',
  integer: 'a whole number',
  list: 'a list',
  object: 'an object',
  map: 'an object',
  parameters: 'an object',
  listOrMap: 'a list',
  any: 'a value',
} as const satisfies Record<ManifestField['kind'], string>;

/** Words that YAML 1.1 reads as a boolean and YAML 1.2 as a string. */
const BOOLEAN_WORDS: Readonly<Record<string, boolean>> = {
  yes: true,
  on: true,
  y: true,
  no: false,
  off: false,
  n: false,
};

/**
 * Reports a value with the wrong type. If the intended value is not certain, everything below it is marked as
 * unclear.
 */
export function wrongType(walk: StructureWalk, field: ManifestField, value: Json, path: Path): void {
  const placeholder = typeof value === 'string' ? placeholderIn(value, 'address') : undefined;
  if (placeholder !== undefined) {
    walk.markInvalid(path);
    if (!walk.options.isTemplate) walk.report(placeholderOfType(field, placeholder, path));
    return;
  }
  const meant = intendedValue(field, value);
  if (meant === undefined) walk.markInvalid(path);
  else walk.repair({ from: path, to: path, value: meant });
  walk.report({
    rule: 'type',
    path,
    at: 'value',
    message: `${lastKeyOf(path)} is ${describeJson(value)}; expected ${EXPECTED[field.kind]}`,
    ...withFix(fixFor(field, value, path)),
    ...plainBoolean(field, value, path),
  });
}

/** Returns the problem of a placeholder for a value that is not text: the service would refuse it. */
function placeholderOfType(
  field: ManifestField,
  { text, at }: { readonly text: string; readonly at: number },
  path: Path,
): Problem {
  return {
    rule: 'placeholder',
    severity: 'error',
    path,
    at: 'value',
    message: `${lastKeyOf(path)} still has the placeholder ${text}; expected ${EXPECTED[field.kind]}`,
    hint: 'fill in your own value, or check a template with --template',
    part: [at, at + text.length],
  };
}

/** Returns the certainly intended value for one with the wrong type. */
function intendedValue(field: ManifestField, value: Json): Json | undefined {
  if (typeof value !== 'string') return undefined;
  const word = value.toLowerCase();
  if (field.kind === 'boolean' && (word === 'true' || word === 'false')) return word === 'true';
  if (field.kind === 'boolean' && Object.hasOwn(BOOLEAN_WORDS, word)) return BOOLEAN_WORDS[word];
  return field.kind === 'integer' && /^\d{1,9}$/.test(value) ? Number(value) : undefined;
}

const withFix = (fix: Fix | undefined) => (fix === undefined ? {} : { fix });

function fixFor(field: ManifestField, value: Json, path: Path): Fix | undefined {
  const replace = (kind: Fix['kind'], better: Json): Fix => ({
    kind,
    title: `write ${JSON.stringify(better)}`,
    change: { do: 'replace', path, value: better },
  });
  if (value === null && !isRequired(path)) {
    return { kind: 'suggest', title: `remove ${lastKeyOf(path)}`, change: { do: 'remove', path } };
  }
  if (field.kind === 'boolean' && typeof value === 'string') {
    const word = value.toLowerCase();
    if (word === 'true' || word === 'false') return replace('safe', word === 'true');
    const meant = Object.hasOwn(BOOLEAN_WORDS, word) ? BOOLEAN_WORDS[word] : undefined;
    return meant === undefined ? undefined : replace('suggest', meant);
  }
  if (field.kind === 'boolean' && (value === 0 || value === 1)) return replace('suggest', value === 1);
  if (field.kind === 'integer' && typeof value === 'string' && /^\d{1,9}$/.test(value))
    return replace('safe', Number(value));
  if (field.kind === 'text' && typeof value === 'number')
    return { ...replace('suggest', String(value)), isAsWritten: true };
  if (field.kind === 'list' && field.items.kind === 'text' && typeof value === 'string' && value !== '') {
    return replace('suggest', [value]);
  }
  return undefined;
}

function plainBoolean(field: ManifestField, value: Json, path: Path): Pick<Problem, 'ifPlain'> {
  if (field.kind !== 'boolean' || typeof value !== 'string') return {};
  const word = value.toLowerCase();
  const meant = Object.hasOwn(BOOLEAN_WORDS, word) ? BOOLEAN_WORDS[word] : undefined;
  if (meant === undefined) return {};
  return {
    ifPlain: {
      rule: 'yaml-boolean',
      message: `${lastKeyOf(path)} is ${value}, which only YAML 1.1 reads as ${meant}; write ${meant}`,
      fix: { kind: 'safe', title: `write ${meant}`, change: { do: 'replace', path, value: meant } },
    },
  };
}

/** Describes a value in a few words: `the string "yes"`, `a list`, `empty`. */
export function describeJson(value: Json): string {
  if (value === null) return 'empty (null)';
  if (Array.isArray(value)) return 'a list';
  if (isJsonObject(value)) return 'an object';
  if (typeof value === 'string') return `the string ${JSON.stringify(shortened(value))}`;
  return `the ${typeof value === 'number' ? 'number' : 'boolean'} ${String(value)}`;
}

const SHOWN = 40;

/** Truncates a text for a message. */
export function shortened(text: string): string {
  const characters = text.length <= SHOWN ? [] : [...text];
  return characters.length <= SHOWN ? text : `${characters.slice(0, SHOWN - 1).join('')}…`;
}
