import type { Failure } from '../../failure/failure.ts';
import type { Group } from '../../scim/group.ts';
import type { ScimClient } from '../../scim/scim-client.ts';
import type { User } from '../../scim/user.ts';
import type { JsonObject } from '../../spec/protocol-types.ts';
import type { UserAttributeName, UserValues } from '../../spec/user-attributes.ts';
import type { ChangeId, UserId } from '../../values/ids.ts';
import type { WebApiCall } from '../../webapi/webapi-client.ts';
import type { Change } from '../plan/change.ts';

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
  /**
   * Whether other machines may work on the same rows; a single command is asked to make a user and says so
   * when there is one.
   */
  readonly isShared?: boolean;
  /** The ID of the user that an earlier change of the plan created. */
  readonly createdId: (change: ChangeId) => string;
  /** Calls a method of the Web API; absent where no plan has such a change. */
  readonly call?: (request: WebApiCall) => Promise<JsonObject>;
  /**
   * A user who was read a moment ago and is good for one look; undefined where the service has to be asked.
   */
  readonly justRead?: (id: UserId) => User | undefined;
  /** Called with what the service answered, so that it can be shown without another request. */
  readonly onAnswer?: (change: ChangeId, answer: Answer) => void;
  /** Called when a change without an answer turns out not to be applied, and is sent again. */
  readonly onRetry?: (change: Change) => void;
  /** Called with the service's reason for refusing a change, including what the journal does not keep. */
  readonly onRefusal?: (change: ChangeId, failure: Failure) => void;
}

/** What a change led to, as the service shows it. */
export type Answer = { readonly user: User } | { readonly group: Group } | { readonly body: JsonObject };

/** Whether an attempt at a change may have been applied without being looked up. */
export interface Doubt {
  isOpen: boolean;
}
