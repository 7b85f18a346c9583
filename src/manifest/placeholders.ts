/**
 * Placeholders for values that the author still has to fill in: `<YOUR_URL>`, `your-domain`, `${x}`,
 * `BOT_EVENT_URL`, `PUT URL HERE`.
 */

const MARKS = String.raw`\$\{[^{}]{0,80}\}|\{\{[^{}]{0,80}\}\}|%[A-Z][A-Z0-9_]+%|__[A-Z][A-Z0-9_]+__|\bYOUR_[A-Z_]+|\bCHANGE_?ME\b|\bREPLACE_?(?:ME|THIS)\b`;
const ASKING = String.raw`\b(?:ADD|ENTER|INSERT|PASTE|PUT|SET|TYPE|WRITE)\b[^\n]{0,60}?\bHERE\b`;
const YOURS = String.raw`<(?:your|Your|YOUR)\b[^<>]{0,80}>`;
/** A word in capitals at the start of an address: a whole variable, or the host of a URL. */
const VARIABLE = `^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?=$|[/:.?])|(?<=^https?://)[A-Z][A-Z0-9_-]{2,}(?=$|[/:])`;
const THINGS =
  'app|address|api|backend|bot|company|deployment|domain|endpoint|host|hostname|id|instance|name|ngrok|org|project|public|server|service|site|subdomain|team|tunnel|url|web|website|workspace';

/** Placeholders in addresses, in names, and in prose, which may mention `<name>`. */
const PATTERNS = {
  address: [
    new RegExp(`<[^<>]{1,80}>|${MARKS}|\\byour[-_.]?(?:[a-z]+[-_.]?)??(?:${THINGS})\\b`, 'gi'),
    new RegExp(`${VARIABLE}|${ASKING}`, 'g'),
  ],
  name: [new RegExp(`<[A-Z][A-Z0-9_ ]+>|${YOURS}|${MARKS}|${ASKING}`, 'g')],
  prose: [new RegExp(`<YOUR[^<>]{0,80}>|${MARKS}|${ASKING}`, 'g')],
} as const;
const ANYWHERE = new RegExp(`<[^<>]{1,80}>|${MARKS}|${ASKING}`, 'g');

/** Returns the first placeholder in a text and its UTF-16 offset. */
export function placeholderIn(
  text: string,
  holds: keyof typeof PATTERNS,
): { readonly text: string; readonly at: number } | undefined {
  // A cheap check first: most texts contain none of these characters.
  if (!/[<$%{]|__|your|change|replace/i.test(text) && !/[A-Z]_[A-Z0-9]|HERE|^https?:\/\/[A-Z]/.test(text))
    return undefined;
  const matches = PATTERNS[holds].flatMap((pattern) => {
    const [match] = text.matchAll(pattern);
    return match === undefined ? [] : [match];
  });
  const [first] = matches.sort((one, other) => one.index - other.index);
  return first === undefined ? undefined : { text: first[0], at: first.index };
}

/** Removes the placeholders from the text of a template, because the lengths of their values are unknown. */
export function withoutPlaceholders(text: string): string {
  return text.replace(ANYWHERE, '');
}
