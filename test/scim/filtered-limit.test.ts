import { expect, it } from 'vitest';
import { createScimClient } from '../../src/scim/scim-client.ts';
import { listUsers } from '../../src/scim/users.ts';

/** Twelve users in pages of three; every second user is a lead. */
const USERS = Array.from({ length: 12 }, (_, index) => ({
  id: `W${index}`,
  userName: `user${index}`,
  title: index % 2 === 0 ? 'Lead' : 'Agent',
  active: true,
}));

function client() {
  return createScimClient(
    async ({ url }) => {
      const start = Number(new URL(url).searchParams.get('startIndex') ?? 1);
      const Resources = USERS.slice(start - 1, start + 2);
      return { status: 200, headers: {}, body: Buffer.from(JSON.stringify({ totalResults: 12, Resources })) };
    },
    'https://scim.example',
    { version: '2.0', vendor: 'service' },
  );
}

const leads = (limit: number) =>
  listUsers(client(), {
    filter: { kind: 'compare', attribute: 'title', operator: 'eq', value: 'Lead' },
    limit,
  });

it.each([1, 2, 3, 4, 5, 6, 7])(
  'applies a client-side filter and a limit of %i across pages',
  async (limit) => {
    const wanted = ['W0', 'W2', 'W4', 'W6', 'W8', 'W10'].slice(0, limit);
    const items: string[] = [];
    for await (const { id } of leads(limit).items) items.push(id);
    expect(items).toEqual(wanted);
    const paged: string[] = [];
    for await (const page of leads(limit).pages) for (const { id } of page.items()) paged.push(id);
    expect(paged).toEqual(wanted);
  },
);
