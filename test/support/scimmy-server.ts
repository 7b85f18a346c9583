import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import express from 'express';
import SCIMMY from 'scimmy';
import SCIMMYRouters from 'scimmy-routers';
import { onTestFinished } from 'vitest';

export const SCIMMY_TOKEN = 'a-token-of-scimmy';

interface Stored {
  readonly id: string;
  readonly meta: { readonly created: Date };
  readonly [attribute: string]: unknown;
}

/** Stored resources by ID. */
const users = new Map<string, Stored>();
const groups = new Map<string, Stored>();

const handlersOf = (kept: Map<string, Stored>, unique: string) => ({
  ingress: (resource: { id?: string }, data: object) => {
    const before = resource.id === undefined ? undefined : kept.get(resource.id);
    if (resource.id !== undefined && before === undefined) throw noSuch(resource.id);
    const id = resource.id ?? randomUUID();
    const values: Record<string, unknown> = JSON.parse(JSON.stringify(data));
    const taken = [...kept.values()].some((other) => other.id !== id && other[unique] === values[unique]);
    if (taken)
      throw new SCIMMY.Types.Error(409, 'uniqueness', `${unique} "${String(values[unique])}" is taken`);
    const stored: Stored = { ...values, id, meta: { created: before?.meta.created ?? new Date() } };
    kept.set(id, stored);
    return stored;
  },
  egress: (resource: { id?: string; filter?: { match(values: Stored[]): Stored[] } }) => {
    if (resource.id === undefined) {
      const all = [...kept.values()];
      return resource.filter === undefined ? all : resource.filter.match(all);
    }
    const stored = kept.get(resource.id);
    if (stored === undefined) throw noSuch(resource.id);
    return stored;
  },
  degress: (resource: { id?: string }) => {
    if (!kept.delete(resource.id ?? '')) throw noSuch(resource.id ?? '');
  },
});

function noSuch(id: string) {
  return new SCIMMY.Types.Error(404, '', `Resource ${id} not found`);
}

let isDeclared = false;
function declareResources(): void {
  if (isDeclared) return;
  isDeclared = true;
  SCIMMY.Resources.declare(SCIMMY.Resources.User, {
    extensions: [{ schema: SCIMMY.Schemas.EnterpriseUser, required: false }],
    ...handlersOf(users, 'userName'),
  });
  SCIMMY.Resources.declare(SCIMMY.Resources.Group, handlersOf(groups, 'displayName'));
}

/**
 * Serves SCIM 2.0 by a third-party library on a free port. It is empty at first, and is closed after the
 * test.
 */
export async function scimmyServer(): Promise<{ readonly origin: string }> {
  users.clear();
  groups.clear();
  declareResources();
  const app = express();
  app.use(
    '/scim/v2',
    new SCIMMYRouters({
      type: 'bearer',
      handler: (request) => {
        if (request.header('Authorization') === `Bearer ${SCIMMY_TOKEN}`) return 'somebody';
        throw new Error('the token is wrong');
      },
    }),
  );
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}` };
}
