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

/** The writes of a single command, planned from what it has just read. */
export interface Intention {
  readonly api: 'scim' | 'webApi';
  readonly changes: readonly Change[];
  /** Users and groups that the changes affect, in their current state. */
  readonly users?: readonly User[];
  /** Other users that the changes refer to, such as managers and members. */
  readonly others?: readonly User[];
  readonly groups?: readonly Group[];
  /**
   * Refuses changes that are known to fail, after the guards and before the prompt; a dry run shows them
   * anyway.
   */
  readonly refuse?: () => Promise<void>;
  /** Prompt before the first write; none for a command that only adds or sets a value. */
  readonly question?: ConfirmationPrompt;
  /** The limits for which the command has flags, with their values. */
  readonly limits?: PlanLimits;
  /** Values that no file may contain, by line. */
  readonly secrets?: ReadonlyMap<number, UserValues>;
  /** Makes a Web API call that takes several requests. */
  readonly call?: (request: WebApiCall) => Promise<JsonObject>;
  /**
   * Whether to start anew rather than continue an interrupted attempt at the same changes, because the
   * command needs the responses to all of them.
   */
  readonly isAskedAnew?: true;
  /** Replaces the client of the connection. */
  readonly scim?: ScimClient;
  /** Called after an outcome, before changes that depend on it are started. */
  readonly onWritten?: (
    change: Change,
    outcome: Outcome,
    known: Pick<Performed, 'answers' | 'refusals'>,
  ) => Promise<void>;
  /** Names of users that occur as values, such as managers, by ID. */
  readonly names?: UserNamesById;
  /** Number and kind of the objects named on the command line: users, groups or calls. */
  readonly named: number;
  readonly noun: string;
  /**
   * The view that prints the result; undefined if nothing is printed. Its output flags are checked before
   * anything is sent.
   */
  readonly shows: View<never> | undefined;
}
