/**
 * The stored values of a user: one row for each value, by the name of its CSV column, flag and display (SCIM
 * §2.1, §4.3 rules 4–14). Multi-valued attributes appear as their stored slots: two e-mails, two phone
 * numbers, one photo, one address, one role. A row with the path `emails[2].value` would add a third e-mail,
 * one with `phoneNumbers[type eq "home"].value` a number identified by its type (`user-slots.ts`).
 */

/**
 * `text` is any string · `userName` and `displayName` have their own rules · `photo` is a URL or a Data URL ·
 * `user` is an ID, a userName or an e-mail · `instant` and `day` are ISO 8601.
 */
export type AttributeKind =
  | 'text'
  | 'userName'
  | 'displayName'
  | 'email'
  | 'url'
  | 'photo'
  | 'user'
  | 'boolean'
  | 'instant'
  | 'day';

/**
 * The part of the resource that contains the attribute. A value in `customProfile`, `enterprise` or `profile`
 * makes a user "full".
 */
export type AttributePart = 'core' | 'customProfile' | 'enterprise' | 'guest' | 'profile';

export interface UserAttribute {
  /** The attribute path of SCIM §2.1. */
  readonly path: string;
  /** Other paths of the same value. */
  readonly otherPaths?: readonly string[];
  readonly kind: AttributeKind;
  readonly part: AttributePart;
  /** `create`: only in a create (SCIM §2.1 password, §4.3 rule 2). */
  readonly write: 'always' | 'create';
  /** Whether the value can be cleared. userName, the primary e-mail and the photo cannot. */
  readonly mayClear: boolean;
  /** The label in help, prompts and table headings. */
  readonly label: string;
  readonly example: string;
}

const text = <const Path extends string, const Part extends AttributePart>(
  path: Path,
  part: Part,
  label: string,
  example: string,
  otherPaths?: readonly string[],
) =>
  ({
    path,
    kind: 'text',
    part,
    write: 'always',
    mayClear: true,
    label,
    example,
    ...(otherPaths === undefined ? {} : { otherPaths }),
  }) as const satisfies UserAttribute;

const address = <const Name extends string>(name: Name, label: string, example: string) =>
  text(`addresses[0].${name}` as const, 'customProfile', label, example, [
    `addresses[primary].${name}`,
    `address.${name}`,
  ]);

const enterprise = <const Name extends string>(name: Name, label: string, example: string) =>
  text(`enterprise.${name}` as const, 'enterprise', label, example);

export const USER_ATTRIBUTES = {
  userName: {
    path: 'userName',
    kind: 'userName',
    part: 'core',
    write: 'always',
    mayClear: false,
    label: 'Username',
    example: 'anna.lind',
  },
  email: {
    path: 'emails[0].value',
    otherPaths: ['emails[primary].value', 'emails'],
    kind: 'email',
    part: 'core',
    write: 'always',
    mayClear: false,
    label: 'Primary e-mail',
    example: 'anna.lind@example.com',
  },
  secondaryEmail: {
    path: 'emails[1].value',
    kind: 'email',
    part: 'core',
    write: 'always',
    mayClear: true,
    label: 'Secondary e-mail',
    example: 'anna@home.example',
  },
  givenName: text('name.givenName', 'core', 'Given name', 'Anna'),
  familyName: text('name.familyName', 'core', 'Family name', 'Lind'),
  honorificPrefix: text('name.honorificPrefix', 'customProfile', 'Honorific prefix', 'Dr.'),
  displayName: {
    path: 'displayName',
    kind: 'displayName',
    part: 'core',
    write: 'always',
    mayClear: true,
    label: 'Display name',
    example: 'Anna Lind',
  },
  nickName: {
    path: 'nickName',
    kind: 'userName',
    part: 'core',
    write: 'always',
    mayClear: false,
    label: 'Nickname',
    example: 'anna.lind',
  },
  title: text('title', 'core', 'Title', 'Engineer'),
  active: {
    path: 'active',
    kind: 'boolean',
    part: 'core',
    write: 'always',
    mayClear: false,
    label: 'Active',
    example: 'true',
  },
  guest: {
    path: 'guest.type',
    otherPaths: ['guest'],
    kind: 'boolean',
    part: 'guest',
    write: 'always',
    mayClear: false,
    label: 'Guest',
    example: 'false',
  },
  guestExpiration: {
    path: 'guest.expiration',
    kind: 'instant',
    part: 'guest',
    write: 'always',
    mayClear: true,
    label: 'Guest expiration',
    example: '2027-06-30T00:00:00Z',
  },
  department: enterprise('department', 'Department', 'Research'),
  division: enterprise('division', 'Division', 'Products'),
  organization: enterprise('organization', 'Organization', 'Acme'),
  costCenter: enterprise('costCenter', 'Cost center', '4130'),
  employeeNumber: enterprise('employeeNumber', 'Employee ID', '10042'),
  manager: {
    path: 'enterprise.manager.managerId',
    otherPaths: ['enterprise.manager', 'managerId'],
    kind: 'user',
    part: 'enterprise',
    write: 'always',
    mayClear: true,
    label: 'Manager',
    example: 'bo@example.com',
  },
  phone: text('phoneNumbers[0].value', 'customProfile', 'Phone', '+46 8 123 45 67', ['phoneNumbers']),
  mobilePhone: text('phoneNumbers[1].value', 'customProfile', 'Mobile phone', '+46 70 123 45 67'),
  userType: text('userType', 'customProfile', 'User type', 'Employee'),
  role: text('roles[0].value', 'customProfile', 'Role', 'Maintainer', ['roles[primary].value', 'roles']),
  startDate: {
    path: 'profile.startDate',
    kind: 'day',
    part: 'profile',
    write: 'always',
    mayClear: true,
    label: 'Start date',
    example: '2026-01-15',
  },
  streetAddress: address('streetAddress', 'Street address', '1 Quay Street'),
  locality: address('locality', 'City', 'Gothenburg'),
  region: address('region', 'Region', 'Västra Götaland'),
  postalCode: address('postalCode', 'Zip code', '411 01'),
  country: address('country', 'Country', 'SE'),
  locale: text('locale', 'customProfile', 'Locale', 'sv-SE'),
  preferredLanguage: text('preferredLanguage', 'customProfile', 'Preferred language', 'sv'),
  timezone: text('timezone', 'core', 'Timezone', 'Europe/Stockholm'),
  photo: {
    path: 'photos[0].value',
    otherPaths: ['photos[primary].value', 'photos'],
    kind: 'photo',
    part: 'core',
    write: 'always',
    mayClear: false,
    label: 'Profile photo',
    example: 'https://example.com/anna.png',
  },
  profileUrl: {
    path: 'profileUrl',
    kind: 'url',
    part: 'core',
    write: 'create',
    mayClear: false,
    label: 'Profile URL',
    example: 'https://example.com/anna',
  },
  password: {
    path: 'password',
    kind: 'text',
    part: 'core',
    write: 'create',
    mayClear: false,
    label: 'Initial password',
    example: 'chosen once, never shown',
  },
} as const satisfies Record<string, UserAttribute>;

