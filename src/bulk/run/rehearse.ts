import { authorizeLayer } from '../../http/authorize.ts';
import { serializeWrites } from '../../http/serialize-writes.ts';
import { withLayers } from '../../http/transport.ts';
import { customProfileNames } from '../../rules/custom-profile.ts';
import type { SchemaDialect } from '../../rules/schema-uris.ts';
import { demoOrganization } from '../../sandbox/demo-organization.ts';
import { SANDBOX_TOKEN } from '../../sandbox/demo-tokens.ts';
import type { OrganizationChange, StoredUser } from '../../sandbox/organization-data.ts';
import { openSandbox } from '../../sandbox/sandbox.ts';
import { createScimClient } from '../../scim/scim-client.ts';
import type { UserAttributeName, UserValues } from '../../spec/user-attributes.ts';
import type { Change } from '../plan/change.ts';
import type { GroupSnapshot } from '../plan/group-snapshot.ts';
import type { Snapshot, SnapshotUser } from '../plan/snapshot.ts';
import type { ApplyResult } from './apply-options.ts';
import { applyPlan } from './apply-plan.ts';
import { replay } from './replay.ts';

export interface Rehearsal {
  readonly changes: readonly Change[];
  /** State of the organization before the changes. */
  readonly snapshot: Snapshot;
  readonly groups: GroupSnapshot;
  readonly dialect: SchemaDialect;
  /** Returns the withheld values of a creation (password, embedded photo), which no plan contains. */
  readonly readSecrets: (line: number, names: readonly UserAttributeName[]) => UserValues;
  readonly now: () => number;
  readonly stop: AbortSignal;
  readonly onOutcome: () => void;
}

/** Creation time of all users and groups; its value does not matter. */
const CREATED = '2024-01-01T00:00:00-08:00';

const ORIGIN = 'http://rehearsal.localhost';

/**
 * Applies changes in a sandbox that starts in the state of the organization, to find out what the service
 * would refuse. Not covered is what a snapshot does not contain: ranks, bots, erased accounts, channels.
 */
export async function rehearse(rehearsal: Rehearsal): Promise<ApplyResult> {
  const { changes, dialect, now } = rehearsal;
  const sandbox = await openSandbox({ initial: organizationOf(rehearsal), now });
  const token = authorizeLayer({ token: async () => SANDBOX_TOKEN, origins: [ORIGIN], allowHttp: false });
  const transport = withLayers(sandbox.handle, [serializeWrites(), token]);
  try {
    return await applyPlan({
      changes,
      replayed: replay([], changes),
      journal: { write: async () => {}, close: () => {} },
      context: {
        scim: createScimClient(transport, ORIGIN, dialect),
        serverNow: now,
        sleep: async () => {},
        readSecrets: rehearsal.readSecrets,
      },
      // Sequential and in plan order, because the order decides who gets a name.
      concurrency: 1,
      stop: rehearsal.stop,
      onOutcome: rehearsal.onOutcome,
    });
  } finally {
    sandbox.close();
  }
}

/** Yields the settings and token of the sandbox, and the users and groups of the snapshot. */
function* organizationOf({ snapshot, groups, dialect }: Rehearsal): Generator<OrganizationChange> {
  for (const change of demoOrganization()) {
    if ('settings' in change)
      yield { settings: { ...change.settings, vendor: dialect.vendor, channels: [] } };
  }
  for (const user of snapshot.users.values()) yield { user: storedUser(user) };
  for (const { id, displayName, members } of groups.groups.values())
    yield { group: { id, displayName, created: CREATED, members: [...members] } };
}

function storedUser({ id, values }: SnapshotUser): StoredUser {
  return {
    id,
    created: CREATED,
    values: { ...values, userName: values.userName ?? id.toLowerCase() },
    rank: 'member',
    hasCustomProfile: customProfileNames(values).length > 0,
    // The API shows nothing that identifies a single-channel guest (OBSERVED §2.1).
    ...(values.guest === undefined ? { isSingleChannelGuest: true } : {}),
  };
}
