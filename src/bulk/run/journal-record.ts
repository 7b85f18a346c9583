import { crc32 } from 'node:zlib';
import { textAllowedOut } from '../../gate/gate.ts';
import { readBoundedJson } from '../../rules/bounded-json.ts';
import type { UserValues } from '../../spec/user-attributes.ts';
import type { Feed } from '../input/feed.ts';
import type { ChangeId } from '../plan/change.ts';
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
      /** Attributes that were sent and that the service did not keep; members who could not join, as their creation failed. */
      readonly notKept?: readonly string[];
      /** IDs of members who already were in the group, or out of it: somebody else did that. */
      readonly untouched?: readonly string[];
      /** What a request of a person's own wording made of the user, as the answer shows it. */
      readonly changed?: { readonly before: UserValues; readonly after: UserValues };
      /** The same of a group. */
      readonly regrouped?: {
        readonly added: readonly string[];
        readonly removed: readonly string[];
        readonly renamed?: { readonly before: string; readonly after: string };
      };
    }
  | { readonly state: 'failed'; readonly code: string; readonly message: string };

export type JournalRecord =
  | {
      readonly type: 'run.start';
      readonly run: string;
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
   * `undoneBy`: the run that undoes it; then it is at its end wherever it was. `closed`: why it can be neither resumed nor undone:
   * its organization is gone.
   */
  | {
      readonly type: 'run.end';
      readonly succeeded: number;
      readonly failed: number;
      readonly calls?: number;
      readonly undoneBy?: string;
      readonly closed?: string;
    }
  /** Another run undid a part of it; what is left can still be undone. */
  | { readonly type: 'part.undone'; readonly by: string };

/** A record as it is in the file: with the time at this machine, RFC 3339. */
export type DatedRecord = JournalRecord & { readonly t: string };

const CHECKSUM = /,"c":"([0-9a-f]{8})"\}$/;

/** Says of a line that it was flushed together with the one before: nothing that follows from it was done while that one was unsafe. */
const JOINED = { joined: true } as const;

/** A line that was flushed after the one before it was safe. */
export const NOT_JOINED = /^\{"seq":\d+,"t":"[^"]*",(?!"joined":true)/;

/**
 * Returns a record as a line of a journal, with its checksum.
 * @param place.time RFC 3339
 * @param place.isJoined whether it is flushed together with the line before
 * @param place.before the checksum of that line
 */
export function recordLine(
  record: JournalRecord,
  place: { readonly seq: number; readonly time: string; readonly isJoined: boolean; readonly before: string },
): { readonly text: string; readonly checksum: string } {
  const { seq, time, isJoined, before } = place;
  // Before the checksum, which is over what is in the file.
  const payload = textAllowedOut(
    JSON.stringify({ seq, t: time, ...(isJoined ? JOINED : {}), ...record }),
    'data',
  );
  const checksum = chained(before, payload);
  return { text: `${payload.slice(0, -1)},"c":"${checksum}"}\n`, checksum };
}

/** Reads a line of a journal; undefined when it does not follow the line with the checksum `before`. */
export function readLine(
  line: string,
  before: string,
): { record: DatedRecord; checksum: string } | undefined {
  const checksum = CHECKSUM.exec(line)?.[1];
  if (checksum === undefined) return undefined;
  const payload = line.replace(CHECKSUM, '}');
  if (chained(before, payload) !== checksum) return undefined;
  const read = readBoundedJson(payload);
  return 'value' in read && isRecord(read.value) ? { record: read.value, checksum } : undefined;
}

/** What else a record holds follows from its checksum: orgctl alone writes one that fits. */
function isRecord(value: unknown): value is DatedRecord {
  return (
    typeof value === 'object' && value !== null && 'type' in value && RECORD_TYPES.has(String(value.type))
  );
}

const RECORD_TYPES: ReadonlySet<string> = new Set([
  'run.start',
  'intent',
  'outcome',
  'absent',
  'run.pause',
  'throttled',
  'outage',
  'run.end',
  'part.undone',
] satisfies JournalRecord['type'][]);

/** A checksum over a record and the one before. */
function chained(before: string, payload: string): string {
  return crc32(before + payload)
    .toString(16)
    .padStart(8, '0');
}
