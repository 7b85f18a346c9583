import type { Issue } from '../failure/issue.ts';
import { issueOf, valueProblems } from '../rules/check-values.ts';
import { isScimErrorCode } from '../rules/error-code.ts';
import { DOCUMENTED_RATES, type DocumentedRate, type DocumentedRates } from '../spec/limits.ts';
import type { JsonObject } from '../spec/protocol-types.ts';
import { SCIM_ENDPOINTS, type ScimEndpointName } from '../spec/scim-endpoints.ts';
import {
  type StringAttributeName,
  USER_ATTRIBUTE_NAMES,
  USER_ATTRIBUTES,
  type UserAttributeName,
  type UserValues,
} from '../spec/user-attributes.ts';
import { defined } from '../values/defined.ts';
import {
  type OrganizationSettings,
  PLANS,
  RANKS,
  type StoredGroup,
  type StoredUser,
} from './organization-data.ts';
import {
  isQuirkName,
  isQuirkValue,
  QUIRK_NAMES,
  type QuirkName,
  type Quirks,
  quirkValues,
} from './quirks/quirk-table.ts';
import { readSeedToken, type SeedToken } from './read-seed-token.ts';
import { pathOf, SeedReader } from './seed-reader.ts';

/** Content of a seed file: the organization to set up. */
export interface Seed {
  readonly settings: Partial<OrganizationSettings>;
  readonly users: readonly SeedUser[];
  readonly groups: readonly SeedGroup[];
  readonly tokens: readonly SeedToken[];
}

export interface SeedUser {
  readonly values: UserValues & { readonly userName: string };
  readonly traits: Partial<Omit<StoredUser, 'id' | 'created' | 'values' | 'hasCustomProfile'>>;
}

export interface SeedGroup {
  readonly displayName: string;
  /** IDs, userNames or emails. */
  readonly members: readonly string[];
  readonly traits: Partial<Omit<StoredGroup, 'id' | 'created' | 'displayName' | 'members'>>;
}

export const EMPTY_SEED: Seed = { settings: {}, users: [], groups: [], tokens: [] };

/** Parses a seed file and reports all problems, each with its path. */
export function readSeed(document: JsonObject, vendor: string): { seed: Seed; issues: readonly Issue[] } {
  const reader = new SeedReader();
  reader.checkNames(document, '', ['settings', 'users', 'groups', 'tokens']);
  const seed = {
    settings: readSettings(reader, reader.object(document, '', 'settings')),
    users: reader.list(document, 'users', (user, path) => readUser(reader, user, path, vendor)),
    groups: reader.list(document, 'groups', (group, path) => readGroup(reader, group, path)),
    tokens: reader.list(document, 'tokens', (token, path) => readSeedToken(reader, token, path)),
  };
  return { seed, issues: reader.issues };
}

function readSettings(reader: SeedReader, from: JsonObject): Partial<OrganizationSettings> {
  const at = 'settings';
  reader.checkNames(from, at, [
    'name',
    'url',
    'plan',
    'mayChangeOwnDisplayName',
    'hasIdentityManager',
    'channels',
    'otherProfileFields',
    'faults',
    'limits',
    'quirks',
    'enterpriseId',
    'keysRevoked',
  ]);
  return defined({
    name: reader.text(from, at, 'name'),
    url: readUrl(reader, from, at),
    plan: reader.choice(from, at, 'plan', PLANS),
    mayChangeOwnDisplayName: reader.flag(from, at, 'mayChangeOwnDisplayName'),
    hasIdentityManager: reader.flag(from, at, 'hasIdentityManager'),
    channels: reader.words(from, at, 'channels'),
    enterpriseId: reader.text(from, at, 'enterpriseId'),
    keysRevoked: reader.flag(from, at, 'keysRevoked') === true ? (true as const) : undefined,
    otherProfileFields: reader.count(from, at, 'otherProfileFields'),
    faults: 'faults' in from ? readFaults(reader, reader.object(from, at, 'faults')) : undefined,
    quirks: 'quirks' in from ? readQuirks(reader, reader.object(from, at, 'quirks')) : undefined,
    limits: 'limits' in from ? readLimits(reader, reader.object(from, at, 'limits')) : undefined,
  });
}

/** The host of the URL is that of the addresses of new users. */
function readUrl(reader: SeedReader, from: JsonObject, at: string): string | undefined {
  const text = reader.text(from, at, 'url');
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
  if (text === undefined || (url !== undefined && /^https?:$/.test(url.protocol))) return text;
  return reader.report(pathOf(at, 'url'), `is "${text}"`, 'a URL such as https://quay.example');
}

