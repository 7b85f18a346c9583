import { isJsonObject } from '../rules/json-value.ts';
import { SCIM_ERROR_CODES } from '../spec/error-codes.ts';
import { DOCUMENTED_RATES, type RateLimit } from '../spec/limits.ts';
import { SCIM_ENDPOINTS } from '../spec/scim-endpoints.ts';
import { USER_ATTRIBUTES } from '../spec/user-attributes.ts';
import {
  type MembershipChange,
  type OrganizationChange,
  type OrganizationSettings,
  PLANS,
  RANKS,
  type SandboxToken,
  type StoredGroup,
  type StoredUser,
} from './organization-data.ts';
import { QUIRKS } from './quirks/quirk-table.ts';
import { isRecordKey, record } from './record-shapes.ts';
import {
  flag,
  instant,
  listOf,
  maybe,
  number,
  oneOf,
  type Shape,
  tableOf,
  text,
  texts,
  thing,
} from './shapes.ts';

const onlyTrue = maybe(oneOf([true]));

const VALUE_SHAPES: ReadonlyMap<string, Shape> = new Map(
  Object.entries(USER_ATTRIBUTES).map(([name, { kind }]) => [name, kind === 'boolean' ? flag : text]),
);

/** Every value is text but those that are yes or no; a userName and whether the account is active are always there. */
const values: Shape = (value) =>
  isJsonObject(value) &&
  typeof value['userName'] === 'string' &&
  typeof value['active'] === 'boolean' &&
  Object.entries(value).every(([name, one]) => VALUE_SHAPES.get(name)?.(one) !== false);

const token = thing<SandboxToken>({
  token: text,
  rank: oneOf(RANKS),
  scopes: texts,
  installedOn: oneOf(['organisation', 'workspace']),
  userId: maybe(text),
  appId: maybe(text),
  isBot: onlyTrue,
  teams: maybe(texts),
  isWorkspaceAdmin: onlyTrue,
  end: maybe(oneOf(['expired', 'revoked'])),
});

const settings = thing<OrganizationSettings>({
  name: text,
  url: text,
  vendor: text,
  plan: oneOf(PLANS),
  mayChangeOwnDisplayName: flag,
  hasIdentityManager: flag,
  channels: texts,
  otherProfileFields: maybe(number),
  faults: maybe(tableOf(SCIM_ENDPOINTS, oneOf(Object.keys(SCIM_ERROR_CODES)))),
  quirks: maybe(tableOf(QUIRKS, text)),
  limits: maybe(tableOf(DOCUMENTED_RATES, thing<RateLimit>({ perMinute: number, burst: number }))),
  tokens: listOf(token),
  enterpriseId: maybe(text),
  keysRevoked: onlyTrue,
  withoutSecondFactor: maybe(texts),
});

const user = thing<StoredUser>({
  id: text,
  created: instant,
  values,
  rank: oneOf(RANKS),
  userNameFrom: maybe(text),
  hasCustomProfile: flag,
  isBot: onlyTrue,
  ownsWorkspace: onlyTrue,
  isErased: onlyTrue,
  isSingleChannelGuest: onlyTrue,
});

const group = thing<StoredGroup>({
  id: text,
  created: instant,
  displayName: text,
  members: texts,
  channels: maybe(texts),
  keepsMembers: onlyTrue,
  isAutomatic: onlyTrue,
});

type Names<Change> = Change extends unknown ? keyof Change : never;

/** What a line of a state file may hold, by its one name. */
const CHANGE_SHAPES: Readonly<Record<Names<OrganizationChange>, Shape>> = {
  settings,
  user,
  group,
  membership: thing<MembershipChange>({ group: text, removed: texts, added: texts }),
  deletedGroup: text,
  record,
  deletedRecord: isRecordKey,
};
const SHAPE_BY_NAME: ReadonlyMap<string, Shape> = new Map(Object.entries(CHANGE_SHAPES));

/** Whether a line that was read says one change in the way in which this program writes it. */
export function isOrganizationChange(value: unknown): value is OrganizationChange {
  if (!isJsonObject(value)) return false;
  const [[name, changed] = ['', undefined], ...others] = Object.entries(value);
  return others.length === 0 && SHAPE_BY_NAME.get(name)?.(changed) === true;
}
