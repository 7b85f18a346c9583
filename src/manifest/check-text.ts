import type { TextField } from '../spec/manifest-field-types.ts';
import { MANIFEST_PATTERNS, type ManifestPattern } from '../spec/manifest-patterns.ts';
import { listed } from '../values/listed.ts';
import { suggest } from '../values/suggest.ts';
import { lastKeyOf, type Path } from './path.ts';
import { placeholderIn, withoutPlaceholders } from './placeholders.ts';
import type { Fix, Problem } from './problem.ts';
import type { RuleId } from './rules/rule-book.ts';
import type { Severity } from './severity.ts';
import { isRequired, type StructureWalk } from './structure-walk.ts';
import { didYouMean, replaceFix } from './suggestion.ts';
import { shortened } from './wrong-type.ts';

/** Reports the first problem of a string, in the order placeholder, length, choice, pattern. */
export function checkText(walk: StructureWalk, field: TextField, text: string, path: Path): void {
  const isPlaceholder = placeholderIn(text, field.holds ?? 'prose') !== undefined;
  const problem = walk.options.isTemplate
    ? templateProblem(field, text, path, isPlaceholder)
    : isPlaceholder
      ? placeholderProblem(field, text, path)
      : textProblem(field, text, path);
  if (problem === undefined) return;
  walk.report(problem);
  if (problem.rule === 'enum' || problem.rule === 'min-length') walk.markInvalid(path);
}

/** In a template, placeholders are allowed everywhere; only the length of the other text is checked. */
function templateProblem(
  field: TextField,
  text: string,
  path: Path,
  isPlaceholder: boolean,
): Problem | undefined {
  const rest = withoutPlaceholders(text);
  if (isPlaceholder) return tooLong(field, rest, path);
  return textProblem(field, text, path, rest);
}

/**
 * A placeholder is a warning, or an error if the service would refuse the text with it (assumption
 * `manifest-placeholder`).
 */
function placeholderProblem(field: TextField, text: string, path: Path): Problem | undefined {
  const placeholder = placeholderIn(text, field.holds ?? 'prose');
  if (placeholder === undefined) return undefined;
  const cause = textProblem(field, text, path);
  const breaks = cause !== undefined && (cause.severity ?? 'error') === 'error';
  return {
    rule: 'placeholder',
    severity: breaks && cause.rule !== 'bot-display-name' ? 'error' : 'warning',
    path,
    at: 'value',
    message: `${lastKeyOf(path)} still has the placeholder ${placeholder.text}`,
    hint: 'fill in your own value, or check a template with --template',
    part: [placeholder.at, placeholder.at + placeholder.text.length],
  };
}

/** @param counted the part of the text whose length is checked */
function textProblem(field: TextField, text: string, path: Path, counted = text): Problem | undefined {
  const empty = tooShort(field, text, path);
  if (empty !== undefined && (text === '' || empty.severity !== 'warning')) return empty;
  if (field.values !== undefined && !field.values.includes(text))
    return enumProblem(text, field.values, path);
  const long = tooLong(field, counted, path);
  if (long !== undefined && long.severity !== 'warning') return long;
  if (field.pattern !== undefined && !patternOf(field.pattern).test(text)) {
    return patternProblem(field.pattern, text, path);
  }
  if (long !== undefined) return long;
  if (field.usualPattern !== undefined && !patternOf(field.usualPattern).test(text)) {
    return { ...patternProblem(field.usualPattern, text, path), severity: 'warning' };
  }
  return empty;
}

/**
 * Reports a text that is too short. A minimum that only the settings editor or the published schema defines
 * is a warning.
 */
