/** What was done to one person, in the words of people who do not run the tool. */
export interface PersonChange {
  /** RFC 3339, at the machine that made it. */
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
  /** The userName; of a group its name. */
  readonly name: string;
  /** "Ann Ash"; empty of a group, and where nothing tells. */
  readonly fullName: string;
  readonly email: string;
  readonly id: string;
  /** A day, such as "2026-01-01"; empty where nothing tells. */
  readonly startDate: string;
  /** Each attribute that changed. */
  readonly values: readonly ValueChange[];
  /** Who or what made the run. */
  readonly by: string;
  readonly run: string;
}

export interface ValueChange {
  /** What people call the attribute. */
  readonly label: string;
  /** Empty where it was blank. */
  readonly before: string;
  readonly after: string;
}

/** Returns "Ann Ash", with what there is of it. */
export function fullNameOf({
  givenName,
  familyName,
}: {
  readonly givenName?: string;
  readonly familyName?: string;
}): string {
  return [givenName, familyName].filter((name) => name !== undefined && name !== '').join(' ');
}

/**
 * Returns the day of a start date: the service adds midnight to it, which nobody has written. Any other time
 * stays as it is.
 */
export function startDay(startDate: string): string {
  return /^(\d{4}-\d\d-\d\d)T00:00(?::00(?:\.0+)?)?(?:Z|[+-]00:?00)$/.exec(startDate)?.[1] ?? startDate;
}
