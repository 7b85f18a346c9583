const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LENGTH = 8;
const SPACE = DIGITS.length ** LENGTH;
/** Has no factor in common with the space, so that every number gives another identifier. */
const STEP = 1_125_899_839;

/** Returns the identifier of the n-th thing of a kind: the letter and eight letters or digits that do not look counted. */
export function identifier(letter: 'W' | 'U' | 'S' | 'Ir', number: number): string {
  let rest = Number((BigInt(number) * BigInt(STEP) + 78_364_164_096n) % BigInt(SPACE));
  let text = '';
  for (let position = 0; position < LENGTH; position += 1) {
    text = (DIGITS[rest % DIGITS.length] ?? '') + text;
    rest = Math.floor(rest / DIGITS.length);
  }
  return letter + text;
}

const pacific = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Los_Angeles',
  timeZoneName: 'longOffset',
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Offsets of the hours that were asked for, in words: it changes on the hour, and the calendar takes far longer than a sum. */
const offsets = new Map<number, string>();

function offsetAt(time: number): string {
  const hour = Math.floor(time / HOUR);
  const known = offsets.get(hour);
  if (known !== undefined) return known;
  const name = pacific.formatToParts(hour * HOUR).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const offset = name.replace('GMT', '');
  offsets.set(hour, offset);
  return offset;
}

/** Returns a time as the service writes `meta.created`: seconds, Pacific local time, numeric offset (OBSERVED §2.1). */
export function pacificTime(time: number): string {
  const offset = offsetAt(time);
  const [hours = 0, minutes = 0] = offset.split(':').map(Number);
  const local = time + hours * HOUR + Math.sign(hours) * minutes * MINUTE;
  return new Date(local).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length) + offset;
}
