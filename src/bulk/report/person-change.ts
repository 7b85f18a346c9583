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
  readonly email: string;
  readonly id: string;
  /** As the service writes it; empty where nothing tells. */
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
