import type { Palette } from '../../output/palette.ts';
import type { Cell, Column, ListView } from '../../output/view.ts';
import type { User } from '../../scim/user.ts';
import { jsonMemberOf } from '../../scim/user-members.ts';
import { isAnyGuest, isSingleChannelGuest, stateOf } from '../../scim/user-state.ts';
import { USER_ATTRIBUTE_NAMES, USER_ATTRIBUTES, type UserAttributeName } from '../../spec/user-attributes.ts';
import { defined } from '../../values/defined.ts';

/** Importance of the columns that are printed by default. */
const IMPORTANCE: { readonly [Name in UserAttributeName]?: number } = {
  userName: 1,
  email: 3,
  displayName: 4,
  title: 6,
};

/** The first columns. The ID comes last because it is long and least useful. */
const FIRST: readonly UserAttributeName[] = ['userName', 'displayName', 'email'];

/** Columns repeated by the state, and nickName, which mirrors userName. */
const IN_STATE: readonly UserAttributeName[] = ['active', 'guest', 'nickName'];

/** Prints users. */
export const USER_VIEW: ListView<User> = {
  noun: ['user', 'users'],
  json: ({ resource }) => resource,
  columns: [
    ...FIRST.map(attributeColumn),
    {
      name: 'state',
      heading: 'State',
      importance: 2,
      value: ({ values }) => stateOf(values),
      paint: paintState,
      members: [jsonMemberOf('active'), jsonMemberOf('guest')],
    },
    attributeColumn('title'),
    { name: 'id', heading: 'ID', importance: 5, isWhole: true, value: ({ id }) => id, members: ['id'] },
    ...USER_ATTRIBUTE_NAMES.filter((name) => !FIRST.includes(name) && name !== 'title').map(attributeColumn),
    {
      name: 'groups',
      heading: 'Groups',
      value: ({ groups }) => groups.map(({ name }) => name).join('; '),
      members: ['groups'],
    },
    { name: 'created', heading: 'Created', value: ({ created }) => created, isTime: true, members: ['meta'] },
  ],
};

function attributeColumn(name: UserAttributeName): Column<User> {
  const importance = IMPORTANCE[name];
  return {
    name,
    heading: USER_ATTRIBUTES[name].label,
    value: ({ values }): Cell =>
      name === 'guest' && isSingleChannelGuest(values) ? 'single-channel' : values[name],
    members: [jsonMemberOf(name)],
    ...defined({ importance }),
    // A truncated userName does not identify the user.
    ...(name === 'userName' ? { isWhole: true } : {}),
    ...(IN_STATE.includes(name) ? { isRedundant: true } : {}),
  };
}

function paintState(text: string, { values }: User, palette: Palette): string {
  if (!values.active) return palette.faint(text);
  return isAnyGuest(values) ? palette.caution(text) : palette.good(text);
}
