import type { GroupPatchEffect } from '../../rules/group-patch-effect.ts';
import type { UserPatchEffect } from '../../rules/user-patch-effect.ts';
import type { ScimErrorCode } from '../../spec/error-codes.ts';
import type { OwnErrorCode } from '../../spec/own-codes.ts';
import type { Json, JsonObject, ScimVersion } from '../../spec/protocol-types.ts';
import type { UserAttributeName, UserValues } from '../../spec/user-attributes.ts';
import type { ChangeId, GroupId, UserId } from '../../values/ids.ts';
import type { Consequence } from './consequences.ts';

/** The user or group to change: an existing one, or one that an earlier change of the plan creates. */
export type UserTarget = { readonly id: UserId } | { readonly createdBy: ChangeId };
export type GroupTarget = { readonly id: GroupId } | { readonly createdBy: ChangeId };
export type ChangeTarget = UserTarget | GroupTarget;

/** A user as a member of a group, and the input line that names the user. */
export type PlannedMember = UserTarget & { readonly name: string; readonly line: number };

interface ChangeBase {
  readonly id: ChangeId;
  /** Input line of the change; the first one if several lines led to it, `NO_LINE` if none did. */
  readonly line: number;
  /** Changes that must have succeeded before this one starts. */
  readonly after: readonly ChangeId[];
  /** Changes that must have ended before this one starts, whatever their outcome. */
  readonly behind?: readonly ChangeId[];
  /** Display name: the userName or address of a user, the displayName of a group. */
  readonly name: string;
  /** Side effects at the service. */
  readonly implies?: readonly Consequence[];
  /** Set in the record of a run if secret values were removed; the change cannot be sent from there. */
  readonly lacksSecrets?: true;
}

/** New values for an existing user, and the values that they replace. */
export interface UserUpdate {
  readonly target: UserTarget;
  /** Old values of the attributes that are set or cleared; empty if there was none. */
  readonly before: UserValues;
  readonly set: UserValues;
  readonly clear: readonly UserAttributeName[];
  /** The change that creates the manager in `set`, who has no ID yet. */
  readonly managerCreatedBy?: ChangeId;
}

/** Members that join or leave a group in one call; before it, none of them or all of them are in it. */
export interface MemberUpdate {
  readonly target: GroupTarget;
  readonly members: readonly PlannedMember[];
  /**
   * Members who neither join nor leave; in the first change of a group whose members must exactly match the
   * file. A member who is in no change and not here joined after the plan was made.
   */
  readonly staying?: readonly UserId[];
}

/** Name and members of a group when the plan was made. */
export interface GroupBefore {
  readonly displayName: string;
  readonly memberIds: readonly UserId[];
}

/**
 * A request with its own body, sent instead of one derived from the values. Probes use it to test whether the
 * service accepts it.
 */
export interface AskedForm {
  readonly body: JsonObject;
  /** Defaults to the version of the connection. */
  readonly version?: ScimVersion;
}

/** One change of a plan. A new kind does not compile until every switch handles it. */
export type Change =
  | (ChangeBase & {
      readonly kind: 'createUser';
      readonly user: UserValues;
      /** Handwritten body without the password, sent instead of one derived from `user`. */
      readonly body?: JsonObject;
      /** Attributes whose values are never stored; the values are read from the input when they are sent. */
      readonly withheld: readonly UserAttributeName[];
    })
  | (ChangeBase & UserUpdate & { readonly kind: 'patchUser'; readonly asked?: AskedForm })
  | (ChangeBase &
      UserUpdate & {
        readonly kind: 'deactivateUser';
        /** Sent as a DELETE, which sets `active` to false and nothing else (SCIM §4.4). */
        readonly verb?: 'DELETE';
      })
  | (ChangeBase & UserUpdate & { readonly kind: 'reactivateUser' })
  /** A PUT: attributes that are not in the body are cleared (SCIM §4.4). */
  | (ChangeBase & UserUpdate & { readonly kind: 'replaceUser'; readonly body: JsonObject })
  /** Handwritten requests. The response shows their effect; `before` contains all values of the user. */
  | (ChangeBase &
      UserUpdate & {
        readonly kind: 'sendUserPatch';
        readonly bodies: readonly JsonObject[];
        /** What the bodies ask for, as far as the guards need it. */
        readonly asks: UserPatchEffect;
      })
  /** Without members: they are added later, so that the request that must not be repeated stays small. */
  | (ChangeBase & { readonly kind: 'createGroup' })
  | (ChangeBase & MemberUpdate & { readonly kind: 'addMembers'; readonly asked?: AskedForm })
  | (ChangeBase &
      MemberUpdate & {
        readonly kind: 'removeMembers';
        readonly asked?: AskedForm;
        /** Whether `members` are all members of the group. */
        readonly isEverybody?: true;
      })
  | (ChangeBase & {
      readonly kind: 'deleteGroup';
      readonly target: { readonly id: GroupId };
      /** Members of the group when the plan was made. */
      readonly members: readonly UserId[];
      /** Members who leave because of the file: limits count them as if they were removed. */
      readonly leaving?: readonly PlannedMember[];
    })
  | (ChangeBase & {
      readonly kind: 'renameGroup';
      readonly target: { readonly id: GroupId };
      readonly formerName: string;
      readonly displayName: string;
    })
  /** A PUT of the name and all members (SCIM §4.6). */
  | (ChangeBase & {
      readonly kind: 'replaceGroup';
      readonly target: { readonly id: GroupId };
      readonly before: GroupBefore;
      readonly displayName: string;
      readonly joining: readonly PlannedMember[];
      readonly leaving: readonly PlannedMember[];
      readonly memberIds: readonly UserId[];
    })
  /** Handwritten operations; the response shows their effect. */
  | (ChangeBase & {
      readonly kind: 'sendGroupPatch';
      readonly target: { readonly id: GroupId };
      readonly before: GroupBefore;
      readonly body: JsonObject;
      /** What the operations ask for, as far as the guards need it. */
      readonly asks: GroupPatchEffect;
    })
  /** A call of a Web API method that writes. */
  | (ChangeBase & {
      readonly kind: 'callMethod';
      readonly method: string;
      readonly arguments: { readonly [name: string]: Json };
      readonly encoding?: 'json';
      /** For undocumented methods; defaults to POST. */
      readonly verb?: 'GET';
      readonly isUnchecked?: true;
      /** Description of the call, shown before it is sent; the arguments if there is none. */
      readonly meaning?: string;
    });

