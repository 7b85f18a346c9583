const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LENGTH = 8;
const SPACE = DIGITS.length ** LENGTH;
/** Has no factor in common with the space, so that every number gives another identifier. */
const STEP = 1_125_899_839;

/**
 * Returns the identifier of the n-th thing of a kind: the letter and eight letters or digits that do not look
 * counted.
 */
export function identifier(letter: 'W' | 'U' | 'S' | 'Ir', number: number): string {
  let rest = Number((BigInt(number) * BigInt(STEP) + 78_364_164_096n) % BigInt(SPACE));
  let text = '';
  for (let position = 0; position < LENGTH; position += 1) {
    text = (DIGITS[rest % DIGITS.length] ?? '') + text;
    rest = Math.floor(rest / DIGITS.length);
  }
  return letter + text;
}

const HOUR = 60 * 60_000;

/**
 * Returns the hours that Pacific time is ahead of UTC, by the rule that holds since 2007: daylight saving
 * begins on the second Sunday of March and ends on the first of November, at 2 o'clock. The calendar of Node
 * knows it, too, and takes longer to load than a whole command.
 */
function pacificOffset(time: number): number {
  const year = new Date(time).getUTCFullYear();
  const begins = Date.UTC(year, 2, firstSunday(year, 2) + 7, 10);
  const ends = Date.UTC(year, 10, firstSunday(year, 10), 9);
  return begins <= time && time < ends ? -7 : -8;
}

function firstSunday(year: number, month: number): number {
  return 1 + ((7 - new Date(Date.UTC(year, month, 1)).getUTCDay()) % 7);
}

/**
 * Returns a time as the service writes `meta.created`: seconds, Pacific local time, numeric offset
 * (OBSERVED §2.1).
 */
export function pacificTime(time: number): string {
  const offset = pacificOffset(time);
  const local = new Date(time + offset * HOUR).toISOString();
  return `${local.slice(0, 'yyyy-mm-ddThh:mm:ss'.length)}-0${-offset}:00`;
}
