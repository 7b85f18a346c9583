import { Failure } from '../../failure/failure.ts';
import type { View } from '../../output/view.ts';
import type { ScimClient } from '../../scim/scim-client.ts';
import { streamResources } from '../../scim/stream-resources.ts';
import { type ScimVersion, TOKEN_KINDS } from '../../spec/protocol-types.ts';
import { defined } from '../../values/defined.ts';
import type { TokenOwner } from './token-owner.ts';

/** The result of a connection check. */
export interface CheckedConnection {
  readonly origin: string;
  readonly version: ScimVersion;
  /** Number of users that the token can see. */
  readonly users: number | undefined;
  readonly webApiBaseUrl?: string;
  /** The owner of the token of each kind, as reported by the Web API. */
  readonly tokens?: Readonly<Record<string, TokenOwner>>;
}

/**
 * Tests a connection without changing anything: first the configuration, which needs no token, then a list of
 * one user.
 * @throws Failure that names which of the two was refused, and why
 */
export async function checkConnection(scim: ScimClient, origin: string): Promise<CheckedConnection> {
  await checkProtocol(scim, origin);
  return { origin, version: scim.dialect.version, users: await countUsers(scim) };
}

/** Requests the configuration, which needs no token. @throws Failure if the answer is not SCIM */
export async function checkProtocol(scim: ScimClient, origin: string): Promise<void> {
  const { version } = scim.dialect;
  const path = version === '1.1' ? '/ServiceProviderConfigs' : '/ServiceProviderConfig';
  await scim.send({ method: 'GET', path }).catch((error: unknown) => {
    if (!(error instanceof Failure) || error.kind !== 'refused') throw error;
    throw new Failure('refused', `${origin} does not speak SCIM ${version}: ${error.message}`, {
      ...defined({ code: error.code }),
      hint: 'check --scim-url and --scim-version',
    });
  });
}

/** Returns the number of users that the token can see, if the service reports it. */
export async function countUsers(scim: ScimClient): Promise<number | undefined> {
  const list = streamResources(scim, { path: '/Users', limit: 1 });
  for await (const _ of list) break;
  return list.total();
}

export const CHECK_VIEW: View<Partial<CheckedConnection>> = {
  json: ({ origin, version, users, webApiBaseUrl, tokens }) => ({
    ...(origin === undefined || version === undefined
      ? {}
      : { scimBaseUrl: origin, scimVersion: version, users: users ?? null }),
    ...defined({ webApiBaseUrl }),
    ...(tokens === undefined
      ? {}
      : { tokens: Object.fromEntries(Object.entries(tokens).map(([kind, owner]) => [kind, jsonOf(owner)])) }),
  }),
  columns: [
    { name: 'scimBaseUrl', heading: 'SCIM base URL', importance: 1, value: ({ origin }) => origin },
    { name: 'scimVersion', heading: 'SCIM version', importance: 1, value: ({ version }) => version },
    { name: 'users', heading: 'Users', importance: 1, value: ({ users }) => users },
    {
      name: 'webApiBaseUrl',
      heading: 'Web API base URL',
      importance: 1,
      value: ({ webApiBaseUrl }) => webApiBaseUrl,
    },
    ...TOKEN_KINDS.map((kind) => ({
      name: `${kind}Token`,
      heading: `Token: ${kind}`,
      importance: 1,
      value: ({ tokens }: Partial<CheckedConnection>) => {
        const owner = tokens?.[kind];
        return owner === undefined
          ? undefined
          : `${owner.user} in ${owner.team}: ${owner.methods.join(', ') || 'no methods'}`;
      },
    })),
  ],
};

function jsonOf({ user, team, methods, lacking }: TokenOwner) {
  return {
    user,
    team,
    methods: [...methods],
    lacking: lacking.map(({ method, scopes }) => ({ method, scopes: [...scopes] })),
  };
}
