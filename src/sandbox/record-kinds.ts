import type { WebErrorCode } from '../spec/webapi-error-codes.ts';
import type { ChangeType, DisableReason } from '../spec/webapi-methods.ts';

/** A workspace of the organization. */
export interface Team {
  readonly kind: 'team';
  readonly id: string;
  readonly name: string;
  /** Member accounts; absent if all accounts are members. */
  readonly members?: readonly string[];
  /**
   * The workspace is moving to the organization: users cannot log in, or calls fail intermittently (WEB §7).
   */
  readonly migration?: 'loginClosed' | 'intermittent';
  /** Whether its preferences forbid private channels (WEB §4.9 restricted_action). */
  readonly blocksPrivateChannels?: true;
}

/** An app, or a service of the older kind, which has a number (WEB §2.1). */
export interface App {
  readonly kind: 'app';
  readonly id: string;
  readonly name: string;
  readonly isService?: true;
  readonly collaborators: readonly string[];
  /** Place and author of the installation; absent if it is not installed. */
  readonly installation?: {
    readonly teamId: string;
    readonly by: string;
    readonly scope: string;
    /** The channel that a service posts to. */
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
  /** IDs of accounts and apps. */
  readonly members: readonly string[];
  readonly isOrgDefault?: true;
  readonly isArchived?: true;
  /** Shared with another organization, permanently or during a migration (WEB §4.9). */
  readonly shared?: 'external' | 'migrating';
  /** Timestamps of messages that start a thread. */
  readonly threads: readonly string[];
}

/** Status that an app shows in a thread until it expires (WEB §3). */
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

/** Device of a session; names as in the service (WEB §2.3). */
export interface SessionState {
  readonly device_hardware: string;
  readonly os: string;
  readonly os_version: string;
  readonly slack_client_version: string;
  readonly ip: string;
  /** Age in days before today, so that the demo organization has new and old sessions on any day. */
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

/** Sessions generated on demand: a million sessions take one line of the state file. */
export interface Crowd {
  readonly kind: 'crowd';
  readonly id: 'sessions';
  readonly count: number;
}

export interface LogRecord {
  readonly kind: 'log';
  /** Sequence number. */
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
  /** Absent for a built-in function. */
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
  /** An unpublished workflow has no version whose steps could be read (WEB §4.5 cannot_fetch_versions). */
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

/** ID of an account from before its workspace moved to the organization (WEB §4.10). */
export interface LocalId {
  readonly kind: 'localId';
  readonly id: string;
  readonly userId: string;
  readonly teamId: string;
}

/** Injected fault: a method returns this code `times` times, or until the fault is removed. */
export interface InjectedFault {
  readonly kind: 'trouble';
  /** Name of a method, or `*` for all methods. */
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
