import {
  either,
  flag,
  listOf,
  type Members,
  maybe,
  number,
  object,
  oneOf,
  type Shape,
  taggedBy,
  text,
  texts,
  thing,
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

const isTrue = maybe(oneOf([true]));
const attributes = oneOf(Object.keys(USER_ATTRIBUTES));
const withId = thing<{ id: UserId | GroupId }>({ id: text });
const target = either(withId, thing<{ createdBy: ChangeId }>({ createdBy: text }));

type Base = Pick<Change, 'id' | 'line' | 'after' | 'behind' | 'name' | 'implies' | 'lacksSecrets'>;
const base: Members<Base> = {
  id: text,
  line: number,
  after: texts,
  behind: maybe(texts),
  name: text,
  implies: maybe(listOf(oneOf(Object.keys(CONSEQUENCES)))),
  lacksSecrets: isTrue,
};

const userUpdate: Members<UserUpdate> = {
  target,
  before: userValues,
  set: userValues,
  clear: listOf(attributes),
  managerCreatedBy: maybe(text),
};

const memberName = thing<Pick<PlannedMember, 'name' | 'line'>>({ name: text, line: number });
const members = listOf((value) => target(value) ?? memberName(value));
const groupBefore = thing<GroupBefore>({ displayName: text, memberIds: texts });

const asked = maybe(thing<AskedForm>({ body: object, version: maybe(oneOf(SCIM_VERSIONS)) }));

/** The members of each kind of change. A new kind or member does not compile until it is listed here. */
const CHANGE_SHAPES: { readonly [Kind in ChangeKind]: Members<ChangeOf<Kind>> } = {
  createUser: {
    ...base,
    kind: text,
    user: userValues,
    body: maybe(object),
    withheld: listOf(attributes),
  },
  patchUser: { ...base, ...userUpdate, kind: text, asked },
  deactivateUser: { ...base, ...userUpdate, kind: text, verb: maybe(oneOf(['DELETE'])) },
  reactivateUser: { ...base, ...userUpdate, kind: text },
  replaceUser: { ...base, ...userUpdate, kind: text, body: object },
  sendUserPatch: {
    ...base,
    ...userUpdate,
    kind: text,
    bodies: listOf(object),
    asks: thing<UserPatchEffect>({
      active: maybe(flag),
      guest: maybe(flag),
      names: texts,
      managers: texts,
      unclear: texts,
    }),
  },
  createGroup: { ...base, kind: text },
  addMembers: { ...base, kind: text, target, members, staying: maybe(texts), asked },
  removeMembers: { ...base, kind: text, target, members, staying: maybe(texts), asked, isEverybody: isTrue },
  deleteGroup: { ...base, kind: text, target: withId, members: texts, leaving: maybe(members) },
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
    asks: thing<GroupPatchEffect>({
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
    encoding: maybe(oneOf(['json'])),
    verb: maybe(oneOf(['GET'])),
    isUnchecked: isTrue,
    meaning: maybe(text),
  },
};

/** Shape of one change of a saved plan. */
export const change = taggedBy(
  'kind',
  Object.fromEntries(
    Object.entries(CHANGE_SHAPES).map(([kind, shapes]): [string, Shape] => [kind, thing<object>(shapes)]),
  ),
);
