import type { UserValues } from '../../spec/user-attributes.ts';
import type { ChangeId, RunId, UserId } from '../../values/ids.ts';
import type { Feed } from '../input/feed.ts';
import type { Outage } from './outages.ts';
import type { StartedBy } from './started-by.ts';
import type { Throttle } from './throttling.ts';

/** What became of a change. */
export type Outcome =
  | {
      readonly state: 'succeeded';
      /** Of the user or of the group. */
      readonly id: string;
      /** The userName as it is stored; the displayName of a group. */
      readonly name: string;
      /** When the service created the user, of a creation. */
      readonly created?: string;
      /** `adopted`: an earlier attempt had done it. `already`: there was nothing left to do. */
      readonly how?: 'adopted' | 'already';
      /**
       * Attributes that were sent and that the service did not keep; members who could not join, as their
       * creation failed.
       */
      readonly notKept?: readonly string[];
      /** IDs of members who already were in the group, or out of it: somebody else did that. */
      readonly untouched?: readonly UserId[];
      /** What a request of a person's own wording made of the user, as the answer shows it. */
      readonly changed?: { readonly before: UserValues; readonly after: UserValues };
      /** The same of a group. */
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
      /** Who or what started it. */
      readonly by?: StartedBy;
      /** The file that it applies, to compare the next one of the same name with. */
      readonly feed?: Feed;
    }
  /** `at`: by the service's clock, milliseconds since 1970. */
  | { readonly type: 'intent'; readonly change: ChangeId; readonly at: number }
  | { readonly type: 'outcome'; readonly change: ChangeId; readonly outcome: Outcome }
  /** The intent led to nothing: it may be sent. */
  | { readonly type: 'absent'; readonly change: ChangeId }
  /** `calls`: requests that were sent since the run was begun or resumed. */
  | { readonly type: 'run.pause'; readonly why: string; readonly calls?: number }
  | ({ readonly type: 'throttled' } & Throttle)
  /** The service was away and is back. */
  | ({ readonly type: 'outage' } & Outage)
  /**
   * `undoneBy`: the run that undoes it; then it is at its end wherever it was. `closed`: why it can be
   * neither resumed nor undone: its organization is gone.
   */
  | {
      readonly type: 'run.end';
      readonly succeeded: number;
      readonly failed: number;
      readonly calls?: number;
      readonly undoneBy?: RunId;
      readonly closed?: string;
    }
  /** Another run undid a part of it; what is left can still be undone. */
  | { readonly type: 'part.undone'; readonly by: RunId };

/** A record as it is in the file: with the time at this machine, RFC 3339. */
export type DatedRecord = JournalRecord & { readonly t: string };
