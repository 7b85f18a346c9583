import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Quirks } from '../../src/sandbox/quirks/quirk-table.ts';
import { probedService } from '../support/probed-service.ts';

async function service(quirks: Quirks) {
  const world = await probedService({ quirks });
  /** Runs a command and returns its requests as method and path. */
  const sent = async (line: string) => {
    world.seen.length = 0;
    const ran = await world.orgctl(line);
    return { ...ran, sent: world.seen.map(({ method, url }) => `${method} ${shown(url)}`) };
  };
  return { ...world, sent };
}

function shown(url: string): string {
  const { pathname, searchParams } = new URL(url);
  const query = [...searchParams].map(([name, value]) => `${name}=${value}`).join('&');
  return `${pathname.replace('/scim', '')}${query === '' ? '' : `?${query}`}`;
}

const count = (stdout: string) => JSON.parse(stdout).length;
const LIST = '-p acme scim users list -o json';

describe('lists after a probe', () => {
  it('are read in pages of the largest size of the service', async () => {
    const { orgctl, sent } = await service({ largestPage: '5' });
    expect((await sent(LIST)).sent[1]).toBe('GET /v2/Users?startIndex=1&count=1000');
    await orgctl('probe acme');
    const ran = await sent(LIST);
    expect(count(ran.stdout)).toBe(12);
    expect(ran.sent[0]).toBe('GET /v2/Users?startIndex=1&count=5');
  });

  it('are read in smaller pages if the service refuses 1000', async () => {
    const { orgctl } = await service({ largestPage: '5', largerPage: 'refused' });
    expect((await orgctl(LIST)).exit).toBe(6);
    await orgctl('probe acme');
    const ran = await orgctl(LIST);
    expect({ exit: ran.exit, users: count(ran.stdout) }).toEqual({ exit: 0, users: 12 });
  });

  it.each<[string, Quirks]>([
    ['totals that count only the page', { totals: 'page' }],
    ['no totals', { totals: 'absent' }],
    ['totals that count only the page, and an error after the end', { totals: 'page', pastEnd: 'refused' }],
    ['no totals, and the first page again after the end', { totals: 'absent', pastEnd: 'first' }],
  ])('are read to the end with %s', async (_, quirks) => {
    const { orgctl } = await service({ ...quirks, largestPage: '5' });
    await orgctl('probe acme');
    const ran = await orgctl(LIST);
    expect(ran).toMatchObject({ exit: 0, stderr: '' });
    expect(count(ran.stdout)).toBe(12);
    expect(count((await orgctl('-p acme scim groups list -o json')).stdout)).toBe(5);
  });
});

describe('filters after a probe', () => {
  const FILTERED = `-p acme scim users list --filter 'username sw "cl"' -o json`;

  it('are sent to v2 if it applies them, and the result is filtered again', async () => {
    const { orgctl, sent } = await service({});
    expect((await sent(FILTERED)).sent.at(-1)).toBe('GET /v2/Users?startIndex=1&count=1000');
    await orgctl('probe acme');
    const ran = await sent(FILTERED);
    expect(ran.sent).toEqual(['GET /v2/Users?startIndex=1&count=1000&filter=username sw "cl"']);
    expect(JSON.parse(ran.stdout)).toMatchObject([{ userName: 'clara.voss' }]);
  });

  it('are not sent to v2 with an attribute or operator that did not work', async () => {
    const { orgctl, sent } = await service({ filterAttributes: 'documented', filterOperators: 'eq' });
    await orgctl('probe acme');
    for (const filter of ['username sw "cl"', 'id eq "W12L3NPDN"']) {
      const ran = await sent(`-p acme scim users list --filter '${filter}' -o json`);
      expect(ran.sent).toEqual(['GET /v2/Users?startIndex=1&count=1000']);
      expect(JSON.parse(ran.stdout)).toMatchObject([{ userName: 'clara.voss' }]);
    }
  });

  it('are applied by the program if the service ignores them since the probe', async () => {
    const { orgctl, sandbox } = await service({});
    await orgctl('probe acme');
    await sandbox.setUp((organization) =>
      organization.change({ settings: { ...organization.settings, quirks: { filterV2: 'ignored' } } }),
    );
    expect(JSON.parse((await orgctl(FILTERED)).stdout)).toMatchObject([{ userName: 'clara.voss' }]);
  });

  it.each<[string, Quirks, string]>([
    [
      'v1 refuses filters',
      { filterV1: 'refused' },
      'GET /v2/Users?startIndex=1&count=1000&filter=username eq "clara.voss"',
    ],
    [
      'there is no v1',
      { versions: '2.0' },
      'GET /v2/Users?startIndex=1&count=1000&filter=username eq "clara.voss"',
    ],
    [
      'there is no v2',
      { versions: '1.1' },
      'GET /v1/Users?startIndex=1&count=1000&filter=username eq "clara.voss"',
    ],
    [
      'neither version supports filters',
      { filterV1: 'refused', filterV2: 'refused' },
      'GET /v2/Users?startIndex=1&count=1000',
    ],
    [
      'there is no v1, and v2 finds nothing',
      { versions: '2.0', filterV2: 'nothing' },
      'GET /v2/Users?startIndex=1&count=1000',
    ],
  ])('are sent for a user look-up where they work: %s', async (_, quirks, first) => {
    const { orgctl, sent } = await service(quirks);
    await orgctl('probe acme');
    const ran = await sent('-p acme scim users get clara.voss --query userName');
    expect(ran).toMatchObject({ exit: 0, stdout: '"clara.voss"\n' });
    expect(ran.sent[0]).toBe(first);
  });

  it('are not sent for a group look-up if groups cannot be filtered', async () => {
    const { orgctl, sent } = await service({ filterGroups: 'refused' });
    expect((await orgctl('-p acme scim groups get "Support desk"')).exit).toBe(6);
    await orgctl('probe acme');
    const ran = await sent('-p acme scim groups get "Support desk" --query displayName');
    expect(ran).toMatchObject({ exit: 0, stdout: '"Support desk"\n' });
    expect(ran.sent[0]).toBe('GET /v2/Groups?startIndex=1&count=1000');
  });
});

