/** A seeded generator of numbers from 0 to 1 (mulberry32). */
export function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Tokens that are difficult for parsers. */
const WORDS = [
  ...['', '"', "'", '\\', '\n', '\r', '\t', '\0', ',', ';', ':', '{', '}', '[', ']', '(', ')', '=', '#', '-'],
  ...[
    'null',
    'true',
    'NaN',
    '-0',
    '1e999',
    '9007199254740993',
    '__proto__',
    'constructor',
    '\ufeff',
    '\u202e',
  ],
  ...['\ud800', 'é', '😀', '*a', '&a', '<<', '!!js', '%zz', '../', '[['.repeat(60), 'a'.repeat(5000)],
] as const;

/** Applies one to four edits to a text: to its bytes, its tokens, its lines, or its JSON tree. */
export function mutated(text: string, random: () => number): string {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  let result = text;
  for (let edits = 1 + Math.floor(random() * 4); edits > 0; edits -= 1)
    result = pick([byByte, byToken, byToken, byTree, byTree, byLine])(result, random);
  return result;
}

function byByte(text: string, random: () => number): string {
  const bytes = Buffer.from(text);
  const at = Math.floor(random() * (bytes.length + 1));
  const kind = Math.floor(random() * 3);
  const byte = Buffer.of(Math.floor(random() * 256));
  if (kind === 0) return Buffer.concat([bytes.subarray(0, at), byte, bytes.subarray(at)]).toString();
  if (kind === 1) return Buffer.concat([bytes.subarray(0, at), byte, bytes.subarray(at + 1)]).toString();
  return bytes.subarray(0, at).toString();
}

function byToken(text: string, random: () => number): string {
  const tokens = text.split(/([\s"'{}[\]:,;()=]+)/);
  const at = Math.floor(random() * tokens.length);
  const other = Math.floor(random() * tokens.length);
  const word = WORDS[Math.floor(random() * WORDS.length)] ?? '';
  const kind = Math.floor(random() * 4);
  if (kind === 0) tokens[at] = word;
  else if (kind === 1) tokens.splice(at, 0, word);
  else if (kind === 2) tokens.splice(at, 1);
  else [tokens[at], tokens[other]] = [tokens[other] ?? '', tokens[at] ?? ''];
  return tokens.join('');
}

/** Removes or duplicates a line, or swaps two lines. */
function byLine(text: string, random: () => number): string {
  const lines = text.split('\n');
  const at = Math.floor(random() * lines.length);
  const other = Math.floor(random() * lines.length);
  const kind = Math.floor(random() * 3);
  if (kind === 0) lines.splice(at, 1);
  else if (kind === 1) lines.splice(other, 0, lines[at] ?? '');
  else [lines[at], lines[other]] = [lines[other] ?? '', lines[at] ?? ''];
  return lines.join('\n');
}

/** Replaces a value in the JSON tree of the text, or of one of its lines. */
function byTree(text: string, random: () => number): string {
  const whole = parsed(text);
  if (whole !== undefined) return JSON.stringify(withoutOne(whole, random));
  const lines = text.split('\n');
  const at = Math.floor(random() * lines.length);
  const line = parsed(lines[at] ?? '');
  if (line === undefined) return byToken(text, random);
  lines[at] = JSON.stringify(withoutOne(line, random));
  return lines.join('\n');
}

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

const VALUES: readonly unknown[] = [
  ...[null, '', 0, -1, 1e300, true, [], {}, [null], { a: [] }, 'x', undefined],
  ...['2024-13-45T99:00:00Z', 'xoxo', 'a'.repeat(300), ['a', 1], [[]], [{}], 2 ** 53],
];

function withoutOne(root: object, random: () => number): object {
  const places: [owner: Record<string, unknown>, key: string][] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const owner = value as Record<string, unknown>;
    for (const key of Object.keys(owner)) {
      places.push([owner, key]);
      visit(owner[key]);
    }
  };
  visit(root);
  const [owner, key] = places[Math.floor(random() * places.length)] ?? [];
  if (owner !== undefined && key !== undefined) owner[key] = VALUES[Math.floor(random() * VALUES.length)];
  return root;
}
