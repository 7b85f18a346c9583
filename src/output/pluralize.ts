/** Returns "1 user", "3,000 users". */
export function pluralize(count: number, noun: string): string {
  return `${withCommas(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Returns a whole number as "3,000". `Intl` would add 10 milliseconds to a command at its first use. */
export function withCommas(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
