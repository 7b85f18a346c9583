/**
 * Which entries the service keeps of the multi-valued attributes, as the paths of the attribute table say it:
 * `emails[0].value` is the primary entry, `emails[1].value` the one after it (SCIM §4.3 rules 6–10),
 * `emails[2].value` would be a third, and `emails[type eq "other"].value` one that is kept by its type.
 */

import {
  type EmailAttributeName,
  type StringAttributeName,
  USER_ATTRIBUTE_NAMES,
  USER_ATTRIBUTES,
  type UserAttributeName,
} from './user-attributes.ts';

/** The multi-valued attributes whose entries are one text each; an address has parts. */
export const VALUE_LISTS = ['emails', 'phoneNumbers', 'photos', 'roles'] as const;
export type ValueList = (typeof VALUE_LISTS)[number];

/** A value that is kept by the `type` of its entry. */
export interface TypedSlot {
  readonly name: StringAttributeName;
  /** In lower case. */
  readonly type: string;
  /** Of the value, as a PatchOp names it. */
  readonly path: string;
}

/** What is kept of one multi-valued attribute. */
export interface ListSlots {
  /** Values by their place, the primary one first. */
  readonly ranked: readonly StringAttributeName[];
  readonly typed: readonly TypedSlot[];
  /** All of them. */
  readonly names: readonly StringAttributeName[];
}

/** The slots of each multi-valued attribute; a new row of the attribute table is among them. */
export const LIST_SLOTS: Readonly<Record<ValueList, ListSlots>> = {
  emails: slotsOf('emails'),
  phoneNumbers: slotsOf('phoneNumbers'),
  photos: slotsOf('photos'),
  roles: slotsOf('roles'),
};

/**
 * The e-mail addresses of a user, the primary one first: each belongs to one user alone (SCIM §7
 * email_taken).
 */
export const EMAIL_NAMES: readonly EmailAttributeName[] = LIST_SLOTS.emails.names.filter(isEmailName);

/** The e-mail addresses beside the primary one. */
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
