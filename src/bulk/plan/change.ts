import type { GroupPatchEffect } from '../../rules/group-patch-effect.ts';
import type { UserPatchEffect } from '../../rules/user-patch-effect.ts';
import type { ScimErrorCode } from '../../spec/error-codes.ts';
import type { OwnErrorCode } from '../../spec/own-codes.ts';
import type { Json, JsonObject, ScimVersion } from '../../spec/protocol-types.ts';
import type { UserAttributeName, UserValues } from '../../spec/user-attributes.ts';
import type { ChangeId, GroupId, UserId } from '../../values/ids.ts';
import type { Consequence } from './consequences.ts';

/** Who or what is changed: a user or group that exists, or one that an earlier change of the plan creates. */
export type UserTarget = { readonly id: UserId } | { readonly createdBy: ChangeId };
export type GroupTarget = { readonly id: GroupId } | { readonly createdBy: ChangeId };
export type ChangeTarget = UserTarget | GroupTarget;

/** A user as a member of a group, and the line that says so. */
export type PlannedMember = UserTarget & { readonly name: string; readonly line: number };

interface ChangeBase {
  readonly id: ChangeId;
  /** Line of the input that it came from; the first one where several made it; `NO_LINE` where none did. */
  readonly line: number;
  /** Changes that must have succeeded before. */
  readonly after: readonly ChangeId[];
  /** Changes that must have ended before, whatever became of them. */
  readonly behind?: readonly ChangeId[];
  /** What people call the user or the group: the userName or the address, the displayName of a group. */
  readonly name: string;
  /** What the service does besides. */
  readonly implies?: readonly Consequence[];
  /** In the record of a run: values were secrets and are left out, so that it cannot be sent from there. */
  readonly lacksSecrets?: true;
}

/** New values for a user that exists, and what they replace. */
export interface UserUpdate {
  readonly target: UserTarget;
  /** The old values of what is set or cleared; blank where absent. */
  readonly before: UserValues;
  readonly set: UserValues;
  readonly clear: readonly UserAttributeName[];
  /** The change that creates the manager in `set`, who has no ID yet. */
  readonly managerCreatedBy?: ChangeId;
}

/** Members that join or leave a group in one call: none of them was in it, or all of them were. */
export interface MemberUpdate {
  readonly target: GroupTarget;
  readonly members: readonly PlannedMember[];
}

/** Name and members of a group when the plan was made. */
export interface GroupBefore {
  readonly displayName: string;
  readonly memberIds: readonly UserId[];
}

/**
 * A request in a form of its own, sent in place of what follows from the values: a probe asks whether the
 * service takes it.
 */
export interface AskedForm {
  readonly body: JsonObject;
  /** The version of the connection when absent. */
  readonly version?: ScimVersion;
}

/** One call that a plan makes. A new kind does not compile until every switch knows it. */
export type Change =
  | (ChangeBase & {
      readonly kind: 'createUser';
      readonly user: UserValues;
      /** Sent in place of what follows from `user`: as a person wrote it, without the password. */
      readonly body?: JsonObject;
      /** Values that are in no file of ours; they are read from the input again when they are sent. */
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
  /** A PUT: attributes that are not in the body become blank (SCIM §4.4). */
  | (ChangeBase & UserUpdate & { readonly kind: 'replaceUser'; readonly body: JsonObject })
  /**
   * Requests as a person wrote them. Their effect is seen in the answer; `before` holds every value of the
   * user.
   */
  | (ChangeBase &
      UserUpdate & {
        readonly kind: 'sendUserPatch';
        readonly bodies: readonly JsonObject[];
        /** What the bodies ask for, as far as guards need to know it. */
        readonly asks: UserPatchEffect;
      })
  /** Without members: they join later, so that the request that must not be repeated is small. */
  | (ChangeBase & { readonly kind: 'createGroup' })
  | (ChangeBase & MemberUpdate & { readonly kind: 'addMembers'; readonly asked?: AskedForm })
  | (ChangeBase &
      MemberUpdate & {
        readonly kind: 'removeMembers';
        readonly asked?: AskedForm;
        /** The members are everybody who is in the group. */
        readonly isEverybody?: true;
      })
  | (ChangeBase & {
      readonly kind: 'deleteGroup';
      readonly target: { readonly id: GroupId };
      /** Who is in it when the plan is made. */
      readonly members: readonly UserId[];
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
  /** Operations as a person wrote them; their effect is seen in the answer. */
  | (ChangeBase & {
      readonly kind: 'sendGroupPatch';
      readonly target: { readonly id: GroupId };
      readonly before: GroupBefore;
      readonly body: JsonObject;
      /** What the operations ask for, as far as guards need to know it. */
      readonly asks: GroupPatchEffect;
    })
  /** A call of a Web API method that writes. */
  | (ChangeBase & {
      readonly kind: 'callMethod';
      readonly method: string;
      readonly arguments: { readonly [name: string]: Json };
      readonly encoding?: 'json';
      /** Of a method that is not described; POST when absent. */
      readonly verb?: 'GET';
      readonly isUnchecked?: true;
      /**
       * What the call does, in words a person reads before it is sent; the arguments where nothing better is
       * known.
       */
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

/** The line of a change that no line of the input made: of a user who is not in the file. */
export const NO_LINE = 0;

/** The line of a change in a table; blank where there is none. */
export function lineCell(line: number): string {
  return line === NO_LINE ? '' : String(line);
}

/** The lines of the input that a change was made of. */
export function linesOf(change: Change): readonly number[] {
  return change.kind === 'addMembers' || change.kind === 'removeMembers'
    ? change.members.map(({ line }) => line)
    : [change.line];
}

/** The IDs of those of several targets that exist before the plan is applied. */
export function idsOf(targets: readonly ChangeTarget[]): readonly string[] {
  return targets.flatMap((one) => ('id' in one ? [one.id] : []));
}

/** What people call each kind. */
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

/** What each kind of change is about. */
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

/** Whether a change gives new values to a user. */
export function isUserUpdate(change: Change): change is UserUpdateChange {
  return SUBJECTS[change.kind] === 'user';
}

/** Whether a change is about a group. */
export function isGroupChange(change: Change): change is GroupChange {
  return SUBJECTS[change.kind] === 'group';
}

/** Where a change stands; computed from the journal, stored nowhere. */
export type ChangeState = 'pending' | 'inDoubt' | 'succeeded' | 'failed';

/** Tells of a row that cannot be applied, with the code for which the service would refuse it. */
export type ReportRow = (
  line: number,
  code: ScimErrorCode | OwnErrorCode,
  path: string,
  message: string,
) => void;
