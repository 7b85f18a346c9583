import { demoOrganization } from '../../src/sandbox/demo-organization.ts';
import { type ListeningSandbox, listen } from '../../src/sandbox/listen.ts';
import type { OrganizationChange } from '../../src/sandbox/organization-data.ts';
import { openSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import { atEndOfTest } from './end-of-test.ts';

export interface ListeningOptions {
  /** An additional token, valid like that of an owner. */
  readonly token?: string;
  readonly initial?: Iterable<OrganizationChange>;
  readonly latency?: number;
}

/** Serves a sandbox in memory on a free port until the end of the test. */
export async function listeningSandbox(
  options: ListeningOptions = {},
): Promise<ListeningSandbox & { sandbox: Sandbox }> {
  const initial = [...(options.initial ?? demoOrganization())].map((change) =>
    withToken(change, options.token),
  );
  const latency = options.latency === undefined ? {} : { latency: options.latency };
  const sandbox = await openSandbox({ initial, now: Date.now, ...latency });
  const server = await listen(sandbox, 0, Date.now);
  atEndOfTest(() => server.close());
  return { ...server, sandbox };
}

function withToken(change: OrganizationChange, token: string | undefined): OrganizationChange {
  if (!('settings' in change) || token === undefined) return change;
  const own = { token, rank: 'primaryOwner', scopes: ['admin'], installedOn: 'organization' } as const;
  return { settings: { ...change.settings, tokens: [...change.settings.tokens, own] } };
}
