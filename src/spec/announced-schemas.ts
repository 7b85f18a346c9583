/**
 * The service's discovery responses for users and groups (SCIM §4; bodies: OBSERVED §4 bodies). The
 * attributes are those of SCIM §2.1 and §2.2, with types as in RFC 7643 §7. Whether an attribute is required,
 * unique or returned follows the service's behavior (assumption `announced-schemas`).
 */

import {
  ADDRESS_SUB_ATTRIBUTES,
  ENTERPRISE_STRINGS,
  type Extension,
  NAME_SUB_ATTRIBUTES,
  PLAIN_STRINGS,
} from './scim-schemas.ts';
import { LIST_SLOTS, type ValueList } from './user-slots.ts';

export interface AnnouncedAttribute {
  readonly name: string;
  readonly type: 'string' | 'boolean' | 'complex' | 'dateTime' | 'reference';
  readonly description: string;
  /** Set if multi-valued: the name of an element in v1. */
  readonly element?: string;
  readonly required?: true;
  readonly mutability?: 'readOnly' | 'writeOnly' | 'immutable';
  readonly returned?: 'always' | 'never';
  readonly uniqueness?: 'server' | 'global';
  /** Comparisons are case-sensitive. */
  readonly caseExact?: true;
  readonly canonicalValues?: readonly string[];
  readonly subAttributes?: readonly AnnouncedAttribute[];
}

const text = (name: string, description: string, more: Partial<AnnouncedAttribute> = {}) =>
  ({ name, type: 'string', description, ...more }) as const satisfies AnnouncedAttribute;

const texts = (names: readonly string[]) => names.map((name) => text(name, words(name)));

const primary = (more: Partial<AnnouncedAttribute> = {}) =>
  ({ name: 'primary', type: 'boolean', description: 'Whether it is the primary one', ...more }) as const;

const list = (
  name: string,
  element: string,
  description: string,
  subAttributes: readonly AnnouncedAttribute[],
  more: Partial<AnnouncedAttribute> = {},
) => ({ name, type: 'complex', description, element, subAttributes, ...more }) as const;

