/** What stands where an author has still to put a value in (anchors: `<YOUR_URL>`, `your-domain`, `${x}`). */

const MARKS = String.raw`\$\{[^{}]{0,80}\}|\{\{[^{}]{0,80}\}\}|%[A-Z][A-Z0-9_]+%|__[A-Z][A-Z0-9_]+__|\bYOUR_[A-Z_]+|\bCHANGE_?ME\b|\bREPLACE_?(?:ME|THIS)\b`;
const THINGS =
  'app|address|api|backend|bot|company|deployment|domain|endpoint|host|hostname|id|instance|name|ngrok|org|project|public|server|service|site|subdomain|team|tunnel|url|web|website|workspace';

const IN_AN_ADDRESS = new RegExp(
  `<[^<>]{1,80}>|${MARKS}|\\byour[-_.]?(?:[a-z]+[-_.]?)??(?:${THINGS})\\b`,
  'i',
);
const IN_A_NAME = new RegExp(`<[A-Z][A-Z0-9_ ]+>|${MARKS}`);
const IN_PROSE = new RegExp(`<YOUR[^<>]{0,80}>|${MARKS}`);
const BY_FIELD = { address: IN_AN_ADDRESS, name: IN_A_NAME, prose: IN_PROSE } as const;

/** Returns the placeholder in a text and its UTF-16 offset. */
export function placeholderIn(
  text: string,
  holds: keyof typeof BY_FIELD,
): { readonly text: string; readonly at: number } | undefined {
  // Most texts hold none of these characters, and the look is cheap.
  if (!/[<$%{]|__|your|change|replace/i.test(text)) return undefined;
  const match = BY_FIELD[holds].exec(text);
  return match === null ? undefined : { text: match[0], at: match.index };
}
