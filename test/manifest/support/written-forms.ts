import { yamlText } from '../../../src/manifest/render-value.ts';
import type { Json } from '../../../src/spec/protocol-types.ts';

/** A seeded generator of numbers from 0 to 1 (mulberry32). */
export type Random = () => number;

export function randomFrom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Probability of each habit of a writer: 0 never, 1 always. */
export interface Habits {
  readonly comments: number;
  readonly flow: number;
  readonly aliases: number;
  readonly eol: '\n' | '\r\n';
  readonly endsWithLine: boolean;
}

export function someHabits(random: Random): Habits {
  const often = () => Math.floor(random() * 3) / 2;
  return {
    comments: often() * 0.6,
    flow: often() * 0.5,
    aliases: often(),
    eol: random() < 0.3 ? '\r\n' : '\n',
    endsWithLine: random() < 0.8,
  };
}

/** Marks text that is written into a manifest unchanged, such as a color without quotes. */
export const RAW = '\u0001';

/** Writes a manifest as YAML in a style that a person or a generator could use. */
export function writtenYaml(data: Json, random: Random, habits: Habits): string {
  const anchors = new Map<string, string>();
  let comments = 0;
  let count = 0;
  const chance = (share: number) => random() < share;
  const comment = () => {
    comments += 1;
    return `# note ${comments}`;
  };
  const remark = () => (chance(habits.comments) ? ` ${comment()}` : '');
  const ownLine = (indent: string) => (chance(habits.comments / 3) ? [`${indent}${comment()}`] : []);
  const isFilled = (value: Json) =>
    typeof value === 'object' && value !== null && Object.keys(value).length > 0;

  function scalar(value: Json): string {
    if (typeof value === 'string' && value.startsWith(RAW)) return value.slice(1);
    if (typeof value !== 'string') return JSON.stringify(value);
    if (chance(0.2)) return JSON.stringify(value);
    if (chance(0.2) && /^[ -~]*$/.test(value)) return `'${value.replaceAll("'", "''")}'`;
    return yamlText(value);
  }

  /** Returns an anchor for a value that may be repeated, or the alias of an earlier value. */
  function shared(value: Json): { readonly alias?: string; readonly anchor: string } {
    const key = JSON.stringify(value);
    if (key.length < 6 || key.includes(RAW)) return { anchor: '' };
    const known = anchors.get(key);
    if (known !== undefined)
      return chance(habits.aliases) ? { alias: `*${known}`, anchor: '' } : { anchor: '' };
    if (!chance(habits.aliases * 0.7)) return { anchor: '' };
    count += 1;
    const name = `a${count}`;
    // An alias is valid only after the end of the anchored value.
    pending.push([key, name]);
    return { anchor: `&${name} ` };
  }
  const pending: [string, string][] = [];
  const complete = (from: number) => {
    for (const [key, name] of pending.splice(from)) if (!anchors.has(key)) anchors.set(key, name);
  };

  function flow(value: Json, indent: string): string {
    const before = pending.length;
    const { alias, anchor } = shared(value);
    if (alias !== undefined) return alias;
    const text = anchor + flowBody(value, indent);
    complete(before);
    return text;
  }

  function flowBody(value: Json, indent: string): string {
    if (typeof value !== 'object' || value === null) return scalar(value);
    const parts = Array.isArray(value)
      ? value.map((item: Json) => flow(item, `${indent}  `))
      : Object.entries(value).map(([key, child]) => `${yamlText(key)}: ${flow(child, `${indent}  `)}`);
    const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
    if (parts.length === 0) return `${open}${close}`;
    if (!chance(0.4)) return `${open}${parts.join(', ')}${close}`;
    const deeper = `${indent}  `;
    const lines = parts.flatMap((part, index) => {
      const isLast = index === parts.length - 1;
      const comma = isLast && chance(0.5) ? '' : ',';
      return [...ownLine(deeper), `${deeper}${part}${comma}${remark()}`];
    });
    return [`${open}${remark()}`, ...lines, ...ownLine(deeper), `${indent}${close}`].join('\n');
  }

  function lines(value: Json, indent: string): string[] {
    if (Array.isArray(value)) {
      return value.flatMap((item: Json) => {
        const entry = entryLines('-', item, indent);
        return [...ownLine(indent), ...entry];
      });
    }
    return Object.entries(value as Record<string, Json>).flatMap(([key, child]) => [
      ...ownLine(indent),
      ...entryLines(`${yamlText(key)}:`, child, indent),
    ]);
  }

  function entryLines(head: string, value: Json, indent: string): string[] {
    if (!isFilled(value) || chance(habits.flow))
      return `${indent}${head} ${flow(value, indent)}${remark()}`.split('\n');
    const before = pending.length;
    const { alias, anchor } = shared(value);
    if (alias !== undefined) return [`${indent}${head} ${alias}${remark()}`];
    const isItem = head === '-';
    const isNarrow = !isItem && Array.isArray(value) && chance(0.4);
    const inner = lines(value, isNarrow ? indent : `${indent}  `);
    complete(before);
    // The first key of an item is on the line of its dash.
    if (isItem && anchor === '' && chance(0.8) && !/^\s*#/.test(inner[0] ?? '#'))
      return [`${indent}- ${(inner[0] ?? '').trimStart()}`, ...inner.slice(1)];
    return [`${indent}${head}${anchor === '' ? '' : ` ${anchor.trimEnd()}`}${remark()}`, ...inner];
  }

  const text = [...ownLine(''), ...lines(data, ''), ...ownLine('')].join('\n');
  return `${text}${habits.endsWithLine ? '\n' : ''}`.replaceAll('\n', habits.eol);
}
