import { listen } from '../../src/sandbox/listen.ts';
import type { Organization } from '../../src/sandbox/organization.ts';
import type { OrganizationChange } from '../../src/sandbox/organization-data.ts';
import { openSandbox } from '../../src/sandbox/sandbox.ts';

/**
 * A service that counts the writes that it applied, regardless of the responses. It can also pause within a
 * write while the program is killed, which no fault of the sandbox can do.
 */
export interface AuditedService {
  readonly origin: string;
  readonly organization: Organization;
  /** How often each write was applied, by method and created or changed resource. */
  readonly applied: Map<string, number>;
  /** Starts again with a different organization and these applied writes. */
  become(changes: readonly OrganizationChange[], applied?: ReadonlyMap<string, number>): Promise<void>;
  /** Called before and after each write is applied; may delay it. */
  onWrite: (when: 'before' | 'after', write: string) => Promise<void>;
  close(): Promise<void>;
}

export async function auditedService(initial: readonly OrganizationChange[]): Promise<AuditedService> {
  let sandbox = await openSandbox({ initial, now: Date.now });
  const server = await listen(
    {
      ...sandbox,
      answer: async (request) => {
        if (request.method === 'GET') return sandbox.answer(request);
        const name = writeOf(request.method, request.url, request.body);
        await service.onWrite('before', name);
        const answer = await sandbox.answer(request);
        if (answer.status < 300) service.applied.set(name, (service.applied.get(name) ?? 0) + 1);
        await service.onWrite('after', name);
        return answer;
      },
    },
    0,
    Date.now,
  );
  const service: AuditedService = {
    origin: server.origin,
    get organization() {
      return sandbox.organization;
    },
    applied: new Map(),
    onWrite: async () => {},
    async become(changes, applied = new Map()) {
      sandbox.close();
      sandbox = await openSandbox({ initial: changes, now: Date.now });
      service.applied.clear();
      for (const [name, times] of applied) service.applied.set(name, times);
    },
    async close() {
      await server.close();
      sandbox.close();
    },
  };
  return service;
}

/** Identifies a write: by name for a create, else by the end of its path. */
function writeOf(method: string, url: string, body: string | undefined): string {
  if (method !== 'POST') return `${method} ${new URL(url).pathname.split('/').slice(-2).join('/')}`;
  const made: { readonly userName?: string; readonly displayName?: string } = JSON.parse(body ?? '{}');
  return `POST ${made.userName ?? made.displayName}`;
}

/** The complete content of an organization, to initialize another one. */
export function contentsOf(organization: Organization): readonly OrganizationChange[] {
  return [
    { settings: organization.settings },
    ...[...organization.users()].map((user) => ({ user })),
    ...[...organization.groups()].map((group) => ({ group })),
  ];
}

/** The compared content of an organization, one line for each user and group. */
export function linesOf(organization: Organization): readonly string[] {
  const nameOf = (id: string) => organization.user(id)?.values.userName ?? id;
  return [
    ...[...organization.users()].map(
      ({ values }) =>
        `user ${values.userName} active=${values.active} title=${values.title} department=${values.department}`,
    ),
    ...[...organization.groups()].map(
      ({ displayName, members }) => `group ${displayName} ${members.map(nameOf).sort().join(',')}`,
    ),
  ];
}

/** Reports missing and unexpected lines. */
export function differences(
  wanted: readonly string[],
  found: readonly string[],
  when: string,
): readonly string[] {
  const [one, other] = [new Set(wanted), new Set(found)];
  return [
    ...wanted.filter((line) => !other.has(line)).map((line) => `${when}: missing ${line}`),
    ...found.filter((line) => !one.has(line)).map((line) => `${when}: unexpected ${line}`),
    ...(found.length === other.size ? [] : [`${when}: something is there twice`]),
  ];
}
