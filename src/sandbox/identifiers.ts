const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LENGTH = 8;
const SPACE = DIGITS.length ** LENGTH;
/** Shares no factor with SPACE, so that every number gives a different identifier. */
const STEP = 1_125_899_839;

/**
 * Returns the n-th identifier of a kind: the prefix and eight letters or digits that do not look sequential.
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
 * Returns the offset of Pacific time from UTC in hours, by the rule in force since 2007: daylight saving time
 * starts on the second Sunday of March and ends on the first Sunday of November, at 2 o'clock. The time zone
 * data of Node would do, but takes longer to load than a whole command.
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
 * Formats a time like `meta.created` of the service: seconds, Pacific local time, numeric offset (OBSERVED
 * §2.1).
 */
export function pacificTime(time: number): string {
  const offset = pacificOffset(time);
  const local = new Date(time + offset * HOUR).toISOString();
  return `${local.slice(0, 'yyyy-mm-ddThh:mm:ss'.length)}-0${-offset}:00`;
}
