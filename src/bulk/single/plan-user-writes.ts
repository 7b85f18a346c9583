import { isSameValue } from '../../rules/same-value.ts';
import { userPatchEffect } from '../../rules/user-patch-effect.ts';
import type { User, UserPatch } from '../../scim/user.ts';
import { type Conversion, conversionPatch } from '../../scim/user-conversion.ts';
import type { JsonObject } from '../../spec/protocol-types.ts';
import { USER_ATTRIBUTE_NAMES, type UserAttributeName, type UserValues } from '../../spec/user-attributes.ts';
import { changeId } from '../../values/ids.ts';
import { copyValue } from '../input/copy-value.ts';
import type { Change, UserChange } from '../plan/change.ts';
import { userUpdates } from '../plan/user-updates.ts';

/** A user in a command, with the 1-based position there. */
export interface NamedUser {
  readonly user: User;
  readonly position: number;
}

/** Returns the changes that set new values of a user; none if no value differs. */
export function planPatch({ user, position }: NamedUser, wanted: UserPatch): readonly UserChange[] {
  const { set, clear } = withoutUnchanged(wanted, user.values);
  if (Object.keys(set).length + clear.length === 0) return [];
  const isActiveAfter = wanted.set.active ?? (set.guest === undefined ? undefined : true);
  return userUpdates(
    base(user, position),
    { before: previousValues(user, set, clear), set, clear },
    user,
    isActiveAfter,
  );
}

/** Returns the change that deactivates a user with a DELETE (SCIM §4.4); none if the user is inactive. */
export function planDeactivation({ user, position }: NamedUser): readonly UserChange[] {
  if (!user.values.active) return [];
  const update = { target: { id: user.id }, before: { active: true }, set: { active: false }, clear: [] };
  return [{ ...base(user, position), ...update, kind: 'deactivateUser', verb: 'DELETE' }];
}

/** Returns the change that reactivates a user; none if the user is active. */
export function planReactivation(named: NamedUser): readonly UserChange[] {
  return planPatch(named, { set: { active: true }, clear: [] });
}

/**
 * Returns the change that converts a user to a guest or a full member; none if the user already is one (SCIM
 * §3).
 */
export function planConversion(named: NamedUser, conversion: Conversion): readonly UserChange[] {
  const patch = conversionPatch(named.user, conversion);
  return patch === undefined ? [] : planPatch(named, patch);
}

/**
 * Returns the changes of a PUT (SCIM §4.4). A PUT without the guest object leaves a guest a guest: the
 * conversion to a full member is a separate PATCH before it.
 * @param set the values in the body
 * @param blanked the attributes that currently have a value and are not in the body
 */
export function planReplacement(
  { user, position }: NamedUser,
  body: JsonObject,
  set: UserValues,
  blanked: readonly UserAttributeName[],
): readonly Change[] {
  const { guest, ...values } = set;
  const conversion =
    guest === false && user.values.guest === true ? planConversion({ user, position }, { to: 'member' }) : [];
  const clear = conversion.length === 0 ? blanked : blanked.filter((name) => name !== 'guestExpiration');
  const wanted = guest === true ? set : values;
  const replacement: Change = {
    ...base(user, position),
    id: changeId(`L${position}p`),
    after: conversion.map(({ id }) => id),
    target: { id: user.id },
    before: previousValues(user, wanted, clear),
    set: wanted,
    clear,
    kind: 'replaceUser',
    body,
  };
  return [...conversion, replacement];
}

/**
 * Returns the change that sends PATCH bodies written by the user.
 * @param wanted the values that the bodies are certain to set, for comparison with the response
 */
export function planWrittenPatch(
  { user, position }: NamedUser,
  bodies: readonly JsonObject[],
  wanted: UserPatch,
): readonly Change[] {
  const update = { target: { id: user.id }, before: user.values, ...wanted };
  return [
    { ...base(user, position), ...update, kind: 'sendUserPatch', bodies, asks: userPatchEffect(bodies) },
  ];
}

/** Returns the creation of a user from a body. The password is never written to a file. */
export function planCreation(body: JsonObject, values: UserValues): readonly Change[] {
  const { password, ...user } = values;
  const { password: _, ...rest } = body;
  return [
    {
      id: changeId('L1'),
      line: 1,
      after: [],
      name: user.userName ?? user.email ?? '',
      kind: 'createUser',
      user,
      body: rest,
      withheld: password === undefined ? [] : ['password'],
    },
  ];
}

function base({ id, values }: User, position: number) {
  return { id: changeId(`L${position}`), line: position, after: [], name: values.userName ?? id } as const;
}

/** Reduces a patch to the values that differ. The stored password is unknown: a password always differs. */
function withoutUnchanged({ set, clear }: UserPatch, stored: UserValues): UserPatch {
  const changed: UserValues = {};
  for (const name of USER_ATTRIBUTE_NAMES)
    if (set[name] !== undefined && !isSameValue(name, set, stored)) copyValue(name, set, changed);
  return { set: changed, clear: clear.filter((name) => !isSameValue(name, {}, stored)) };
}

function previousValues({ values }: User, set: UserValues, clear: readonly UserAttributeName[]): UserValues {
  const before: UserValues = {};
  for (const name of USER_ATTRIBUTE_NAMES)
    if (set[name] !== undefined || clear.includes(name)) copyValue(name, values, before);
  return before;
}
