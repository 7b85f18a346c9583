import { suggest } from '../values/suggest.ts';

/** Whether a text is the name of an IANA time zone: `Europe/Berlin`, `US/Pacific`, `UTC`. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

/** Returns the time zone that best matches a mistyped name or the name of a city. */
export function timeZoneMeant(name: string): string | undefined {
  const zones = Intl.supportedValuesOf('timeZone');
  const wanted = name.trim().replaceAll(/\s+/g, '_');
  const city = zones.find((zone) => cityOf(zone).toLowerCase() === wanted.toLowerCase());
  return city ?? suggest(wanted, zones, Math.max(1, Math.floor(wanted.length / 5)));
}

function cityOf(zone: string): string {
  return zone.slice(zone.lastIndexOf('/') + 1);
}
