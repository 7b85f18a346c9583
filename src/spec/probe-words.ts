/** Fictitious values in the requests of a probe. A recording keeps them, because they belong to no user. */

/** The title that a probe writes; a user who still has it was left by an interrupted probe. */
export const PROBE_TITLE = 'orgctl probe';

/** Numbers reserved for fictional use (555-01xx). */
export const PROBE_PHONES = { phone: '+1 202 555 0100', mobilePhone: '+1 202 555 0101' } as const;

/** An image of one transparent pixel. */
export const PROBE_PHOTO = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/** A method that no service has, to test how unknown methods are refused. */
export const NO_METHOD = 'orgctl.probe.none';

/** IDs, paths and arguments that do not exist. */
export const PROBE_NONEXISTENT = {
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
  ...Object.values(PROBE_NONEXISTENT),
]);

/** The e-mail address that a probe generates from a user ID, in a reserved domain (RFC 2606). */
export const PROBE_EMAIL = /^(orgctl-probe-)([a-z0-9]+)(@probe\.invalid)$/;

/** Returns the e-mail address that a probe generates for a user. */
export function probeEmail(id: string): string {
  return `orgctl-probe-${id.toLowerCase()}@probe.invalid`;
}

/** Returns the ID of a user who does not exist. */
export function probeUser(index: number): string {
  return `U0PROBE${index}`;
}

/** Whether a whole value is a fictitious value of a probe. */
export function isProbeValue(value: string): boolean {
  return WHOLE.has(value) || /^U0PROBE\d{1,3}(?:,U0PROBE\d{1,3})*$/.test(value);
}
