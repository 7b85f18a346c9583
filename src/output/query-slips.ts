import { Failure } from '../failure/failure.ts';
import { isJson } from '../json/is-json.ts';

/** The example that is shown when the expression suggests no better one. */
const EXAMPLE = "--query '[?active].userName'";

/** Texts in single quotes, JSON between backticks, and names in double quotes. */
const QUOTED = /'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|"(?:[^"\\]|\\.)*"/gs;

/** An expression in which a number stands for each quoted part, so that no slip is seen within one. */
interface Masked {
  readonly bare: string;
  readonly quoted: readonly string[];
}

function masked(expression: string): Masked {
  const quoted: string[] = [];
  const bare = expression.replaceAll(QUOTED, (part) => `\u0000${quoted.push(part) - 1}\u0000`);
  return { bare, quoted };
}

/** Returns an expression with its quoted parts. */
function whole({ bare, quoted }: Masked): string {
  return bare.replaceAll(/\u0000(\d+)\u0000/g, (_, at) => quoted[Number(at)] ?? '');
}

/**
 * Refuses what JMESPath takes for something else than people mean: a lone =, a text in double quotes, a bare
 * true behind a comparison. They match nothing, or everything, without an error.
 * @param isReadable false for what the library cannot read: words for its operators are then refused too, as
 * its message names no remedy
 * @throws Failure `usage` with the expression that is meant
 */
export function refuseSlips(expression: string, isReadable: boolean): void {
  if (expression.trim() === '') throw new Failure('usage', '--query is empty', { hint: EXAMPLE });
  const parts = masked(expression);
  refuseLoneEquals(parts);
  if (!isReadable) refuseWords(parts);
  refuseOrderOfTexts(parts);
  const text = quotedText(parts);
  if (text !== undefined)
    throw new Failure('usage', `--query: ${text.quoted} in double quotes is the name of a member`, {
      hint: `a text is written in single quotes: ${whole(inSingleQuotes(parts, text))}`,
    });
  const word = BARE_VALUE.exec(parts.bare);
  if (word !== null)
    throw new Failure('usage', `--query: ${word[2]} is the name of a member`, {
      hint: `the value is written between backticks: ${whole({ ...parts, bare: parts.bare.replace(BARE_VALUE, '$1`$2`') })}`,
    });
}

/** The library takes it for an assignment, and every element would match. */
function refuseLoneEquals({ bare, quoted }: Masked): void {
  const doubled = bare.replaceAll(/(?<![=!<>])=(?!=)/g, '==');
  if (doubled === bare || /\blet\b/.test(bare)) return;
  let meant: Masked = { bare: doubled.replaceAll(new RegExp(BARE_VALUE, 'g'), '$1`$2`'), quoted };
  for (let text = quotedText(meant); text !== undefined; text = quotedText(meant))
    meant = inSingleQuotes(meant, text);
  throw new Failure('usage', '--query compares with =, which is not an operator', {
    hint: `equality is written ==: ${whole(meant)}`,
  });
}

/** What an order of texts, such as of dates, is called in `--where`; and with the text in front. */
const IN_ORDER: Readonly<Record<string, readonly [after: string, before: string]>> = {
  '<': ['lt', 'gt'],
  '<=': ['le', 'ge'],
  '>': ['gt', 'lt'],
  '>=': ['ge', 'le'],
};

/** A quoted part compared by order: behind a name or in front of it. */
const ORDERED = /([\w.]+)\s*([<>]=?)\s*\u0000(\d+)\u0000|\u0000(\d+)\u0000\s*([<>]=?)\s*([\w.]+)/g;

/** The library makes null of texts that are compared by order, so that nothing would match. */
function refuseOrderOfTexts({ bare, quoted }: Masked): void {
  for (const [, name, behind, at, first, front = '', second] of bare.matchAll(ORDERED)) {
    const text = textOf(quoted[Number(at ?? first)] ?? '');
    if (text === undefined) continue;
    const sign = behind ?? front;
    const word = IN_ORDER[sign]?.[behind === undefined ? 1 : 0];
    throw new Failure('usage', `--query compares numbers only with ${sign}: a text or date matches nothing`, {
      hint: `dates and texts are compared by --where, where the command has it: --where '${name ?? second} ${word} "${text}"'`,
    });
  }
}

/** The text in single quotes, or of JSON between backticks; undefined for a number and a name. */
function textOf(quoted: string): string | undefined {
  const inner = quoted.slice(1, -1);
  if (quoted.startsWith("'")) return inner;
  return quoted.startsWith('`') && /^\s*"/.test(inner) ? inner.trim().slice(1, -1) : undefined;
}

/** Words of other languages behind which JMESPath only expects a bracket. */
function refuseWords({ bare, quoted }: Masked): void {
  const filter = /[\w\])\u0000] (eq|ne|co|sw|ew|gt|ge|lt|le|pr)(?=[\s\])]|$)/i.exec(bare);
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
      hint: `&& is and, || is or, ! is not: ${whole({ bare: meant, quoted })}`,
    });
}

/** A quoted part, and its number in the masked expression. */
interface QuotedText {
  readonly at: number;
  readonly quoted: string;
}

/** A text in double quotes behind a comparison, or as the last argument of a function. */
function quotedText({ bare, quoted }: Masked): QuotedText | undefined {
  const places = bare.matchAll(
    /(?:(?:[=!]=|[<>]=?)\s*\u0000(\d+)\u0000(?=\s*(?:[\])&|]|$))|,\s*\u0000(\d+)\u0000(?=\s*\)))/g,
  );
  return [...places]
    .map(([, compared, argument]) => Number(compared ?? argument))
    .map((at) => ({ at, quoted: quoted[at] ?? '' }))
    .find((part) => part.quoted.startsWith('"'));
}

function inSingleQuotes({ bare, quoted }: Masked, { at, quoted: part }: QuotedText): Masked {
  const text = part.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return { bare, quoted: quoted.map((one, index) => (index === at ? `'${text}'` : one)) };
}

/** A value behind a comparison that would be read as a member. */
const BARE_VALUE = /([=!]=\s*)(true|false|null)\b(?!\s*[.[(])/;

/**
 * Returns a correction of what the library cannot read, where it is a slip that people of other tools make.
 */
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

/**
 * Whether an expression begins with a member, which a list does not have: then it makes null of every list.
 */
export function takesListForObject(expression: string): boolean {
  return /^\s*[A-Za-z_]\w*\s*(?:$|[.[|])/.test(expression);
}

/** Whether a name stands alone behind a comparison, where a text is most likely meant. */
export function isComparedWith(expression: string, name: string): boolean {
  const { bare } = masked(expression);
  return [...bare.matchAll(/[=!]=\s*(\w+)/g)].some(([, word]) => word === name);
}
