import { viewOf } from '../values/view-of.ts';
import { isScalarStart } from './json-values.ts';

/**
 * Bytes that are compared at once, as a floating-point number. Different bytes are different numbers, except
 * for 0 and -0, which contain NUL, as no step does. NaN equals nothing: a step that contains it, with DEL or
 * invalid UTF-8, is only parsed again.
 */
const WORD = 8;

/** What follows a step. */
export type Next = 'text' | 'id' | 'scalar' | 'end';

/** A stretch of punctuation and member names between two values. */
export interface Step {
  readonly bytes: Uint8Array;
  readonly length: number;
  /** The bytes as words, without those after the last whole one. */
  readonly words: readonly number[];
  /** The last eight bytes, which may overlap the last of `words`; undefined if there are fewer. */
  readonly lastWord: number | undefined;
  readonly next: Next;
  /** Arrays and objects open after the step, as their opening brackets; empty between two resources. */
  readonly open: readonly number[];
  /** Offsets of the commas between resources. */
  readonly commas: readonly number[];
  /** Offsets at which a member starts or a resource ends. */
  readonly members: readonly Member[];
  /** The steps that followed this one, the latest first. */
  readonly followers: Step[];
}

export interface Member {
  readonly offset: number;
  readonly isWanted: boolean;
  /** Whether the resource ends here. */
  readonly isEnd: boolean;
}

/** Whether a step stands at this offset. */
export function standsAt(view: DataView, at: number, step: Step): boolean {
  const end = at + step.length;
  if (end > view.byteLength || !areBytesAt(view, at, end, step)) return false;
  // The same bytes may also precede a text, an array or an object, or end an empty array.
  return step.next !== 'scalar' || (end < view.byteLength && isScalarStart(view.getUint8(end)));
}

function areBytesAt(view: DataView, at: number, end: number, { bytes, words, lastWord }: Step): boolean {
  if (lastWord === undefined) {
    for (let from = at; from < end; from += 1) if (view.getUint8(from) !== bytes[from - at]) return false;
    return true;
  }
  for (let index = 0, from = at; index < words.length; index += 1, from += WORD)
    if (view.getFloat64(from, true) !== words[index]) return false;
  return view.getFloat64(end - WORD, true) === lastWord;
}

/** Returns a step without followers. */
export function makeStep(bytes: Uint8Array, rest: Pick<Step, 'next' | 'open' | 'commas' | 'members'>): Step {
  const { length } = bytes;
  const view = viewOf(bytes);
  const words = Array.from({ length: Math.floor(length / WORD) }, (_, index) =>
    view.getFloat64(WORD * index, true),
  );
  const lastWord = length < WORD ? undefined : view.getFloat64(length - WORD, true);
  const { next, open, commas, members } = rest;
  return { bytes, length, words, lastWord, next, open, commas, members, followers: [] };
}
