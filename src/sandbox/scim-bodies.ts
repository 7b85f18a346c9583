import { type SchemaDialect, schemaUri } from '../rules/schema-uris.ts';
import type { Json, JsonObject, ListResponse } from '../spec/protocol-types.ts';
import {
  ADDRESS_SUB_ATTRIBUTES,
  ENTERPRISE_STRINGS,
  GUEST_TYPE,
  MESSAGE_URIS,
  NAME_SUB_ATTRIBUTES,
  PLAIN_STRINGS,
  VERSION_PATHS,
} from '../spec/scim-schemas.ts';
import {
  type AttributePart,
  DEFAULT_TIMEZONE,
  type StringAttributeName,
  USER_ATTRIBUTES,
} from '../spec/user-attributes.ts';
import { LIST_SLOTS, type ValueList } from '../spec/user-slots.ts';
import { defined } from '../values/defined.ts';
import type { Organization } from './organization.ts';
import type { StoredGroup, StoredUser } from './organization-data.ts';

/** Input of a resource body besides the resource. */
export interface BodyContext {
  readonly organization: Organization;
  readonly dialect: SchemaDialect;
  /** Scheme and host of the client's request. */
  readonly origin: string;
}

/** Returns the full URL of a resource (SCIM §2.2 meta.location). */
export function locationOf(context: Pick<BodyContext, 'dialect' | 'origin'>, path: string): string {
  return `${context.origin}${VERSION_PATHS[context.dialect.version]}${path}`;
}

/**
 * Returns a user as a read shows it: the short form, or the full form if a custom profile field was ever
 * written. The order of the keys depends on the version (OBSERVED §2.1; assumptions `external-id`,
 * `profile-url`, `photo-value`).
 */
export function userResource(user: StoredUser, context: BodyContext): JsonObject {
  const { dialect } = context;
  const { values } = user;
  const guest = guestObject(user);
  const uri = (name: Parameters<typeof schemaUri>[1]) => schemaUri(dialect, name);
  const core: JsonObject = {
    ...partOf(user, PLAIN_STRINGS, 'core', ''),
    timezone: values.timezone ?? DEFAULT_TIMEZONE,
  };
  const custom = user.hasCustomProfile ? customProfile(user) : {};
  const enterprise = user.hasCustomProfile ? { [uri('enterprise')]: enterpriseObject(user) } : {};
  const profile = user.hasCustomProfile ? { [uri('profile')]: { startDate: values.startDate ?? null } } : {};
  const groups = {
    groups: context.organization
      .groupsOf(user.id)
      .map(({ id, displayName }) => ({ value: id, display: displayName })),
  };
  const guestPart = guest === undefined ? {} : { [uri('guest')]: guest };
  return {
    schemas: [
      uri('user'),
      ...(user.hasCustomProfile ? [uri('enterprise'), uri('profile')] : []),
      ...(guest === undefined ? [] : [uri('guest')]),
    ],
    id: user.id,
    externalId: '',
    meta: { created: user.created, location: locationOf(context, `/Users/${user.id}`) },
    userName: values.userName,
    nickName: values.userName,
    name: {
      givenName: '',
      ...partOf(user, NAME_SUB_ATTRIBUTES, 'core', ''),
      ...(user.hasCustomProfile ? partOf(user, NAME_SUB_ATTRIBUTES, 'customProfile', null) : {}),
    },
    // Placeholders that fix the order of the keys; the values follow in `core` and `custom`.
    displayName: '',
    profileUrl: `${context.organization.settings.url}/team/${values.userName}`,
    title: '',
    timezone: '',
    active: values.active,
    emails: emailsOf(user),
    photos: [
      { value: values.photo ?? defaultPhoto(user, context), type: 'photo' },
      ...byPlace('photos', user, '').slice(1, usedPlaces('photos', user)),
      ...ofTypes('photos', user),
    ],
    ...core,
    ...custom,
    ...(dialect.version === '1.1'
      ? { ...enterprise, ...groups, ...guestPart, ...profile }
      : { ...enterprise, ...profile, ...groups, ...guestPart }),
  };
}

function defaultPhoto(user: StoredUser, context: BodyContext): string {
  return `${context.organization.settings.url}/avatars/${user.id}.png`;
}

/**
 * Returns the email addresses. Those stored by position never have a type; the full form lists at least two
 * (OBSERVED §2.1).
 */
function emailsOf(user: StoredUser): readonly JsonObject[] {
  const entries = byPlace('emails', user, '');
  const shown = user.hasCustomProfile ? entries : entries.slice(0, usedPlaces('emails', user));
  return [...shown, ...ofTypes('emails', user)];
}

