import type { RecordedExchange, Recording } from '../../recording/recording.ts';
import { customProfileNames } from '../../rules/custom-profile.ts';
import { isJsonObject, objectsIn } from '../../rules/json-value.ts';
import type { SchemaDialect } from '../../rules/schema-uris.ts';
import { demoOrganization } from '../../sandbox/demo-organization.ts';
import { DEMO_TOKENS, SANDBOX_TOKENS } from '../../sandbox/demo-tokens.ts';
import { pacificTime } from '../../sandbox/identifiers.ts';
import type { OrganizationChange, StoredGroup, StoredUser } from '../../sandbox/organization-data.ts';
import { readUser } from '../../scim/user.ts';
import { DEFAULT_VENDOR } from '../../spec/default-vendor.ts';
import type { JsonObject, ScimVersion } from '../../spec/protocol-types.ts';

/**
 * Returns the organization of a recording: the users and groups in its responses, as they were before the
 * recorded command changed them. Members that appear nowhere else become users with only a name.
 */
export function* recordedOrganization(recording: Recording): Generator<OrganizationChange> {
  const vendor = recording.profile?.vendor ?? DEFAULT_VENDOR;
  const seen = new SeenResources(vendor, pacificTime(recording.header.started));
  for (const { exchange, body } of answersIn(recording))
    for (const resource of resourcesIn(body)) seen.add(resource, exchange);
  const { users, groups } = seen;
  yield settingsOf(vendor);
  for (const user of users.values()) yield { user: withoutManager(user, users) };
  for (const group of groups.values()) yield { group };
}

/** The users and groups in responses, in the state of their first appearance. */
class SeenResources {
  readonly users = new Map<string, StoredUser>();
  readonly groups = new Map<string, StoredGroup>();
  /** IDs of resources that the recorded command created, and that did not exist before. */
  private readonly made = new Set<string>();
  private readonly vendor: string;
  private readonly created: string;

  constructor(vendor: string, created: string) {
    this.vendor = vendor;
    this.created = created;
  }

  add(resource: JsonObject, exchange: RecordedExchange): void {
    const { id } = resource;
    if (typeof id !== 'string') return;
    if (exchange.request.method === 'POST') this.made.add(id);
    if (this.made.has(id) || this.groups.has(id)) return;
    if (typeof resource['userName'] === 'string') this.addUser(id, resource, exchange);
    else if (typeof resource['displayName'] === 'string')
      this.groups.set(id, groupOf(id, resource, this.created, this.users));
  }

  /** Adds a user, replacing a member with a known name only. */
  private addUser(id: string, resource: JsonObject, exchange: RecordedExchange): void {
    const known = this.users.get(id);
    if (known !== undefined && known.values.email !== undefined) return;
    this.users.set(id, userOf(resource, { version: versionOf(exchange), vendor: this.vendor }, this.created));
  }
}

function* answersIn({ exchanges }: Recording): Generator<{ exchange: RecordedExchange; body: JsonObject }> {
  for (const exchange of exchanges) {
    const { response } = exchange;
    const isScim = /\/scim\/v\d\/(?:Users|Groups)/.test(exchange.request.url);
    if (response === undefined || response.status >= 300 || !isScim) continue;
    const body = parsed(response.body);
    if (body !== undefined) yield { exchange, body };
  }
}

/** Parses the body of a response; undefined unless it is an object. */
export function parsed(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function resourcesIn(body: JsonObject): readonly JsonObject[] {
  return 'Resources' in body ? objectsIn(body['Resources']) : [body];
}

function versionOf({ request }: RecordedExchange): ScimVersion {
  return request.url.includes('/scim/v1') ? '1.1' : '2.0';
}

function userOf(resource: JsonObject, dialect: SchemaDialect, otherwise: string): StoredUser {
  const { id, values, created = otherwise } = readUser(resource, dialect);
  const { guest, userName = id.toLowerCase(), ...rest } = values;
  return {
    id,
    created,
    rank: 'member',
    values: { ...rest, userName, ...(guest === true ? { guest } : {}) },
    hasCustomProfile: customProfileNames(values).length > 0,
  };
}

function groupOf(
  id: string,
  resource: JsonObject,
  created: string,
  users: Map<string, StoredUser>,
): StoredGroup {
  const members = objectsIn(resource['members']).flatMap(({ value, display }) => {
    if (typeof value !== 'string') return [];
    if (!users.has(value)) users.set(value, userWithNameOnly(value, display, created));
    return [value];
  });
  return { id, created, displayName: String(resource['displayName']), members };
}

function userWithNameOnly(id: string, display: unknown, created: string): StoredUser {
  const userName = id.toLowerCase();
  return {
    id,
    created,
    rank: 'member',
    values: {
      userName,
      active: true,
      ...(typeof display === 'string' && display !== '' ? { displayName: display } : {}),
    },
    hasCustomProfile: false,
  };
}

/** Removes the manager of a user if the manager was not recorded. */
function withoutManager(user: StoredUser, users: ReadonlyMap<string, StoredUser>): StoredUser {
  const { manager, ...values } = user.values;
  return manager === undefined || users.has(manager) ? user : { ...user, values };
}

/** The settings of the demo organization, with the built-in tokens, which belong to no particular user. */
function settingsOf(vendor: string): OrganizationChange {
  for (const change of demoOrganization()) {
    if (!('settings' in change)) continue;
    const words: readonly string[] = Object.values(SANDBOX_TOKENS);
    const tokens = DEMO_TOKENS.filter(({ token }) => words.includes(token)).map(
      ({ userId: _, appId: __, teams: ___, isBot: ____, ...token }) => ({
        ...token,
        installedOn: 'organization' as const,
      }),
    );
    return { settings: { ...change.settings, name: 'Recorded', vendor, channels: [], tokens } };
  }
  throw new TypeError('an organization starts with its settings');
}
