import {
  either,
  flag,
  listOf,
  type Members,
  number,
  object,
  objectWith,
  oneOf,
  optional,
  type Shape,
  taggedBy,
  text,
  texts,
} from '../../json/shapes.ts';
import type { GroupPatchEffect } from '../../rules/group-patch-effect.ts';
import type { UserPatchEffect } from '../../rules/user-patch-effect.ts';
import { userValues } from '../../rules/user-value-shapes.ts';
import { SCIM_VERSIONS } from '../../spec/protocol-types.ts';
import { USER_ATTRIBUTES } from '../../spec/user-attributes.ts';
import type { ChangeId, GroupId, UserId } from '../../values/ids.ts';
import type {
  AskedForm,
  Change,
  ChangeKind,
  ChangeOf,
  GroupBefore,
  PlannedMember,
  UserUpdate,
} from './change.ts';
import { CONSEQUENCES } from './consequences.ts';

const isTrue = optional(oneOf([true]));
const attributes = oneOf(Object.keys(USER_ATTRIBUTES));
const withId = objectWith<{ id: UserId | GroupId }>({ id: text });
const target = either(withId, objectWith<{ createdBy: ChangeId }>({ createdBy: text }));

type Base = Pick<Change, 'id' | 'line' | 'after' | 'behind' | 'name' | 'implies' | 'lacksSecrets'>;
const base: Members<Base> = {
  id: text,
  line: number,
  after: texts,
  behind: optional(texts),
  name: text,
  implies: optional(listOf(oneOf(Object.keys(CONSEQUENCES)))),
  lacksSecrets: isTrue,
};

const userUpdate: Members<UserUpdate> = {
  target,
  before: userValues,
  set: userValues,
  clear: listOf(attributes),
  managerCreatedBy: optional(text),
};

const memberName = objectWith<Pick<PlannedMember, 'name' | 'line'>>({ name: text, line: number });
const members = listOf((value) => target(value) ?? memberName(value));
const groupBefore = objectWith<GroupBefore>({ displayName: text, memberIds: texts });

const asked = optional(objectWith<AskedForm>({ body: object, version: optional(oneOf(SCIM_VERSIONS)) }));

/** The members of each kind of change. A new kind or member does not compile until it is listed here. */
const CHANGE_SHAPES: { readonly [Kind in ChangeKind]: Members<ChangeOf<Kind>> } = {
  createUser: {
    ...base,
    kind: text,
    user: userValues,
    body: optional(object),
    withheld: listOf(attributes),
  },
  patchUser: { ...base, ...userUpdate, kind: text, asked },
  deactivateUser: { ...base, ...userUpdate, kind: text, verb: optional(oneOf(['DELETE'])) },
  reactivateUser: { ...base, ...userUpdate, kind: text },
  replaceUser: { ...base, ...userUpdate, kind: text, body: object },
  sendUserPatch: {
    ...base,
    ...userUpdate,
    kind: text,
    bodies: listOf(object),
    asks: objectWith<UserPatchEffect>({
      active: optional(flag),
      guest: optional(flag),
      names: texts,
      managers: texts,
      unclear: texts,
    }),
  },
  createGroup: { ...base, kind: text },
  addMembers: { ...base, kind: text, target, members, staying: optional(texts), asked },
  removeMembers: {
    ...base,
    kind: text,
    target,
    members,
    staying: optional(texts),
    asked,
    isEverybody: isTrue,
  },
  deleteGroup: { ...base, kind: text, target: withId, members: texts, leaving: optional(members) },
  renameGroup: { ...base, kind: text, target: withId, formerName: text, displayName: text },
  replaceGroup: {
    ...base,
    kind: text,
    target: withId,
    before: groupBefore,
    displayName: text,
    joining: members,
    leaving: members,
    memberIds: texts,
  },
  sendGroupPatch: {
    ...base,
    kind: text,
    target: withId,
    before: groupBefore,
    body: object,
    asks: objectWith<GroupPatchEffect>({
      joining: texts,
      leaving: texts,
      isEmptied: flag,
      names: texts,
      unclear: texts,
    }),
  },
  callMethod: {
    ...base,
    kind: text,
    method: text,
    arguments: object,
    encoding: optional(oneOf(['json'])),
    verb: optional(oneOf(['GET'])),
    isUnchecked: isTrue,
    meaning: optional(text),
  },
};

/** Shape of one change of a saved plan. */
export const change = taggedBy(
  'kind',
  Object.fromEntries(
    Object.entries(CHANGE_SHAPES).map(([kind, shapes]): [string, Shape] => [
      kind,
      objectWith<object>(shapes),
    ]),
  ),
);