/** Returns the entries that are stored by position, the primary one first. */
function byPlace(list: ValueList, { values }: StoredUser, blank: '' | null): readonly JsonObject[] {
  return LIST_SLOTS[list].ranked.map((name, place) => ({
    value: values[name] ?? blank,
    primary: place === 0,
  }));
}

/** Returns the number of positions up to the last one with a value; at least 1 for the primary entry. */
function usedPlaces(list: ValueList, { values }: StoredUser): number {
  return Math.max(1, LIST_SLOTS[list].ranked.findLastIndex((name) => values[name] !== undefined) + 1);
}

/** Returns the entries that are stored by their type. */
function ofTypes(list: ValueList, { values }: StoredUser): readonly JsonObject[] {
  return LIST_SLOTS[list].typed.flatMap(({ name, type }) => {
    const value = values[name];
    return value === undefined ? [] : [{ value, type, primary: false }];
  });
}

function customProfile(user: StoredUser): JsonObject {
  const { values } = user;
  return {
    addresses: [Object.fromEntries(ADDRESS_SUB_ATTRIBUTES.map((name) => [name, values[name] ?? null]))],
    phoneNumbers: [
      { value: values.mobilePhone ?? null, type: 'mobile' },
      { value: values.phone ?? null, primary: true },
      ...byPlace('phoneNumbers', user, null).slice(2),
      ...ofTypes('phoneNumbers', user),
    ],
    userType: null,
    roles: [...byPlace('roles', user, null), ...ofTypes('roles', user)],
    ...partOf(user, PLAIN_STRINGS, 'customProfile', null),
  };
}

/** Returns the attributes that belong to one part of a user, with a placeholder for empty values. */
function partOf(
  { values }: StoredUser,
  names: readonly StringAttributeName[],
  part: AttributePart,
  blank: Json,
): JsonObject {
  const own = names.filter((name) => USER_ATTRIBUTES[name].part === part);
  return Object.fromEntries(own.map((name) => [name, values[name] ?? blank]));
}

function enterpriseObject({ values }: StoredUser): JsonObject {
  return {
    ...Object.fromEntries(ENTERPRISE_STRINGS.map((name) => [name, values[name] ?? null])),
    manager: { managerId: values.manager ?? null },
  };
}

/** Returns the guest extension for a guest of either kind (assumption `single-channel-guest`). */
function guestObject({ values, isSingleChannelGuest }: StoredUser): JsonObject | undefined {
  if (isSingleChannelGuest === true) return { type: 'single', channels: [] };
  if (values.guest !== true) return undefined;
  const { guestExpiration } = values;
  return {
    type: GUEST_TYPE,
    ...defined({ expiration: guestExpiration }),
    channels: [],
  };
}

/**
 * Returns a group as a read shows it. The order of the keys depends on the version (SCIM §2.2; OBSERVED
 * §2.2).
 */
export function groupResource(group: StoredGroup, context: BodyContext): JsonObject {
  const { id, created, displayName } = group;
  const schemas = [schemaUri(context.dialect, 'group')];
  const meta = { created, location: locationOf(context, `/Groups/${id}`) };
  const members = group.members.map((value) => ({
    value,
    display: memberDisplay(value, context.organization),
  }));
  return context.dialect.version === '1.1'
    ? { schemas, id, displayName, members, meta }
    : { schemas, id, meta, displayName, members };
}

/** Returns the display name of a group member (SCIM §2.1). */
export function memberDisplay(userId: string, organization: Organization): string {
  const values = organization.user(userId)?.values;
  return values?.displayName ?? values?.userName ?? '';
}

/** Returns a list response (SCIM §2.3; v1: OBSERVED §2.3; assumption `items-per-page`). */
export function listBody(
  resources: readonly JsonObject[],
  page: { readonly totalResults: number; readonly startIndex: number },
  dialect: SchemaDialect,
): ListResponse & JsonObject {
  const itemsPerPage = resources.length;
  const { totalResults, startIndex } = page;
  return dialect.version === '1.1'
    ? { totalResults, itemsPerPage, startIndex, schemas: [schemaUri(dialect, 'user')], Resources: resources }
    : { schemas: [MESSAGE_URIS.listResponse], Resources: resources, totalResults, itemsPerPage, startIndex };
}

/**
 * Returns an error body: `Errors` on v1, that of SCIM §2.3 on v2 (assumption `v2-error-body`). On v1 a
 * context follows the code, as observed; on v2 the `detail` is the code alone (SCIM §7).
 */
export function errorBody(
  {
    code,
    context,
    status,
  }: { readonly code: string; readonly context: string | undefined; readonly status: number },
  { version }: Pick<SchemaDialect, 'version'>,
): JsonObject {
  if (version === '2.0') return { schemas: [MESSAGE_URIS.error], detail: code, status };
  return { Errors: { description: context === undefined ? code : `${code} (${context})`, code: status } };
}
