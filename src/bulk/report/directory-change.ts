/** One change of a user or a group, in words for readers who do not use the tool. */
export interface DirectoryChange {
  /** RFC 3339, by the clock of the machine that ran it. */
  readonly when: string;
  readonly action:
    | 'created'
    | 'changed'
    | 'deactivated'
    | 'reactivated'
    | 'joined group'
    | 'left group'
    | 'group created'
    | 'group renamed'
    | 'group deleted';
  /** The userName, or the name of a group. */
  readonly name: string;
  /** "Ann Ash"; empty for a group, or if unknown. */
  readonly fullName: string;
  readonly email: string;
  readonly id: string;
  /** A day, such as "2026-01-01"; empty if unknown. */
  readonly startDate: string;
  /** Each attribute that changed. */
  readonly values: readonly ValueChange[];
  /** The user or CI job that started the run. */
  readonly by: string;
  readonly run: string;
}

export interface ValueChange {
  /** The display name of the attribute. */
  readonly label: string;
  /** Empty if the value was blank. */
  readonly before: string;
  readonly after: string;
}

/** Returns the known parts of a full name, such as "Ann Ash". */
export function fullNameOf({
  givenName,
  familyName,
}: {
  readonly givenName?: string;
  readonly familyName?: string;
}): string {
  return [givenName, familyName].filter((name) => name !== undefined && name !== '').join(' ');
}

/** Returns the day of a start date without the midnight that the service adds; any other time is kept. */
export function startDay(startDate: string): string {
  return /^(\d{4}-\d\d-\d\d)T00:00(?::00(?:\.0+)?)?(?:Z|[+-]00:?00)$/.exec(startDate)?.[1] ?? startDate;
}
