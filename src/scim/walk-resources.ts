import { endOfScalar, endOfText, isScalarStart } from './json-values.ts';
import { DEEPEST } from './scim-client.ts';

/**
 * Validates the resources of a list response and finds where each starts and ends, without creating objects.
 *
 * A service writes all its resources alike: the same punctuation and member names, such as
 * `","familyName":"`, recur between values. Such a stretch is parsed byte by byte once and cached as a step:
 * its bytes, the kind of the next value, and the arrays and objects open after it. From then on the stretch
 * is compared eight bytes at a time, and only values are scanned. A stretch that matches no cached follower
 * of the preceding step is parsed and added. bench/listing.mjs: five times as fast as JSON.parse, which takes
 * six times as long for a list of 1,000,000 users as receiving it.
 */

const [QUOTE, COMMA, COLON] = [0x22, 0x2c, 0x3a];
const [OPEN, CLOSE, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Maximum number of cached steps and their maximum length: a service may use values as member names. */
const MOST_STEPS = 4096;
const LONGEST_STEP = 1024;
/** Followers to try before parsing byte by byte. */
const MOST_TRIED = 8;
/**
 * Bytes that are compared at once, as a floating-point number. Different bytes are different numbers, except
 * for 0 and -0, which contain NUL, as no step does. NaN equals nothing: a step that contains it, with DEL or
 * invalid UTF-8, is only parsed again.
 */
const WORD = 8;

/** What follows a step. */
type Next = 'text' | 'id' | 'scalar' | 'end';

/** A stretch of punctuation and member names between two values. */
interface Step {
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

interface Member {
  readonly offset: number;
  readonly isWanted: boolean;
  /** Whether the resource ends here. */
  readonly isEnd: boolean;
}

/** Offsets in the scanned bytes. */
export interface WalkedResources {
  /** The bracket that ends the list. */
  readonly end: number;
  /** The commas between resources. */
  readonly commas: readonly number[];
  /** The IDs: alternating start and end, for each resource that has one. */
  readonly ids: readonly number[];
  /** The selected members: alternating start and end. */
  readonly spans: readonly number[];
  /** The length of `spans` at the end of each resource. */
  readonly spanEnds: readonly number[];
}

/** @returns undefined unless the bytes are a list of objects in compact JSON and not nested too deeply. */
export type WalkResources = (bytes: Uint8Array, start: number) => WalkedResources | undefined;

/** @param wants selects the members of a resource to locate; none if absent. */
export function createResourceWalker(wants: (member: string) => boolean = () => false): WalkResources {
  const first = makeStep(new Uint8Array(0), { next: 'end', open: [], commas: [], members: [] });
  const known = new Map<string, Step>();
  const learn = (bytes: Uint8Array, at: number, before: Step): Step | undefined => {
    const found = readStep(bytes, at, before, before === first, wants);
    if (found === undefined || found.length > LONGEST_STEP) return found;
    const key = `${before.next} ${found.next} ${found.open.join()} ${Buffer.from(found.bytes).toString('latin1')}`;
    const step = known.get(key) ?? found;
    if (step === found && known.size >= MOST_STEPS) return found;
    known.set(key, step);
    if (before.followers.length === MOST_TRIED) before.followers.pop();
    before.followers.unshift(step);
    return step;
  };
  return (bytes, start) => {
    const view = viewOf(bytes);
    const found: Found = { end: -1, commas: [], ids: [], spans: [], spanEnds: [], wantedFrom: -1 };
    let step = first;
    let at = start;
    for (;;) {
      const next = follower(view, at, step) ?? learn(bytes, at, step);
      if (next === undefined) return undefined;
      if (next.members.length > 0) note(found, next, at);
      at += next.length;
      if (next.next === 'end') return { ...found, end: at - 1 };
      const end = endOfValue(view, at, next);
      if (end < 0) return undefined;
      if (next.next === 'id') found.ids.push(at, end);
      at = end;
      step = next;
    }
  };
}

function endOfValue(bytes: DataView, at: number, { next }: Step): number {
  return next === 'scalar' ? endOfScalar(bytes, at) : endOfText(bytes, at);
}

interface Found extends WalkedResources {
  readonly commas: number[];
  readonly ids: number[];
  readonly spans: number[];
  readonly spanEnds: number[];
  /** Where the selected members that are not yet recorded start; -1 if there are none. */
  wantedFrom: number;
}

/** Records where resources and selected members start and end in a step at this offset. */
function note(found: Found, { commas, members }: Step, at: number): void {
  for (const comma of commas) found.commas.push(at + comma);
  for (const { offset, isWanted, isEnd } of members) {
    if (isWanted) {
      if (found.wantedFrom < 0) found.wantedFrom = at + offset;
    } else if (found.wantedFrom >= 0) {
      // A comma precedes every member but the first.
      found.spans.push(found.wantedFrom, at + offset - (isEnd ? 0 : 1));
      found.wantedFrom = -1;
    }
    if (isEnd) found.spanEnds.push(found.spans.length);
  }
}

/** Returns the follower of the preceding step that matches the bytes at this offset. */
function follower(view: DataView, at: number, { followers }: Step): Step | undefined {
  for (const step of followers) if (standsAt(view, at, step)) return step;
  return undefined;
}

function standsAt(view: DataView, at: number, step: Step): boolean {
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

function makeStep(bytes: Uint8Array, rest: Pick<Step, 'next' | 'open' | 'commas' | 'members'>): Step {
  const { length } = bytes;
  const view = viewOf(bytes);
  const words = Array.from({ length: Math.floor(length / WORD) }, (_, index) =>
    view.getFloat64(WORD * index, true),
  );
  const lastWord = length < WORD ? undefined : view.getFloat64(length - WORD, true);
  const { next, open, commas, members } = rest;
  return { bytes, length, words, lastWord, next, open, commas, members, followers: [] };
}

/** Parses from the end of a value to the next value. Returns undefined if that is not valid JSON. */
function readStep(
  bytes: Uint8Array,
  start: number,
  before: Step,
  isFirst: boolean,
  wants: (member: string) => boolean,
): Step | undefined {
  return new StepReader(bytes, start, before, wants).read(isFirst);
}

class StepReader {
  private readonly open: number[];
  private readonly commas: number[] = [];
  private readonly members: Member[] = [];
  private readonly bytes: Uint8Array;
  private readonly start: number;
  private readonly wants: (member: string) => boolean;
  private at: number;
  /** The member of the resource that is being parsed. */
  private name = '';

  constructor(bytes: Uint8Array, start: number, before: Step, wants: (member: string) => boolean) {
    this.bytes = bytes;
    this.start = start;
    this.wants = wants;
    this.open = [...before.open];
    this.at = start + (before.next === 'text' || before.next === 'id' ? 1 : 0);
  }

  read(isFirst: boolean): Step | undefined {
    let next: Next | 'value' | 'more' | undefined =
      isFirst && this.bytes[this.at] !== CLOSE ? 'value' : 'more';
    while (next === 'value' || next === 'more') next = next === 'value' ? this.value() : this.behindValue();
    if (next === undefined) return undefined;
    const { open, commas, members } = this;
    const bytes = Uint8Array.prototype.slice.call(this.bytes, this.start, this.at);
    return makeStep(bytes, { next, open, commas, members });
  }

  /** Parses the start of a value: returns its kind, or `value` or `more` after an opening bracket. */
  private value(): Next | 'value' | 'more' | undefined {
    const { open } = this;
    const byte = this.bytes[this.at] ?? 0;
    if (byte !== OPEN_OBJECT && open.length === 0) return undefined;
    if (byte === QUOTE) {
      this.at += 1;
      return open.length === 1 && this.name === 'id' ? 'id' : 'text';
    }
    if (isScalarStart(byte)) return 'scalar';
    if (byte !== OPEN && byte !== OPEN_OBJECT) return undefined;
    open.push(byte);
    if (open.length > DEEPEST) return undefined;
    this.at += 1;
    if (this.bytes[this.at] === endOf(byte)) return 'more';
    return byte === OPEN || this.readName() ? 'value' : undefined;
  }

  /** Parses what follows a value: a comma or a closing bracket. */
  private behindValue(): Next | 'value' | 'more' | undefined {
    const { open } = this;
    const byte = this.bytes[this.at] ?? 0;
    const inside = open.at(-1);
    this.at += 1;
    if (byte === COMMA) {
      if (inside === undefined) this.commas.push(this.at - 1 - this.start);
      return inside !== OPEN_OBJECT || this.readName() ? 'value' : undefined;
    }
    if (inside === undefined) return byte === CLOSE ? 'end' : undefined;
    if (byte !== endOf(inside)) return undefined;
    open.pop();
    if (open.length === 0)
      this.members.push({ offset: this.at - 1 - this.start, isWanted: false, isEnd: true });
    return 'more';
  }

  /** Parses the name of a member; returns false if it is invalid. */
  private readName(): boolean {
    const { bytes, at } = this;
    const end = bytes[at] === QUOTE ? endOfText(viewOf(bytes), at + 1) : -1;
    if (end < 0 || bytes[end + 1] !== COLON) return false;
    if (this.open.length === 1) {
      this.name = String(
        JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset + at, end - at + 1).toString()),
      );
      this.members.push({ offset: at - this.start, isWanted: this.wants(this.name), isEnd: false });
    }
    this.at = end + 2;
    return true;
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function endOf(opening: number): number {
  return opening === OPEN ? CLOSE : CLOSE_OBJECT;
}