function tooShort(
  { minLength, usualMinLength }: TextField,
  text: string,
  path: Path,
): (Problem & { severity: Severity }) | undefined {
  const least = minLength ?? usualMinLength;
  if (least === undefined || text.length >= 2 * least || [...text].length >= least) return undefined;
  const problem = {
    rule: 'min-length',
    severity: minLength === undefined ? 'warning' : 'error',
    path,
    at: 'value',
  } as const;
  if (text !== '') {
    const message = `${lastKeyOf(path)} is ${characters([...text].length)}; the settings editor requires at least ${least}`;
    return { ...problem, message };
  }
  const fix: Fix = { kind: 'safe', title: `remove ${lastKeyOf(path)}`, change: { do: 'remove', path } };
  return {
    ...problem,
    message: `${lastKeyOf(path)} is an empty string`,
    ...(isRequired(path) ? {} : { fix }),
  };
}

/** Reports a text that is too long. Length is counted in characters, as an author would. */
function tooLong(
  { maxLength, usualMaxLength }: TextField,
  text: string,
  path: Path,
): (Problem & { severity: Severity }) | undefined {
  const most = maxLength ?? usualMaxLength;
  if (most === undefined || text.length <= most) return undefined;
  const length = [...text].length;
  if (length <= most) return undefined;
  const limit =
    maxLength === undefined ? `usually no more than ${most} are accepted` : `the limit is ${most}`;
  return {
    rule: 'max-length',
    severity: maxLength === undefined ? 'warning' : 'error',
    path,
    at: 'value',
    message: `${lastKeyOf(path)} is ${characters(length)}; ${limit}`,
  };
}

export function enumProblem(text: string, values: readonly string[], path: Path): Problem {
  const suggestion = suggest(text, values, 2);
  return {
    rule: 'enum',
    path,
    at: 'value',
    message: `${lastKeyOf(path)} is ${JSON.stringify(shortened(text))}; expected ${listed(values, 'or')}${didYouMean(suggestion)}`,
    ...replaceFix(suggestion, path),
  };
}

const PATTERN_RULES: { readonly [Name in ManifestPattern]?: RuleId } = {
  httpsUrl: 'https-url',
  hexColor: 'background-color',
  botName: 'bot-display-name',
};

function patternProblem(pattern: ManifestPattern, text: string, path: Path): Problem {
  const { expected, example } = MANIFEST_PATTERNS[pattern];
  const better = correctionOf(pattern, text);
  return {
    rule: PATTERN_RULES[pattern] ?? 'pattern',
    path,
    at: 'value',
    message: `${lastKeyOf(path)} is ${JSON.stringify(shortened(text))}; expected ${expected}`,
    hint: `for example ${example}`,
    ...(better === undefined
      ? {}
      : {
          fix: {
            kind: better.kind,
            title: `write ${better.text}`,
            change: { do: 'replace', path, value: better.text },
          },
        }),
  };
}

/** Returns a likely correction of the text that matches the pattern. */
function correctionOf(
  pattern: ManifestPattern,
  text: string,
): { kind: Fix['kind']; text: string } | undefined {
  const candidates: readonly { kind: Fix['kind']; text: string }[] = [
    ...(pattern === 'host' ? [{ kind: 'safe', text: text.toLowerCase() } as const] : []),
    ...(pattern === 'host'
      ? [
          {
            kind: 'suggest',
            text: text
              .toLowerCase()
              .replace(/^[a-z]+:\/\//, '')
              .replace(/[/:?#].*$/, ''),
          } as const,
        ]
      : []),
    ...(pattern === 'httpsUrl'
      ? [{ kind: 'suggest', text: text.trim().replace(/^http:\/\//i, 'https://') } as const]
      : []),
    ...(pattern === 'hexColor' ? [{ kind: 'safe', text: `#${text}` } as const] : []),
    ...(pattern === 'command' ? [{ kind: 'safe', text: `/${text}` } as const] : []),
  ];
  return candidates.find((candidate) => candidate.text !== text && patternOf(pattern).test(candidate.text));
}

const compiled = new Map<ManifestPattern, RegExp>();

function patternOf(name: ManifestPattern): RegExp {
  const known = compiled.get(name) ?? new RegExp(MANIFEST_PATTERNS[name].source);
  compiled.set(name, known);
  return known;
}

function characters(count: number): string {
  return count === 1 ? '1 character' : `${count} characters`;
}
