import { Failure } from '../failure/failure.ts';
import { isJson } from '../json/is-json.ts';

/** The example shown if the expression suggests no better one. */
const EXAMPLE = "--query '[?active].userName'";

/** Texts in single quotes, JSON between backticks, and names in double quotes. */
const QUOTED = /'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|"(?:[^"\\]|\\.)*"/gs;

/** An expression whose quoted parts are replaced by numbers, so that checks ignore their content. */
interface Masked {
  readonly bare: string;
  readonly quoted: readonly string[];
}

function masked(expression: string): Masked {
  const quoted: string[] = [];
  const bare = expression.replaceAll(QUOTED, (part) => `\u0000${quoted.push(part) - 1}\u0000`);
  return { bare, quoted };
}

/** Returns the expression with its quoted parts restored. */
function restoreQuoted({ bare, quoted }: Masked): string {
  return bare.replaceAll(/\u0000(\d+)\u0000/g, (_, at) => quoted[Number(at)] ?? '');
}

/**
 * Refuses expressions that are valid JMESPath but mean something else than intended: a lone =, a text in
 * double quotes, a bare true after a comparison. They match nothing, or everything, without an error.
 * @param isReadable whether the library can parse the expression. If not, operators written as words are
 * refused too, because the message of the library names no remedy.
 * @throws Failure `usage` with the corrected expression
 */
export function rejectMistakes(expression: string, isReadable: boolean): void {
  if (expression.trim() === '') throw new Failure('usage', '--query is empty', { hint: EXAMPLE });
  const parts = masked(expression);
  refuseLoneEquals(parts);
  if (!isReadable) refuseWords(parts);
  refuseOrderOfTexts(parts);
  const text = quotedText(parts);
  if (text !== undefined)
    throw new Failure('usage', `--query: ${text.quoted} in double quotes is a member name`, {
      hint: `write text in single quotes: ${restoreQuoted(inSingleQuotes(parts, text))}`,
    });
  const word = BARE_VALUE.exec(parts.bare);
  if (word !== null)
    throw new Failure('usage', `--query: ${word[2]} is a member name`, {
      hint: `write the value in backticks: ${restoreQuoted({ ...parts, bare: parts.bare.replace(BARE_VALUE, '$1`$2`') })}`,
    });
}

/** Refuses a lone =: the library reads it as an assignment, and every element would match. */
function refuseLoneEquals({ bare, quoted }: Masked): void {
  const doubled = bare.replaceAll(/(?<![=!<>])=(?!=)/g, '==');
  if (doubled === bare || /\blet\b/.test(bare)) return;
  let meant: Masked = { bare: doubled.replaceAll(new RegExp(BARE_VALUE, 'g'), '$1`$2`'), quoted };
  for (let text = quotedText(meant); text !== undefined; text = quotedText(meant))
    meant = inSingleQuotes(meant, text);
  throw new Failure('usage', '--query compares with =, which is not an operator', {
    hint: `use == for equality: ${restoreQuoted(meant)}`,
  });
}

/** The `--where` operator for a comparison of texts, such as dates; and that with the text on the left. */
const IN_ORDER: Readonly<Record<string, readonly [after: string, before: string]>> = {
  '<': ['lt', 'gt'],
  '<=': ['le', 'ge'],
  '>': ['gt', 'lt'],
  '>=': ['ge', 'le'],
};

/** An ordered comparison of a name with a quoted part, in either order. */
const ORDERED = /([\w.]+)\s*([<>]=?)\s*\u0000(\d+)\u0000|\u0000(\d+)\u0000\s*([<>]=?)\s*([\w.]+)/g;

/** Refuses ordered comparisons of texts: their result is null in the library, so that nothing would match. */
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

/** Returns the content of a text in single quotes, or of a JSON text between backticks, but no other. */
function textOf(quoted: string): string | undefined {
  const inner = quoted.slice(1, -1);
  if (quoted.startsWith("'")) return inner;
  return quoted.startsWith('`') && /^\s*"/.test(inner) ? inner.trim().slice(1, -1) : undefined;
}

/** Refuses operators of other languages. Here JMESPath would only report that it expects a bracket. */
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
      hint: `&& is and, || is or, ! is not: ${restoreQuoted({ bare: meant, quoted })}`,
    });
}

/** A quoted part and its number in the masked expression. */
interface QuotedText {
  readonly at: number;
  readonly quoted: string;
}

/** Returns a text in double quotes after a comparison or as the last argument of a function. */
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

/** A bare value after a comparison, which JMESPath reads as a member name. */
const BARE_VALUE = /([=!]=\s*)(true|false|null)\b(?!\s*[.[(])/;

/** Returns a correction of an expression that the library cannot parse, for example one in jq syntax. */
export function hintFor(expression: string): string {
  const bare = BARE_LITERAL.exec(expression);
  if (bare !== null && !isJson(bare[1] ?? ''))
    return `write text in single quotes: --query "${expression.replaceAll(/`([^`"]*)`/g, "'$1'")}"`;
  const [, path] = /^\s*\.((?:\[\]|\w)[\w.[\]]*)\s*$/.exec(expression) ?? [];
  if (path !== undefined) return `this is jq; in JMESPath: --query '${path}'`;
  if (/^\s*\.?\[\]\s*\|\s*select|^\s*\./.test(expression)) return `this is jq; in JMESPath: ${EXAMPLE}`;
  return EXAMPLE;
}

/** A literal between backticks, which must be JSON. */
const BARE_LITERAL = /`([^`]*)`/;

/** Whether an expression starts with a member name. For a list, which has no members, its result is null. */
export function takesListForObject(expression: string): boolean {
  return /^\s*[A-Za-z_]\w*\s*(?:$|[.[|])/.test(expression);
}

/** Whether a name stands alone after a comparison, where a quoted text was probably intended. */
export function isComparedWith(expression: string, name: string): boolean {
  const { bare } = masked(expression);
  return [...bare.matchAll(/[=!]=\s*(\w+)/g)].some(([, word]) => word === name);
}

/**
 * Refuses the values on which a valid expression fails, such as a null to sort by.
 * @param reason the message of the library; nothing happens if it is about the expression
 * @throws Failure `usage`
 */
export function refuseWrongType(expression: string, reason: string): void {
  const [, received] = /^Invalid type: (?:unexpected type \(|expected .*, received )(\w+)/.exec(reason) ?? [];
  if (received === undefined) {
    const [, name] = /^Invalid type: (\w+)\(\) .* received type null /.exec(reason) ?? [];
    if (name === undefined) return;
    throw new Failure('usage', `--query calls ${name}() with a value that is null in a row`, {
      hint: "select the rows that have the value, such as --query '[?title]'",
    });
  }
  const filled = expression.replaceAll(/&\s*([\w.]+)\s*\)/g, '&$1 || `""`)');
  const hint =
    received === 'null' && filled !== expression
      ? `replace a missing text: --query '${filled}'`
      : 'sort and compare by a member that is a text in all rows, or a number in all';
  throw new Failure('usage', `--query sorts or compares by a value that is ${received} in a row`, { hint });
}
