import type { Failure } from '../../failure/failure.ts';
import type { Group } from '../../scim/group.ts';
import type { ScimClient } from '../../scim/scim-client.ts';
import type { User } from '../../scim/user.ts';
import type { JsonObject } from '../../spec/protocol-types.ts';
import type { UserAttributeName, UserValues } from '../../spec/user-attributes.ts';
import type { ChangeId, UserId } from '../../values/ids.ts';
import type { WebApiCall } from '../../webapi/webapi-client.ts';
import type { Change } from '../plan/change.ts';
import type { Outcome } from './journal-record.ts';

/** Everything that sending needs besides the change. */
export interface SendContext {
  readonly scim: ScimClient;
  /** Milliseconds since 1970, by the clock of the service. */
  readonly serverNow: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /**
   * Reads the withheld values of a creation (password, embedded photo), which no plan contains, from the
   * input.
   */
  readonly readSecrets: (line: number, names: readonly UserAttributeName[]) => UserValues;
  /** Returns a message if the ID of a planned user belongs to another person now (`recognizing`). */
  readonly stranger?: (user: User) => string | undefined;
  /** Names the members that may be why a change of a group was refused: the service does not. */
  readonly refusedMembers?: (change: Change) => string | undefined;
  /**
   * Whether other machines may apply the same rows, so that an existing equal user counts as created. A
   * single command reports an existing user instead.
   */
  readonly isShared?: boolean;
  /** Returns the ID of the user that an earlier change of the plan created. */
  readonly createdId: (change: ChangeId) => string;
  /** Returns the outcome of an earlier attempt at a change that is sent again. */
  readonly earlierOutcome?: (change: ChangeId) => Outcome | undefined;
  /** Calls a Web API method; absent if no change of the plan does. */
  readonly call?: (request: WebApiCall) => Promise<JsonObject>;
  /** Returns a user that was just read, for one use; undefined if the user must be read from the service. */
  readonly justRead?: (id: UserId) => User | undefined;
  /** Called with the response of the service, so that it can be shown without another request. */
  readonly onAnswer?: (change: ChangeId, answer: Answer) => void;
  /** Called before a retry, when a change without a response turns out not to be applied. */
  readonly onRetry?: (change: Change) => void;
  /** Called with the service's reason for a refusal, including details that the journal does not keep. */
  readonly onRefusal?: (change: ChangeId, failure: Failure) => void;
}

/** Result of a change, as the service returns it. */
export type Answer = { readonly user: User } | { readonly group: Group } | { readonly body: JsonObject };

/** Whether an attempt at a change may have been applied and was not looked up. */
export interface Doubt {
  isOpen: boolean;
}
