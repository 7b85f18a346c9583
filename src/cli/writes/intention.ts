import type { Change } from '../../bulk/plan/change.ts';
import type { Outcome } from '../../bulk/run/journal-record.ts';
import type { View } from '../../output/view.ts';
import type { PlanLimits } from '../../profiles/plan-limits.ts';
import type { Group } from '../../scim/group.ts';
import type { ScimClient } from '../../scim/scim-client.ts';
import type { User } from '../../scim/user.ts';
import type { JsonObject } from '../../spec/protocol-types.ts';
import type { UserValues } from '../../spec/user-attributes.ts';
import type { WebApiCall } from '../../webapi/webapi-client.ts';
import type { UserNamesById } from '../views/describe-change.ts';
import type { ConfirmationPrompt } from './confirm-writes.ts';
import type { Performed } from './performed.ts';

/** What a single command wants written, planned from what it has just read. */
export interface Intention {
  readonly api: 'scim' | 'webApi';
  readonly changes: readonly Change[];
  /** Users and groups that the changes touch, as they are now. */
  readonly users?: readonly User[];
  /** Other users that the changes name, such as managers and members. */
  readonly others?: readonly User[];
  readonly groups?: readonly Group[];
  /**
   * Refuses, behind the guards and before a question, what is known to be refused; a dry run shows it all the
   * same.
   */
  readonly refuse?: () => Promise<void>;
  /** Asked before the first write; a command that only adds or sets a value asks nothing. */
  readonly question?: ConfirmationPrompt;
  /** The limits that the command has flags for, and what they say. */
  readonly limits?: PlanLimits;
  /** Values that no file may hold, by line. */
  readonly secrets?: ReadonlyMap<number, UserValues>;
  /** Makes a call of the Web API, where it takes several requests. */
  readonly call?: (request: WebApiCall) => Promise<JsonObject>;
  /**
   * Whether an interrupted attempt at the same changes is not continued, because only answers are of use that
   * this one sees.
   */
  readonly isAskedAnew?: true;
  /** In place of the client of the connection. */
  readonly scim?: ScimClient;
  /** Looks at what an outcome led to, before a change begins that waits for it. */
  readonly onWritten?: (
    change: Change,
    outcome: Outcome,
    known: Pick<Performed, 'answers' | 'refusals'>,
  ) => Promise<void>;
  /** What people call users whose IDs are values, such as managers, by ID. */
  readonly names?: UserNamesById;
  /** How many users, groups or calls the command line names, and what they are. */
  readonly named: number;
  readonly noun: string;
  /**
   * How what was done is printed; undefined where nothing is. What the flags ask of it is checked before
   * anything is sent.
   */
  readonly shows: View<never> | undefined;
}
