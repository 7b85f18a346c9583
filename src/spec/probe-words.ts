/**
 * What a probe asks for that nobody has: made-up values, which a recording keeps because they belong to
 * nobody.
 */

/** What a probe writes into a title; a user who has it still was left so by a probe that did not end. */
export const PROBE_TITLE = 'orgctl probe';

/** Reserved names and numbers, which reach nobody (RFC 2606; 555-01xx). */
export const PROBE_PHONES = { phone: '+1 202 555 0100', mobilePhone: '+1 202 555 0101' } as const;

/** One transparent pixel. */
export const PROBE_PHOTO = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/** A method that no service has; asking for it shows how an unknown one is refused. */
export const NO_METHOD = 'orgctl.probe.none';

/** Identifiers, paths and arguments that are none. */
export const PROBE_NOBODY = {
  user: 'U0PROBE0NOBODY',
  text: 'orgctl-probe-nobody',
  group: 'S0PROBE0NONE',
  path: 'OrgctlProbe',
  version: 'v9',
  sortOrder: 'sideways',
  filter: 'foo',
} as const;

const WHOLE: ReadonlySet<string> = new Set([
  PROBE_TITLE,
  PROBE_PHOTO,
  NO_METHOD,
  ...Object.values(PROBE_PHONES),
  ...Object.values(PROBE_NOBODY),
]);

/** An address that a probe makes up for a user, around the ID. */
export const PROBE_EMAIL = /^(orgctl-probe-)([a-z0-9]+)(@probe\.invalid)$/;

/** Returns the address that a probe makes up for a user. */
export function probeEmail(id: string): string {
  return `orgctl-probe-${id.toLowerCase()}@probe.invalid`;
}

/** Returns a user who does not exist. */
export function probeUser(index: number): string {
  return `U0PROBE${index}`;
}

/** Whether a whole value was made up by a probe. */
export function isProbeValue(value: string): boolean {
  return WHOLE.has(value) || /^U0PROBE\d{1,3}(?:,U0PROBE\d{1,3})*$/.test(value);
}
