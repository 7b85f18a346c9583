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
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'longOffset',
});

/** Returns a time as the service writes `meta.created`: seconds, Pacific local time, numeric offset (OBSERVED §2.1). */
export function pacificTime(time: number): string {
  const parts = Object.fromEntries(pacific.formatToParts(time).map(({ type, value }) => [type, value]));
  const { year, month, day, hour, minute, second, timeZoneName = '' } = parts;
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${timeZoneName.replace('GMT', '')}`;
}