describe('known limitations after a probe', () => {
  it('an extension that the service lacks is refused before a request', async () => {
    const { orgctl, sent } = await service({ extensions: 'enterprise' });
    await orgctl('probe acme');
    const ran = await sent('-p acme scim users convert tomas.rey --to guest --yes');
    expect(ran).toMatchObject({
      exit: 6,
      stderr: expect.stringContaining(
        'the service announces no guest extension (probed on 2026-11-22); nothing was sent',
      ),
    });
    expect(ran.sent.filter((line) => !line.startsWith('GET'))).toEqual([]);
  });

  it('deviations from the specification are reported once, by the probe', async () => {
    const { orgctl } = await service({ largestPage: '5', totals: 'page' });
    const ran = await orgctl('probe acme -q');
    expect(ran.stderr).toBe(
      [
        'warning: SCIM §4.1 documents 1000 for largest-page; this service: 5. From now on lists are read in pages of 5',
        'warning: SCIM §2.3 documents all matches for totals; this service: the page. From now on lists are read until a page is empty',
        'warning: SCIM §8 documents 10 for default-page; this service: 5',
        '',
      ].join('\n'),
    );
    expect((await orgctl(LIST)).stderr).toBe('');
  });
});

describe('stored probe results', () => {
  it('apply to their URL only and follow profile copy, rename and remove', async () => {
    const { orgctl, sent } = await service({ largestPage: '5' });
    await orgctl('probe acme');
    const first = async (profile: string) => (await sent(`-p ${profile} scim users list -o json`)).sent.at(0);
    await orgctl('profile copy acme twin');
    expect(await first('twin')).toBe('GET /v2/Users?startIndex=1&count=5');
    await orgctl('profile rename twin other');
    expect(await first('other')).toBe('GET /v2/Users?startIndex=1&count=5');
    await orgctl('profile remove other --yes');
    expect((await orgctl('probe other --diff')).exit).toBe(2);
  });

  it('are refused with a hint if the file is damaged', async () => {
    const { orgctl, path } = await service({});
    await orgctl('probe acme');
    const file = path('config/capabilities/acme.json');
    writeFileSync(file, '{');
    expect(await orgctl(LIST)).toEqual({
      exit: 12,
      stdout: '',
      stderr: `${JSON.stringify({
        code: 'storage',
        exit: 12,
        message: `the capability profile ${file} is damaged: it is not JSON`,
        hint: 'create it again: orgctl probe acme',
      })}\n`,
    });
    expect((await orgctl('probe acme')).exit).toBe(0);
    expect((await orgctl(LIST)).exit).toBe(0);
  });
});

describe('orgctl probe --diff', () => {
  it('exits with 8 and lists changed answers until they are stored', async () => {
    const { orgctl, sandbox } = await service({});
    await orgctl('probe acme');
    await sandbox.setUp((organization) =>
      organization.change({
        settings: { ...organization.settings, quirks: { totals: 'page', filterV2: 'refused' } },
      }),
    );
    const diff = await orgctl('probe acme --diff -o csv --columns id,before,now,section');
    expect(diff).toEqual({
      exit: 8,
      stdout:
        'id,before,now,section\ntotals,all matches,the page,SCIM §2.3\nlist-drift,yes,unclear,SCIM §4.1\nfilter-v2,applied,400 invalid_query,SCIM §4.5\n',
      stderr: '3 answers changed since 2026-11-22T08:00:00Z; store the new ones with: orgctl probe acme\n',
    });
    expect((await orgctl('probe acme --diff')).exit).toBe(8);
    await orgctl('probe acme');
    expect((await orgctl('probe acme --diff')).exit).toBe(0);
  });
});
