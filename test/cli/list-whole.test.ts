import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/spec/wire.ts';
import { freshMachine } from '../support/run-orgctl.ts';
import { scriptedServer } from '../support/scripted-server.ts';

const env = { ORGCTL_TOKEN: 'canary-1234567890-token' };
const user = (number: number): JsonObject => ({
  id: `W${number}`,
  userName: `person.${number}`,
  active: true,
});

interface ListOptions {
  /** The list as it is when a page is asked for. */
  readonly at: (request: number) => readonly JsonObject[];
  readonly isIndented?: boolean;
}

async function listing({ at, isIndented = false }: ListOptions) {
  const server = await scriptedServer((request, response, count) => {
    const { searchParams } = new URL(request.url ?? '', 'http://x');
    const start = Number(searchParams.get('startIndex')) - 1;
    const list = at(count);
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
  const list = (flags: string) =>
    freshMachine().orgctl(`--scim-url ${server.origin} --scim-version 2.0 scim users list ${flags}`, { env });
  return { server, list };
}

const everybody = Array.from({ length: 2500 }, (_, index) => user(index));

describe('a list of several pages (SCIM §4.1)', () => {
  it.each([false, true])(
    'is printed whole as NDJSON and as an array, the service indenting: %s',
    async (isIndented) => {
      const { list, server } = await listing({ at: () => everybody, isIndented });
      const lines = await list('-o ndjson');
      expect(lines.stdout).toBe(everybody.map((one) => `${JSON.stringify(one)}\n`).join(''));
      const array = await list('-o json');
      expect(JSON.parse(array.stdout)).toEqual(everybody);
      expect(array.stdout.split('\n')).toHaveLength(2503);
      expect([lines.stderr, array.stderr]).toEqual(['', '']);
      expect(server.seen).toHaveLength(6);
    },
  );

  it('is cut at --limit in every format', async () => {
    const { list } = await listing({ at: () => everybody });
    expect((await list('-o ndjson --limit 1001')).stdout.split('\n')).toHaveLength(1002);
    expect(JSON.parse((await list('-o json --limit 3')).stdout)).toEqual(everybody.slice(0, 3));
    expect((await list('-o csv --limit 1001 --columns id')).stdout.split('\n')).toHaveLength(1003);
  });

  it('that is empty prints an empty array and nothing else', async () => {
    const { list } = await listing({ at: () => [] });
    expect(await list('-o json')).toEqual({ exit: 0, stdout: '[]\n', stderr: '' });
    expect(await list('-o ndjson')).toEqual({ exit: 0, stdout: '', stderr: '' });
  });

  it.each(['-o ndjson', '-o csv'])('says when it moved while it was read: %s', async (flags) => {
    const newcomer = user(9999);
    const shrinking = await listing({ at: (request) => (request === 1 ? everybody : everybody.slice(1)) });
    const shifted = await listing({
      at: (request) => (request === 1 ? everybody : [newcomer, ...everybody.slice(0, -1)]),
    });
    for (const { list } of [shrinking, shifted]) {
      const ran = await list(flags);
      expect(ran.exit).toBe(3);
      expect(ran.stderr).toContain('warning: the list of users changed while it was read');
    }
  });

  it('escapes what a terminal would obey, and keeps the value', async () => {
    const evil = [{ id: 'W1', userName: 'a\u009b31mb\u202ec', active: true }];
    const { list } = await listing({ at: () => evil });
    const { stdout } = await list('-o ndjson');
    expect(stdout).toContain('a\\u009b31mb\\u202ec');
    expect(JSON.parse(stdout)).toEqual(evil[0]);
  });

  it('that is no list, is refused', async () => {
    const server = await scriptedServer((_, response) => response.writeHead(200).end('<html>hello</html>'));
    const ran = await freshMachine().orgctl(
      `--scim-url ${server.origin} --scim-version 2.0 scim users list -o ndjson`,
      { env },
    );
    expect(ran).toMatchObject({ exit: 11, stdout: '' });
    expect(ran.stderr).toContain('/Users: the answer (200) is not a list: <html>hello</html>');
  });
});