/** Converts honorificPrefix to "Honorific prefix". */
function words(name: string): string {
  const spaced = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** Number of stored values of a list, in words. */
const COUNTS = ['none', 'one is', 'two are', 'three are', 'four are', 'five are'];
const kept = (list: ValueList) => {
  const { length } = LIST_SLOTS[list].names;
  return `${COUNTS[length] ?? `${length} are`} kept`;
};

/** The `type` of an entry; never returned for lists whose types the service does not store. */
const kindsOf = (list: ValueList, ...known: readonly string[]) => {
  const own = LIST_SLOTS[list].typed.map(({ type }) => type);
  const isTold = list === 'phoneNumbers' || list === 'photos' || own.length > 0;
  const canonicalValues = [...new Set([...known, ...own])];
  return text('type', 'The kind', {
    ...(canonicalValues.length === 0 ? {} : { canonicalValues }),
    ...(isTold ? {} : { returned: 'never' }),
  });
};

const ID = text('id', 'Identifier that the service gives', {
  required: true,
  mutability: 'readOnly',
  returned: 'always',
  uniqueness: 'global',
  caseExact: true,
});

const DESCRIBED: readonly AnnouncedAttribute[] = [
  ID,
  text('userName', 'Username, at most 21 characters', { required: true, uniqueness: 'server' }),
  text('nickName', 'Mirrors userName', { uniqueness: 'server' }),
  {
    name: 'name',
    type: 'complex',
    description: 'Full name',
    subAttributes: texts(NAME_SUB_ATTRIBUTES),
  },
  text('displayName', 'Display name, at most 80 characters'),
  { ...text('profileUrl', 'Page of the user'), type: 'reference', mutability: 'readOnly' },
  list(
    'emails',
    'email',
    `E-mail addresses; ${kept('emails')}`,
    [
      text('value', 'Address', { required: true, uniqueness: 'server' }),
      kindsOf('emails', 'work', 'home', 'other'),
      primary(),
    ],
    { required: true },
  ),
  list('photos', 'photo', `Photo; ${kept('photos')}`, [
    { ...text('value', 'URL or Data URL', { required: true }), type: 'reference' },
    kindsOf('photos', 'photo', 'thumbnail'),
    primary({ returned: 'never' }),
  ]),
  list(
    'groups',
    'group',
    'Groups that the user is a member of',
    [
      text('value', 'Identifier of the group', { mutability: 'readOnly' }),
      text('display', 'Name of the group', { mutability: 'readOnly' }),
    ],
    { mutability: 'readOnly' },
  ),
  { name: 'active', type: 'boolean', description: 'Whether the account is active' },
  text('userType', 'User type'),
  text('title', 'Title'),
  text('preferredLanguage', 'Preferred language'),
  text('locale', 'Locale'),
  text('timezone', 'Time zone'),
  list('addresses', 'address', 'Address; one is kept', [
    ...texts(ADDRESS_SUB_ATTRIBUTES),
    text('type', 'The kind', { canonicalValues: ['work', 'home', 'other'], returned: 'never' }),
    primary({ returned: 'never' }),
  ]),
  list('phoneNumbers', 'phoneNumber', `Phone numbers; ${kept('phoneNumbers')}`, [
    text('value', 'Number', { required: true }),
    kindsOf('phoneNumbers', 'work', 'home', 'mobile', 'other'),
    primary(),
  ]),
  text('password', 'Initial password', { mutability: 'writeOnly', returned: 'never' }),
  list('roles', 'role', `Role; ${kept('roles')}`, [text('value', 'Role'), kindsOf('roles'), primary()]),
];

/**
 * The core attributes of a user: those described above, and all other plain strings of the attribute table.
 */
export const USER_SCHEMA: readonly AnnouncedAttribute[] = [
  ...DESCRIBED,
  ...texts(PLAIN_STRINGS.filter((name) => !DESCRIBED.some((described) => described.name === name))),
];

/** Names of the extensions. */
export const EXTENSION_NAMES: {
  readonly [Name in Extension]: { readonly title: string; readonly description: string };
} = {
  enterprise: { title: 'EnterpriseUser', description: 'Enterprise extension of the user' },
  guest: { title: 'GuestUser', description: 'Guest extension of the user' },
  profile: { title: 'UserProfile', description: 'Profile extension of the user' },
};

/** The attributes of each extension of a user. */
export const EXTENSION_SCHEMAS: { readonly [Name in Extension]: readonly AnnouncedAttribute[] } = {
  enterprise: [
    ...texts(ENTERPRISE_STRINGS),
    {
      name: 'manager',
      type: 'complex',
      description: 'Manager',
      subAttributes: [text('managerId', 'User ID, primary e-mail or userName of the manager')],
    },
  ],
  guest: [
    text('type', 'The kind of guest', { required: true, canonicalValues: ['multi'] }),
    { name: 'expiration', type: 'dateTime', description: 'When the account ends' },
    list(
      'channels',
      'channel',
      'Channels that the guest is in',
      [
        text('value', 'Identifier of the channel', { mutability: 'readOnly' }),
        text('display', 'Name of the channel', { mutability: 'readOnly' }),
      ],
      { mutability: 'readOnly' },
    ),
  ],
  profile: [{ name: 'startDate', type: 'dateTime', description: 'Start date' }],
};

/**
 * A group. Names need not be unique, and members may be absent (assumptions `group-names`,
 * `group-without-members`).
 */
export const GROUP_SCHEMA: readonly AnnouncedAttribute[] = [
  ID,
  text('displayName', 'Name of the group', { required: true }),
  list('members', 'member', 'Members of the group', [
    text('value', 'Identifier of the user', { required: true, mutability: 'immutable', caseExact: true }),
    text('display', 'Name of the user', { mutability: 'readOnly' }),
  ]),
];
