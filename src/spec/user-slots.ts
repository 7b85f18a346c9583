/**
 * The entries of multi-valued attributes that the service stores, derived from the paths of the attribute
 * table: `emails[0].value` is the primary entry, `emails[1].value` the one after it (SCIM §4.3 rules 6–10),
 * `emails[2].value` would be a third, and `emails[type eq "other"].value` one identified by its type.
 */

import {
  type EmailAttributeName,
  type StringAttributeName,
  USER_ATTRIBUTE_NAMES,
  USER_ATTRIBUTES,
  type UserAttributeName,
} from './user-attributes.ts';

/** The multi-valued attributes whose entries have a single value; addresses have parts. */
export const VALUE_LISTS = ['emails', 'phoneNumbers', 'photos', 'roles'] as const;
export type ValueList = (typeof VALUE_LISTS)[number];

/** A value that is identified by the `type` of its entry. */
export interface TypedSlot {
  readonly name: StringAttributeName;
  /** In lower case. */
  readonly type: string;
  /** Path of the value in a PatchOp. */
  readonly path: string;
}

/** The stored values of a multi-valued attribute. */
export interface ListSlots {
  /** Values stored by position, the primary one first. */
  readonly ranked: readonly StringAttributeName[];
  readonly typed: readonly TypedSlot[];
  /** All names, ranked and typed. */
  readonly names: readonly StringAttributeName[];
}

/** The slots of each multi-valued attribute, derived from the attribute table. */
export const LIST_SLOTS: Readonly<Record<ValueList, ListSlots>> = {
  emails: slotsOf('emails'),
  phoneNumbers: slotsOf('phoneNumbers'),
  photos: slotsOf('photos'),
  roles: slotsOf('roles'),
};

/**
 * The e-mail addresses of a user, the primary one first; an address belongs to only one user (SCIM §7
 * email_taken).
 */
export const EMAIL_NAMES: readonly EmailAttributeName[] = LIST_SLOTS.emails.names.filter(isEmailName);

/** The e-mail addresses except the primary one. */
export const OTHER_EMAIL_NAMES: readonly EmailAttributeName[] = EMAIL_NAMES.filter(
  (name) => name !== 'email',
);

function slotsOf(list: ValueList): ListSlots {
  const rows = USER_ATTRIBUTE_NAMES.filter(isStringName).flatMap((name) => {
    const { path } = USER_ATTRIBUTES[name];
    const [, found, place, type] = /^(\w+)\[(?:(\d+)|type eq "([^"]+)")\]\.value$/.exec(path) ?? [];
    return found === list ? [{ name, place, type, path }] : [];
  });
  const ranked = rows
    .filter(({ place }) => place !== undefined)
    .sort((one, other) => Number(one.place) - Number(other.place))
    .map(({ name }) => name);
  const typed = rows.flatMap(({ name, type, path }) =>
    type === undefined ? [] : [{ name, type: type.toLowerCase(), path }],
  );
  return { ranked, typed, names: [...ranked, ...typed.map(({ name }) => name)] };
}

function isStringName(name: UserAttributeName): name is StringAttributeName {
  return USER_ATTRIBUTES[name].kind !== 'boolean';
}

function isEmailName(name: StringAttributeName): name is EmailAttributeName {
  return USER_ATTRIBUTES[name].kind === 'email';
}