/** The timezone shown for a user without one (OBSERVED §2.1). */
export const DEFAULT_TIMEZONE = 'America/Los_Angeles';

export type UserAttributeName = keyof typeof USER_ATTRIBUTES;

type NamesOfKind<Kind extends AttributeKind> = {
  [Name in UserAttributeName]: (typeof USER_ATTRIBUTES)[Name]['kind'] extends Kind ? Name : never;
}[UserAttributeName];

export type BooleanAttributeName = NamesOfKind<'boolean'>;
export type EmailAttributeName = NamesOfKind<'email'>;
export type StringAttributeName = Exclude<UserAttributeName, BooleanAttributeName>;

/**
 * Values of a user by attribute name. An absent name means unspecified; an empty string is an empty value.
 */
export type UserValues = { -readonly [Name in StringAttributeName]?: string } & {
  -readonly [Name in BooleanAttributeName]?: boolean;
};

export const USER_ATTRIBUTE_NAMES = Object.keys(USER_ATTRIBUTES) as readonly UserAttributeName[];

/** Names of text attributes whose path is the prefix plus the name: `enterprise.` + `department`. */
export type NamesAt<Prefix extends string> = {
  [Name in UserAttributeName]: (typeof USER_ATTRIBUTES)[Name] extends {
    readonly kind: 'text' | 'displayName';
    readonly write: 'always';
    readonly path: `${Prefix}${Name}`;
  }
    ? Name
    : never;
}[UserAttributeName];

/**
 * The order in which the service lists attributes (OBSERVED §2.1). Other text attributes follow, before the
 * manager.
 */
const SHOWN_FIRST: readonly string[] = [
  ...['displayName', 'title', 'userType', 'preferredLanguage', 'locale', 'timezone'],
  ...['familyName', 'givenName', 'honorificPrefix'],
  ...['employeeNumber', 'costCenter', 'organization', 'division', 'department'],
];

/** Returns the names of the text attributes with a path prefix, derived from the attribute table. */
export function namesAt<Prefix extends string>(prefix: Prefix): readonly NamesAt<Prefix>[] {
  const isAt = (name: UserAttributeName): name is NamesAt<Prefix> => {
    const { kind, write, path } = USER_ATTRIBUTES[name];
    const isText = kind === 'text' || kind === 'displayName';
    return isText && write === 'always' && path === `${prefix}${name}`;
  };
  const rank = (name: string) =>
    SHOWN_FIRST.includes(name) ? SHOWN_FIRST.indexOf(name) : SHOWN_FIRST.length;
  return USER_ATTRIBUTE_NAMES.filter(isAt).sort((one, other) => rank(one) - rank(other));
}
