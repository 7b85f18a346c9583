import { Failure } from '../failure/failure.ts';
import { isJson } from '../json/is-json.ts';

/** Shown where nothing better is known of what is meant. */
const EXAMPLE = "--query '[?active].userName'";

/** Texts in single quotes and JSON between backticks. */
const LITERALS = /'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/gs;

/** An expression without its literals, and what puts them back. */
function withoutLiterals(expression: string): {
  readonly bare: string;
  readonly whole: (text: string) => string;
} {
  const kept: string[] = [];
  const bare = expression.replaceAll(LITERALS, (literal) => `\u0000${kept.push(literal) - 1}\u0000`);
  return { bare, whole: (text) => text.replaceAll(/\u0000(\d+)\u0000/g, (_, at) => kept[Number(at)] ?? '') };
}

/**
 * Refuses what JMESPath takes for something else than people mean: a lone =, a text in double quotes, a bare true behind a comparison. They
 * match nothing, or everything, without an error. Also words for its operators, whose own message names no remedy.
 * @throws Failure `usage` with the expression that is meant
 */
export function refuseSlips(expression: string): void {
  if (expression.trim() === '') throw new Failure('usage', '--query is empty', { hint: EXAMPLE });
  const { bare, whole } = withoutLiterals(expression);
  refuseLoneEquals(bare, whole);
  refuseWords(bare, whole);
  const text = quotedText(bare);
  if (text !== undefined)
    throw new Failure('usage', `--query: "${text[2]}" in double quotes is the name of a member`, {
      hint: `a text is written in single quotes: ${whole(inSingleQuotes(bare, text))}`,
    });
  const word = BARE_VALUE.exec(bare);
  if (word !== null)
    throw new Failure('usage', `--query: ${word[2]} is the name of a member`, {
      hint: `the value is written between backticks: ${whole(bare.replace(BARE_VALUE, '$1`$2`'))}`,
    });
}

/** The library takes it for an assignment, and every element would match. */
function refuseLoneEquals(bare: string, whole: (text: string) => string): void {
  const outside = bare.replaceAll(/"(?:[^"\\]|\\.)*"/gs, (quoted) => 'x'.repeat(quoted.length));
  if (!/(^|[^=!<>])=([^=]|$)/.test(outside) || /\blet\b/.test(bare)) return;
  const lone = [...outside.matchAll(/(?<![=!<>])=(?!=)/g)].map(({ index }) => index);
  let doubled = [...bare].map((character, at) => (lone.includes(at) ? '==' : character)).join('');
  for (let text = quotedText(doubled); text !== undefined; text = quotedText(doubled))
    doubled = inSingleQuotes(doubled, text);
  throw new Failure('usage', '--query compares with =, which is not an operator', {
    hint: `equality is written ==: ${whole(doubled.replaceAll(new RegExp(BARE_VALUE, 'g'), '$1`$2`'))}`,
  });
}

/** Words of other languages behind which JMESPath only expects a bracket. */
function refuseWords(bare: string, whole: (text: string) => string): void {
  const filter = /[\w\])\u0000"] (eq|ne|co|sw|ew|gt|ge|lt|le|pr)(?=[\s\])]|$)/i.exec(bare);
  if (filter !== null)
    throw new Failure('usage', `--query is JMESPath, which has no "${filter[1]}"`, {
      hint: `use ==, !=, <, contains(title, 'x'), starts_with(title, 'x'); or --where, which has ${filter[1]}`,
    });
  const meant = bare
    .replaceAll(/ and (?=\S)/gi, ' && ')
    .replaceAll(/ or (?=\S)/gi, ' || ')
    .replaceAll(/(\[\?\s*|&& |\|\| |\()not (?=\S)/gi, '$1!');
  const [, word = ''] = / (and|or) \S|(?:\[\?\s*|&& |\|\| |\()(not) \S/i.exec(bare) ?? [];
  if (meant !== bare)
    throw new Failure('usage', `--query is JMESPath, which has no "${word || 'not'}"`, {
      hint: `&& is and, || is or, ! is not: ${whole(meant)}`,
    });
}

/** A text in double quotes behind a comparison, or as the last argument of a function. */
function quotedText(bare: string): RegExpMatchArray | undefined {
  const quoted = /((?:[=!]=|[<>]=?|,)\s*)"((?:[^"\\]|\\.)*)"(?=\s*(?:[\])&|]|$))/g;
  const isArgument = (match: RegExpMatchArray) =>
    !match[0].startsWith(',') || /^\s*\)/.test(bare.slice((match.index ?? 0) + match[0].length));
  return [...bare.matchAll(quoted)].find((match) => isArgument(match));
}

function inSingleQuotes(bare: string, text: RegExpMatchArray): string {
  return bare.replace(text[0], () => `${text[1]}'${text[2]}'`);
}

/** A value behind a comparison that would be read as a member. */
const BARE_VALUE = /([=!]=\s*)(true|false|null)\b(?!\s*[.[(])/;

/** Returns a correction of what the library cannot read, where it is a slip that people of other tools make. */
export function hintFor(expression: string): string {
  const bare = BARE_LITERAL.exec(expression);
  if (bare !== null && !isJson(bare[1] ?? ''))
    return `a text is written in single quotes: --query "${expression.replaceAll(/`([^`"]*)`/g, "'$1'")}"`;
  const [, path] = /^\s*\.((?:\[\]|\w)[\w.[\]]*)\s*$/.exec(expression) ?? [];
  if (path !== undefined) return `this is jq; in JMESPath: --query '${path}'`;
  if (/^\s*\.?\[\]\s*\|\s*select|^\s*\./.test(expression)) return `this is jq; in JMESPath: ${EXAMPLE}`;
  return EXAMPLE;
}

/** A literal of JMESPath is JSON between backticks. */
const BARE_LITERAL = /`([^`]*)`/;

/** Whether an expression begins with a member, which a list does not have: then it makes null of every list. */
export function takesListForObject(expression: string): boolean {
  return /^\s*[A-Za-z_]\w*\s*(?:$|[.[|])/.test(expression);
}

/** Whether a name stands alone behind a comparison, where a text is most likely meant. */
export function isComparedWith(expression: string, name: string): boolean {
  const { bare } = withoutLiterals(expression);
  return [...bare.matchAll(/[=!]=\s*(\w+)/g)].some(([, word]) => word === name);
}
