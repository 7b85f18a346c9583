import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/spec/protocol-types.ts';
import { faultyWorld } from '../support/faulty-world.ts';
import { account } from '../support/organization-world.ts';
import { freshMachine } from '../support/run-orgctl.ts';
import { scriptedServer } from '../support/scripted-server.ts';

const env = { ORGCTL_TOKEN: 'canary-1234567890-token' };
const user = (number: number): JsonObject => ({
  id: `W${number}`,
  userName: `person.${number}`,
  active: true,
});

interface ListOptions {
  readonly of: readonly JsonObject[];
  readonly isIndented?: boolean;
}

async function listing({ of: list, isIndented = false }: ListOptions) {
  const server = await scriptedServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://x');
    const start = Number(searchParams.get('startIndex')) - 1;
    const resources = list.slice(start, start + Number(searchParams.get('count')));
    const body = {
      totalResults: list.length,
      itemsPerPage: resources.length,
      startIndex: start + 1,
      Resources: resources,
    };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body, null, isIndented ? 2 : 0));
  });
  const print = (flags: string) =>
    freshMachine().orgctl(`--scim-url ${server.origin} --scim-version 2.0 scim users list ${flags}`, { env });
  return { server, list: print };
}

const everybody = Array.from({ length: 2500 }, (_, index) => user(index));

describe('a list of several pages (SCIM §4.1)', () => {
  it.each([false, true])(
    'is printed completely as NDJSON and as an array, indented by the service: %s',
    async (isIndented) => {
      const { list, server } = await listing({ of: everybody, isIndented });
      const lines = await list('-o ndjson');
      expect(lines.stdout).toBe(everybody.map((one) => `${JSON.stringify(one)}\n`).join(''));
      const array = await list('-o json');
      expect(JSON.parse(array.stdout)).toEqual(everybody);
      expect(array.stdout.split('\n')).toHaveLength(2503);
      expect([lines.stderr, array.stderr]).toEqual(['', '']);
      expect(server.seen).toHaveLength(6);
    },
  );

  it('is limited by --limit in every format', async () => {
    const { list } = await listing({ of: everybody });
    expect((await list('-o ndjson --limit 1001')).stdout.split('\n')).toHaveLength(1002);
    expect(JSON.parse((await list('-o json --limit 3')).stdout)).toEqual(everybody.slice(0, 3));
    expect((await list('-o csv --limit 1001 --columns id')).stdout.split('\n')).toHaveLength(1003);
  });

  it('prints an empty array, or nothing as NDJSON, if empty', async () => {
    const { list } = await listing({ of: [] });
    expect(await list('-o json')).toEqual({ exit: 0, stdout: '[]\n', stderr: '' });
    expect(await list('-o ndjson')).toEqual({ exit: 0, stdout: '', stderr: '' });
  });

  it.each(['-o ndjson', '-o csv'])('causes a warning if it changed while it was read: %s', async (flags) => {
    const people = Array.from({ length: 1500 }, (_, index) => account(`u${index}`));
    const second = { contains: 'startIndex=1001' };
    // In one case a user is created before the retry of the second page; in the other all users move down by
    // one.
    const joining = await faultyWorld(
      { version: '2.0', users: people },
      [{ ...second, do: 'throttle', retryAfter: '0' }],
      ({ sandbox: { organization } }) => organization.change({ user: account('late') }),
    );
    const moved = people.slice(999, 1499).map(({ id, values }) => ({ id, userName: values.userName ?? '' }));
    const sliding = await faultyWorld({ version: '2.0', users: people }, [
      { ...second, do: 'answer', body: { totalResults: 1500, startIndex: 1001, Resources: moved } },
    ]);
    for (const { orgctl } of [joining, sliding]) {
      const ran = await orgctl(`scim users list ${flags}`);
      expect(ran.exit).toBe(3);
      expect(ran.stderr).toContain('warning: the list of users changed while it was read');
    }
  });

  it('escapes control characters without changing the value', async () => {
    const evil = [{ id: 'W1', userName: 'a\u009b31mb\u202ec', active: true }];
    const { list } = await listing({ of: evil });
    const { stdout } = await list('-o ndjson');
    expect(stdout).toContain('a\\u009b31mb\\u202ec');
    expect(JSON.parse(stdout)).toEqual(evil[0]);
  });

  it('is refused if the response is not a list', async () => {
    const { orgctl } = await faultyWorld({ version: '2.0' }, [{ do: 'answer', body: '<html>hello</html>' }]);
    const ran = await orgctl('scim users list -o ndjson');
    expect(ran).toMatchObject({ exit: 11, stdout: '' });
    expect(ran.stderr).toContain('/Users: the answer (200) is not a list: <html>hello</html>');
  });
});
