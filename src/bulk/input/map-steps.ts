/** What a map may do with a text on its way into a column. Pure, and named in the map by its word. */
export const PLAIN_STEPS = {
  trim: (text) => text.trim(),
  squeeze: (text) => text.trim().replace(/\s+/g, ' '),
  lower: (text) => text.toLowerCase(),
  upper: (text) => text.toUpperCase(),
  capitalize: (text) =>
    text.toLowerCase().replace(/(^|[\s'’-])(\p{L})/gu, (_, before, letter) => before + letter.toUpperCase()),
  ascii: (text) => withoutMarks(text.replace(/[æøœßłđþð]/giu, (letter) => SPELLED[letter] ?? letter)),
  digits: (text) => text.replace(/\D/g, ''),
  localPart: (text) => text.split('@')[0] ?? '',
} as const satisfies Record<string, (text: string) => string>;

/** Steps that take a text: `before: ","` keeps what stands in front of the first comma. */
export const STEPS_WITH_TEXT = {
  before: (mark) => (text) => (text.includes(mark) ? text.slice(0, text.indexOf(mark)) : text),
  after: (mark) => (text) => (text.includes(mark) ? text.slice(text.indexOf(mark) + mark.length) : ''),
  prefix: (start) => (text) => (text.startsWith(start) ? text : start + text),
  suffix: (end) => (text) => (text.endsWith(end) ? text : text + end),
} as const satisfies Record<string, (argument: string) => (text: string) => string>;

export type Step = (text: string) => string;

/** Returns the step that replaces texts, each where it stands, letter case counting. */
export function replacing(pairs: readonly (readonly [string, string])[]): Step {
  return (text) => pairs.reduce((result, [from, to]) => result.replaceAll(from, to), text);
}

/** Letters that are not a plain letter with a mark. */
const SPELLED: Readonly<Record<string, string>> = {
  æ: 'ae',
  Æ: 'AE',
  ø: 'o',
  Ø: 'O',
  œ: 'oe',
  Œ: 'OE',
  ß: 'ss',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  þ: 'th',
  Þ: 'Th',
  ð: 'd',
  Ð: 'D',
};

function withoutMarks(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC');
}

/** The parts of a date pattern, and what each of them takes. */
const DATE_PARTS = {
  YYYY: '(?<year>\\d{4})',
  YY: '(?<short>\\d{2})',
  MM: '(?<month>\\d{1,2})',
  DD: '(?<day>\\d{1,2})',
};

/**
 * Returns a reader of dates that are written like the pattern, such as `DD.MM.YYYY` or `M/D/YY`: it gives YYYY-MM-DD, or undefined for
 * anything else. What stands behind a date and a blank (a time) is left out. Undefined when it is not a pattern of a day.
 */
export function dateReader(pattern: string): ((text: string) => string | undefined) | undefined {
  const parts = pattern.match(/Y+|M+|D+|[^YMD]+/g) ?? [];
  const source = parts.map((part) => {
    const known = part === 'M' ? 'MM' : part === 'D' ? 'DD' : part;
    if (/^[YMD]/.test(part)) return Object.entries(DATE_PARTS).find(([name]) => name === known)?.[1];
    return part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  });
  if (source.includes(undefined)) return undefined;
  const kinds = parts.map((part) => part[0]).filter((letter) => 'YMD'.includes(letter ?? ' '));
  if ([...kinds].sort().join('') !== 'DMY') return undefined;
  const expression = new RegExp(`^${source.join('')}(?:\\s.*)?$`);
  return (text) => {
    const found = expression.exec(text.trim())?.groups;
    if (found === undefined) return undefined;
    const { year, short = '', month = '', day = '' } = found;
    const whole = year ?? `${Number(short) < 70 ? '20' : '19'}${short}`;
    return `${whole}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  };
}
