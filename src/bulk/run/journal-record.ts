import type { UserValues } from '../../spec/user-attributes.ts';
import type { ChangeId, RunId, UserId } from '../../values/ids.ts';
import type { Feed } from '../input/feed.ts';
import type { Outage } from './outages.ts';
import type { StartedBy } from './started-by.ts';
import type { Throttle } from './throttling.ts';

/** Result of a change. */
export type Outcome =
  | {
      readonly state: 'succeeded';
      /** ID of the user or group. */
      readonly id: string;
      /** The stored userName; the displayName of a group. */
      readonly name: string;
      /** Creation time at the service, for a created user. */
      readonly created?: string;
      /** `adopted`: an earlier attempt had made the change. `already`: nothing was left to do. */
      readonly how?: 'adopted' | 'already';
      /**
       * Attributes that were sent and that the service did not keep, or members who could not join because
       * their creation failed.
       */
      readonly notKept?: readonly string[];
      /** IDs of members who already were in the group, or not in it, because of someone else's change. */
      readonly untouched?: readonly UserId[];
      /** Effect of a handwritten request on the user, according to the response. */
      readonly changed?: { readonly before: UserValues; readonly after: UserValues };
      /** The same for a group. */
      readonly regrouped?: {
        readonly added: readonly UserId[];
        readonly removed: readonly UserId[];
        readonly renamed?: { readonly before: string; readonly after: string };
      };
    }
  | { readonly state: 'failed'; readonly code: string; readonly message: string };

export type JournalRecord =
  | {
      readonly type: 'run.start';
      readonly run: RunId;
      readonly plan: string;
      readonly origin: string;
      readonly profile: string;
      readonly source: string;
      readonly mode: string;
      readonly tool: string;
      /** User or system that started the run. */
      readonly by?: StartedBy;
      /** Summary of the applied file, with which the next one of the same name is compared. */
      readonly feed?: Feed;
    }
  /** `at`: milliseconds since 1970, by the clock of the service. */
  | { readonly type: 'intent'; readonly change: ChangeId; readonly at: number }
  | { readonly type: 'outcome'; readonly change: ChangeId; readonly outcome: Outcome }
  /** The change in doubt was not made: it may be sent. */
  | { readonly type: 'absent'; readonly change: ChangeId }
  /** `calls`: requests sent since the run was started or resumed. */
  | { readonly type: 'run.pause'; readonly why: string; readonly calls?: number }
  | ({ readonly type: 'throttled' } & Throttle)
  /** The service was down and is available again. */
  | ({ readonly type: 'outage' } & Outage)
  /**
   * `undoneBy`: the run that undoes it, which ends it in any state. `nothingLeft`: a later attempt found that
   * nothing is left to undo. `closed`: why it can be neither resumed nor undone: its organization no longer
   * exists.
   */
  | {
      readonly type: 'run.end';
      readonly succeeded: number;
      readonly failed: number;
      readonly calls?: number;
      readonly undoneBy?: RunId;
      readonly nothingLeft?: true;
      readonly closed?: string;
    }
  /** Another run undid a part of it; the rest can still be undone. */
  | { readonly type: 'part.undone'; readonly by: RunId };

/** A record as stored, with its RFC 3339 time by the clock of this machine. */
export type DatedRecord = JournalRecord & { readonly t: string };
