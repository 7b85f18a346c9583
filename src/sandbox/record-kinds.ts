import type { WebErrorCode } from '../spec/webapi-error-codes.ts';
import type { ChangeType, DisableReason } from '../spec/webapi-methods.ts';

/** A workspace of the organization. */
export interface Team {
  readonly kind: 'team';
  readonly id: string;
  readonly name: string;
  /** Accounts that are on it; everybody when absent. */
  readonly members?: readonly string[];
  /** It is being moved to the organization: people cannot log in, or calls come and go (WEB §7). */
  readonly migration?: 'loginClosed' | 'intermittent';
  /** Its preferences do not let anybody make a private channel (WEB §4.9 restricted_action). */
  readonly blocksPrivateChannels?: true;
}

/** An app, or a service of the older kind, which has a number (WEB §2.1). */
export interface App {
  readonly kind: 'app';
  readonly id: string;
  readonly name: string;
  readonly isService?: true;
  readonly collaborators: readonly string[];
  /** Where it is installed, and who installed it; absent when it is not. */
  readonly installation?: {
    readonly teamId: string;
    readonly by: string;
    readonly scope: string;
    /** The one channel that a service writes to. */
    readonly channel?: string;
    readonly isEnabled: boolean;
  };
}

export interface Channel {
  readonly kind: 'channel';
  readonly id: string;
  readonly type: 'public' | 'general' | 'private' | 'im' | 'mpim';
  readonly name: string;
  readonly teamId: string;
  /** Accounts and apps. */
  readonly members: readonly string[];
  readonly isOrgDefault?: true;
  readonly isArchived?: true;
  /** Shared with another organization, permanently or while it moves (WEB §4.9). */
  readonly shared?: 'external' | 'migrating';
  /** Timestamps of messages that started a thread. */
  readonly threads: readonly string[];
}

/** What an app shows in a thread until it is over (WEB §3). */
export interface ThreadStatus {
  readonly kind: 'threadStatus';
  /** Channel and timestamp of the thread. */
  readonly id: string;
  readonly appId: string;
  readonly status: string;
  readonly loadingMessages: readonly string[];
  /** Milliseconds since 1970. */
  readonly until: number;
}

export interface ReadCursor {
  readonly kind: 'readCursor';
  /** Channel and account. */
  readonly id: string;
  readonly ts: string;
}

/** The device of a session, as the service spells it (WEB §2.3). */
export interface SessionState {
  readonly device_hardware: string;
  readonly os: string;
  readonly os_version: string;
  readonly slack_client_version: string;
  readonly ip: string;
  /** Counted back from today, so that the demo organization has fresh and old sessions on any day. */
  readonly ageDays: number;
}

export interface SessionRecord {
  readonly kind: 'session';
  readonly id: string;
  readonly userId: string;
  readonly teamId: string;
  readonly created: SessionState;
  readonly recent?: SessionState;
}

/** Further entries that are generated on demand: a million sessions cost one line. */
export interface Crowd {
  readonly kind: 'crowd';
  readonly id: 'sessions';
  readonly count: number;
}

export interface LogRecord {
  readonly kind: 'log';
  /** Counts up. */
  readonly id: string;
  readonly teamId: string;
  readonly appId: string;
  readonly userId: string;
  /** Seconds since 1970. */
  readonly date: number;
  readonly changeType: ChangeType;
  readonly reason?: DisableReason;
  readonly scope?: string;
  readonly channel?: string;
  readonly rssFeed?: { readonly changeType: string; readonly title: string; readonly url: string };
}

export interface DeniedInvite {
  readonly kind: 'deniedInvite';
  readonly id: string;
  readonly teamId: string;
  readonly email: string;
  readonly realName: string;
  readonly dateCreated: number;
  readonly dateExpire?: number;
  readonly requesterIds: readonly string[];
  readonly channelIds: readonly string[];
  readonly guest?: 'restricted' | 'ultraRestricted';
  readonly reason?: string;
  readonly deniedBy: { readonly actorType: string; readonly actorId: string };
}

/** An account that a policy applies to. */
export interface PolicyEntity {
  readonly kind: 'policyEntity';
  /** Policy and account. */
  readonly id: string;
}

export interface AppFunction {
  readonly kind: 'function';
  readonly id: string;
  readonly callbackId: string;
  /** Absent for a built-in one. */
  readonly appId?: string;
  readonly title: string;
  readonly permission: {
    readonly type: string;
    readonly userIds: readonly string[];
    readonly teamIds: readonly string[];
    readonly orgIds: readonly string[];
  };
}

export interface Workflow {
  readonly kind: 'workflow';
  readonly id: string;
  readonly callbackId: string;
  readonly appId: string;
  /** Without it, it has no version whose steps could be read (WEB §4.5 cannot_fetch_versions). */
  readonly isPublished: boolean;
  readonly steps: readonly {
    readonly id: string;
    readonly functionId: string;
    readonly title: string;
    readonly isDeleted: boolean;
    /** Seconds since 1970. */
    readonly versionCreated: number;
  }[];
}

/** The ID that an account had before its workspace moved to the organization (WEB §4.10). */
export interface LocalId {
  readonly kind: 'localId';
  readonly id: string;
  readonly userId: string;
  readonly teamId: string;
}

/** Scripted trouble: a method answers this code, so often or until it is taken away. */
export interface InjectedFault {
  readonly kind: 'trouble';
  /** A method, or `*` for all of them. */
  readonly id: string;
  readonly code: WebErrorCode;
  readonly times?: number;
  readonly retryAfter?: number;
}

export type StoredRecord =
  | Team
  | App
  | Channel
  | ThreadStatus
  | ReadCursor
  | SessionRecord
  | Crowd
  | LogRecord
  | DeniedInvite
  | PolicyEntity
  | AppFunction
  | Workflow
  | LocalId
  | InjectedFault;
export type RecordKind = StoredRecord['kind'];
export type RecordOf<Kind extends RecordKind> = Extract<StoredRecord, { readonly kind: Kind }>;
export interface RecordKey {
  readonly kind: RecordKind;
  readonly id: string;
}