export type ChangeKind = Change['kind'];
export type ChangeOf<Kind extends ChangeKind> = Extract<Change, { kind: Kind }>;
export type UserUpdateChange = ChangeOf<
  'patchUser' | 'deactivateUser' | 'reactivateUser' | 'replaceUser' | 'sendUserPatch'
>;
export type UserChange = ChangeOf<'createUser'> | UserUpdateChange;
export type GroupChange = ChangeOf<
  | 'createGroup'
  | 'addMembers'
  | 'removeMembers'
  | 'deleteGroup'
  | 'renameGroup'
  | 'replaceGroup'
  | 'sendGroupPatch'
>;

/** Returns the IDs of the targets that exist before the plan is applied. */
export function idsOf(targets: readonly ChangeTarget[]): readonly string[] {
  return targets.flatMap((one) => ('id' in one ? [one.id] : []));
}

/** Names of the kinds of change in output. */
export const CHANGE_WORDS = {
  createUser: { verb: 'create', done: 'created' },
  patchUser: { verb: 'change', done: 'changed' },
  deactivateUser: { verb: 'deactivate', done: 'deactivated' },
  reactivateUser: { verb: 'reactivate', done: 'reactivated' },
  createGroup: { verb: 'create group', done: 'group created' },
  addMembers: { verb: 'add members', done: 'members added' },
  removeMembers: { verb: 'remove members', done: 'members removed' },
  deleteGroup: { verb: 'delete group', done: 'group deleted' },
  replaceUser: { verb: 'replace', done: 'replaced' },
  sendUserPatch: { verb: 'patch', done: 'patched' },
  renameGroup: { verb: 'rename group', done: 'group renamed' },
  replaceGroup: { verb: 'replace group', done: 'group replaced' },
  sendGroupPatch: { verb: 'patch group', done: 'group patched' },
  callMethod: { verb: 'call', done: 'called' },
} as const satisfies Record<ChangeKind, { readonly verb: string; readonly done: string }>;

/** What each kind of change applies to. */
const SUBJECTS = {
  createUser: 'newUser',
  patchUser: 'user',
  deactivateUser: 'user',
  reactivateUser: 'user',
  replaceUser: 'user',
  sendUserPatch: 'user',
  createGroup: 'group',
  addMembers: 'group',
  removeMembers: 'group',
  deleteGroup: 'group',
  renameGroup: 'group',
  replaceGroup: 'group',
  sendGroupPatch: 'group',
  callMethod: 'method',
} as const satisfies Record<ChangeKind, string>;

/** Whether a change sets values of an existing user. */
export function isUserUpdate(change: Change): change is UserUpdateChange {
  return SUBJECTS[change.kind] === 'user';
}

/** Whether a change applies to a group. */
export function isGroupChange(change: Change): change is GroupChange {
  return SUBJECTS[change.kind] === 'group';
}

/** State of a change; computed from the journal, never stored. */
export type ChangeState = 'pending' | 'inDoubt' | 'succeeded' | 'failed';

/** Reports a row that cannot be applied, with the code with which the service would refuse it. */
export type ReportRow = (
  line: number,
  code: ScimErrorCode | OwnErrorCode,
  path: string,
  message: string,
) => void;
