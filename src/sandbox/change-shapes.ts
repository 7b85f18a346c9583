import {
  flag,
  instant,
  listOf,
  number,
  objectWith,
  oneOf,
  optional,
  type ReadValue,
  readAs,
  type Shape,
  shapeByName,
  tableOf,
  text,
  texts,
} from '../json/shapes.ts';
import { isJsonObject } from '../rules/json-value.ts';
import { userValues } from '../rules/user-value-shapes.ts';
import { SCIM_ERROR_CODES } from '../spec/error-codes.ts';
import { DOCUMENTED_RATES, type DocumentedRate } from '../spec/limits.ts';
import { SCIM_ENDPOINTS } from '../spec/scim-endpoints.ts';
import type { UserValues } from '../spec/user-attributes.ts';
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
import { record, recordKey } from './record-shapes.ts';

const onlyTrue = optional(oneOf([true]));

const identity = objectWith<Pick<Required<UserValues>, 'userName' | 'active'>>({
  userName: text,
  active: flag,
});

/** Values of a stored user: text or booleans. userName and active are required. */
const values: Shape = (value) => identity(value) ?? userValues(value);

const token = objectWith<SandboxToken>({
  token: text,
  rank: oneOf(RANKS),
  scopes: texts,
  installedOn: oneOf(['organization', 'workspace']),
  userId: optional(text),
  appId: optional(text),
  isBot: onlyTrue,
  teams: optional(texts),
  isWorkspaceAdmin: onlyTrue,
  end: optional(oneOf(['expired', 'revoked'])),
});

const settings = objectWith<OrganizationSettings>({
  name: text,
  url: text,
  vendor: text,
  plan: oneOf(PLANS),
  mayChangeOwnDisplayName: flag,
  hasIdentityManager: flag,
  channels: texts,
  otherProfileFields: optional(number),
  faults: optional(tableOf(Object.keys(SCIM_ENDPOINTS), oneOf(Object.keys(SCIM_ERROR_CODES)))),
  quirks: optional(tableOf(Object.keys(QUIRKS), text)),
  limits: optional(
    tableOf(Object.keys(DOCUMENTED_RATES), objectWith<DocumentedRate>({ perMinute: number, burst: number })),
  ),
  tokens: listOf(token),
  enterpriseId: optional(text),
  keysRevoked: onlyTrue,
  withoutSecondFactor: optional(texts),
});

const user = objectWith<StoredUser>({
  id: text,
  created: instant,
  values,
  rank: oneOf(RANKS),
  userNameFrom: optional(text),
  hasCustomProfile: flag,
  isBot: onlyTrue,
  ownsWorkspace: onlyTrue,
  isErased: onlyTrue,
  isSingleChannelGuest: onlyTrue,
});

const group = objectWith<StoredGroup>({
  id: text,
  created: instant,
  displayName: text,
  members: texts,
  channels: optional(texts),
  keepsMembers: onlyTrue,
  isAutomatic: onlyTrue,
});

type Names<Change> = Change extends unknown ? keyof Change : never;

/** Shapes of the changes in a state file, by the only key of the line. */
const CHANGE_SHAPES: Readonly<Record<Names<OrganizationChange>, Shape>> = {
  settings,
  user,
  group,
  membership: objectWith<MembershipChange>({ group: text, removed: texts, added: texts }),
  deletedGroup: text,
  record,
  deletedRecord: recordKey,
};
const SHAPE_BY_NAME: ReadonlyMap<string, Shape> = new Map(Object.entries(CHANGE_SHAPES));
const namedChange = shapeByName((name) => SHAPE_BY_NAME.get(name));

/** Shape of a line that contains exactly one change. */
const organizationChange: Shape = (value) =>
  isJsonObject(value) && Object.keys(value).length === 1
    ? namedChange(value)
    : { path: '', expected: 'an object with one change' };

/** Parses a change from a line of a state file. */
export function readOrganizationChange(value: unknown): ReadValue<OrganizationChange> {
  return readAs(value, organizationChange);
}
