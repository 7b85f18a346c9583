import type { ScimClient } from '../../scim/scim-client.ts';
import type { User } from '../../scim/user.ts';
import type { UserAttributeName, UserValues } from '../../spec/user-attributes.ts';

/** What sending needs beside the change. */
export interface SendContext {
  readonly scim: ScimClient;
  /** Milliseconds since 1970 at the service. */
  readonly serverNow: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** The values of a creation that no plan holds, from the input (`withheld`). */
  readonly withheldValues: (line: number, names: readonly UserAttributeName[]) => UserValues;
  /** Says who else has the ID of a user of the plan; undefined when nobody has (`recognizing`). */
  readonly stranger?: (user: User) => string | undefined;
  /** The ID of the user that an earlier change of the plan created. */
  readonly createdId: (change: string) => string;
}

/** Whether an attempt at a change may have been carried out that nobody has looked at to its end. */
export interface Doubt {
  isOpen: boolean;
}
