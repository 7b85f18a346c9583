import { viewOf } from '../values/view-of.ts';
import { endOfText, isScalarStart } from './json-values.ts';
import { type Member, makeStep, type Next, type Step } from './resource-step.ts';
import { DEEPEST } from './scim-client.ts';

const [QUOTE, COMMA, COLON] = [0x22, 0x2c, 0x3a];
const [OPEN, CLOSE, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Parses from the end of a value to the next value. Returns undefined if that is not valid JSON. */
export function readStep(
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

function endOf(opening: number): number {
  return opening === OPEN ? CLOSE : CLOSE_OBJECT;
}