function readFaults(reader: SeedReader, from: JsonObject): NonNullable<OrganizationSettings['faults']> {
  const at = 'settings.faults';
  reader.checkNames(from, at, Object.keys(SCIM_ENDPOINTS));
  const faults: { [Name in ScimEndpointName]?: NonNullable<OrganizationSettings['faults']>[Name] } = {};
  for (const name of Object.keys(from).filter(isEndpoint)) {
    const code = reader.text(from, at, name);
    if (code === undefined) continue;
    if (isScimErrorCode(code)) faults[name] = code;
    else reader.report(pathOf(at, name), `is "${code}"`, 'a code that "orgctl explain" knows');
  }
  return faults;
}

/** Reads the deviations of a service from the documented behavior. */
export function readQuirks(reader: SeedReader, from: JsonObject, at = 'settings.quirks'): Quirks {
  reader.checkNames(from, at, QUIRK_NAMES);
  const quirks: { [Name in QuirkName]?: string } = {};
  for (const name of Object.keys(from).filter(isQuirkName)) {
    // A YAML boolean such as yes or no is also accepted as a word.
    const word = reader.text(from, at, name);
    if (word === undefined) continue;
    if (isQuirkValue(name, word)) quirks[name] = word;
    else reader.report(pathOf(at, name), `is "${word}"`, quirkValues(name));
  }
  return quirks;
}

/** Reads quotas by name (OBSERVED §8, §10). */
export function readLimits(reader: SeedReader, from: JsonObject, at = 'settings.limits'): DocumentedRates {
  reader.checkNames(from, at, Object.keys(DOCUMENTED_RATES));
  const limits: { -readonly [Name in keyof DocumentedRates]?: DocumentedRate } = {};
  for (const name of Object.keys(from).filter(isRate)) {
    const quota = reader.object(from, at, name);
    const path = pathOf(at, name);
    reader.checkNames(quota, path, ['perMinute', 'burst']);
    const perMinute = reader.count(quota, path, 'perMinute') ?? 0;
    const burst = reader.count(quota, path, 'burst') ?? perMinute;
    if (perMinute < 1 || burst < 1) reader.report(path, 'must be at least 1', '{perMinute: 180, burst: 20}');
    limits[name] = { perMinute, burst };
  }
  return limits;
}

function readUser(reader: SeedReader, from: JsonObject, path: string, vendor: string): SeedUser | undefined {
  reader.checkNames(from, path, [...USER_ATTRIBUTE_NAMES, 'rank', ...USER_FLAGS]);
  const values: UserValues = {};
  for (const name of USER_ATTRIBUTE_NAMES) {
    const value = isBoolean(name) ? undefined : reader.text(from, path, name);
    if (isString(name) && value !== undefined) values[name] = value;
    const flag = isBoolean(name) ? reader.flag(from, path, name) : undefined;
    if (isBoolean(name) && flag !== undefined) values[name] = flag;
  }
  for (const problem of valueProblems(values, vendor)) {
    const issue = issueOf(problem, values);
    reader.issues.push({ ...issue, path: pathOf(path, problem.name) });
  }
  const { userName } = values;
  if (userName === undefined) return reader.report(pathOf(path, 'userName'), 'is missing', 'a userName');
  const flags = flagsOf(reader, from, path, USER_FLAGS);
  const traits = { ...defined({ rank: reader.choice(from, path, 'rank', RANKS) }), ...flags };
  return { values: { ...values, userName }, traits };
}

/** Special properties of an account (SCIM §3, §7). */
const USER_FLAGS = ['isBot', 'ownsWorkspace', 'isErased', 'isSingleChannelGuest'] as const;
const GROUP_FLAGS = ['keepsMembers', 'isAutomatic'] as const;

function readGroup(reader: SeedReader, from: JsonObject, path: string): SeedGroup | undefined {
  reader.checkNames(from, path, ['displayName', 'members', 'channels', ...GROUP_FLAGS]);
  const displayName = reader.text(from, path, 'displayName');
  if (displayName === undefined) return reader.report(pathOf(path, 'displayName'), 'is missing', 'a name');
  const flags = flagsOf(reader, from, path, GROUP_FLAGS);
  return {
    displayName,
    members: reader.words(from, path, 'members') ?? [],
    traits: { ...defined({ channels: reader.words(from, path, 'channels') }), ...flags },
  };
}

/** Returns the flags of a user or group that are true. */
function flagsOf<Name extends string>(
  reader: SeedReader,
  from: JsonObject,
  path: string,
  names: readonly Name[],
): { readonly [Flag in Name]?: true } {
  const flags: { [Flag in Name]?: true } = {};
  for (const name of names) if (reader.flag(from, path, name) === true) flags[name] = true;
  return flags;
}

function isBoolean(name: UserAttributeName): name is 'active' | 'guest' {
  return USER_ATTRIBUTES[name].kind === 'boolean';
}

function isString(name: UserAttributeName): name is StringAttributeName {
  return !isBoolean(name);
}

function isEndpoint(name: string): name is ScimEndpointName {
  return Object.hasOwn(SCIM_ENDPOINTS, name);
}

function isRate(name: string): name is keyof DocumentedRates {
  return Object.hasOwn(DOCUMENTED_RATES, name);
}
