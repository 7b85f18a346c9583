import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { HttpResponse, Transport } from '../../src/http/transport.ts';
import { WRITE_QUESTIONS } from '../../src/probe/write-questions.ts';
import type { Quirks } from '../../src/sandbox/quirks/quirk-table.ts';
import { PROBE_PHOTO } from '../../src/spec/probe-words.ts';
import { NOW, probedService } from '../support/probed-service.ts';
import { expectToMatchSchema } from '../support/published-schemas.ts';

const WRITE = 'probe acme --write --user clara.voss --group IT';
const isWrite = (method: string) => !['GET', 'OPTIONS'].includes(method);

async function service(quirks: Quirks = {}) {
  const world = await probedService({ quirks });
  const lines = async (line: string) => (await world.orgctl(`-p acme ${line}`)).stdout.split('\n').sort();
  const state = async () => [await lines('scim users export'), await lines('scim groups export')];
  const scimWrites = () => world.seen.filter(({ method, url }) => url.includes('/scim/') && isWrite(method));
  return { ...world, state, scimWrites };
}

describe('orgctl probe --write', () => {
  it('answers every write question, restores all values and names its run', async () => {
    const { orgctl, path, state } = await service();
    const before = await state();
    const ran = await orgctl(`${WRITE} --yes -o json`);
    expect(ran.exit).toBe(0);
    expect(ran.stderr).toMatch(/^everything was restored; the changes are recorded in run [-a-z0-9]+$/m);
    const document = JSON.parse(ran.stdout);
    expectToMatchSchema('capabilities', document);
    const written = document.answers.slice(-WRITE_QUESTIONS.length);
    expect(written.map(({ id, state: one, differs }: Answer) => [id, one, differs])).toEqual(
      WRITE_QUESTIONS.map(({ id }) => [id, 'answered', false]),
    );
    expect(existsSync(path('config/capabilities/acme.json'))).toBe(true);
    expect(await state()).toEqual(before);
    const runs = JSON.parse((await orgctl('runs list -o json')).stdout);
    expect(runs).toMatchObject([{ state: 'finished', failed: 0, left: 0, inDoubt: 0 }]);
    expect(runs).toHaveLength(1);
  });

  it('keeps its answers when a probe without --write follows', async () => {
    const { orgctl, seen } = await service({ clearBySpace: 'ignored' });
    await orgctl(`${WRITE} --yes`);
    await orgctl('probe acme');
    seen.length = 0;
    await orgctl('-p acme scim users patch clara.voss --clear title');
    expect(seen.at(-1)?.body).toContain('"path":"title","value":""');
    expect((await orgctl('probe diff acme')).exit).toBe(0);
  });

  it('sends nothing if a flag is invalid', async () => {
    const { orgctl, seen } = await service();
    const ran = await orgctl(`${WRITE} --yes -o json --columns id`);
    expect([ran.exit, ran.stdout, seen.length]).toEqual([2, '', 0]);
  });

  it('finds the group by name if the service refuses group filters', async () => {
    const { orgctl } = await service({ filterGroups: 'refused' });
    expect((await orgctl(`${WRITE} --yes`)).exit).toBe(0);
  });

  it('sends no write without --write', async () => {
    const { orgctl, scimWrites } = await service();
    await orgctl('probe acme');
    expect(scimWrites()).toEqual([]);
  });

  it('prints no value of the changed user', async () => {
    const { orgctl } = await service();
    const ran = await orgctl(`${WRITE} --yes -o json`);
    for (const word of ['clara', 'Voss', 'Designer', 'W12L3NPDN', 'harbour-finch'])
      expect(ran.stdout.includes(word)).toBe(false);
  });
});

interface Answer {
  readonly id: string;
  readonly state: string;
  readonly differs: boolean;
}

describe('probe --write changes no user who', () => {
  it.each<[string, string, RegExp, number]>([
    ['is not given with --user', 'probe acme --write --yes', /--write needs --user/, 2],
    ['is given without --write', 'probe acme --user clara.voss', /--user and --group need --write/, 2],
    ['is only a member of the given group', 'probe acme --write --group IT --yes', /--write needs --user/, 2],
    ['is given together with --diff', `${WRITE} --diff --yes`, /contradict each other/, 2],
    ['is not confirmed without a terminal', WRITE, /to try 39 changes on clara\.voss and the group IT/, 2],
    ['does not exist', 'probe acme --write --user nobody.here --yes', /no user has the userName/, 6],
  ])('%s', async (_, line, message, exit) => {
    const { orgctl, scimWrites } = await service();
    const ran = await orgctl(line);
    expect(ran.exit).toBe(exit);
    expect(ran.stderr).toMatch(message);
    expect(scimWrites()).toEqual([]);
  });

  it.each([
    ['is protected', '--protect clara.voss'],
    ['is in a protected group', '--protect IT'],
    ['belongs to a read-only profile', '--read-only'],
  ])('%s', async (_, flags) => {
    const { orgctl, scimWrites } = await service();
    expect((await orgctl(`profile edit acme ${flags}`)).exit).toBe(0);
    const ran = await orgctl(`${WRITE} --yes`);
    expect(ran).toMatchObject({ exit: 9, stdout: '' });
    expect(scimWrites()).toEqual([]);
  });

  it('is given in a dry run', async () => {
    const { orgctl, scimWrites } = await service();
    const ran = await orgctl(`${WRITE} -n`);
    expect(ran.exit).toBe(0);
    expect(ran.stderr).toContain('nothing was sent');
    expect(scimWrites()).toEqual([]);
  });

  it('still has a value of an interrupted probe', async () => {
    const { orgctl, scimWrites } = await service();
    await orgctl('-p acme scim users patch clara.voss --title "orgctl probe"');
    const sent = scimWrites().length;
    const ran = await orgctl(`${WRITE} --yes`);
    expect(ran).toMatchObject({ exit: 2, stdout: '' });
    expect(ran.stderr).toContain('left by an unfinished probe');
    expect(scimWrites()).toHaveLength(sent);
  });
});

/** Loses the nth write, before or after it is applied, and every request after it. */
function endsAt(nth: number, isApplied: boolean, network: Transport): Transport {
  let writes = 0;
  let isGone = false;
  const gone = (): Promise<HttpResponse> => Promise.reject(new Error('killed'));
  return async (request, signal) => {
    if (isGone) return gone();
    if (!isWrite(request.method) || !request.url.includes('/scim/')) return network(request, signal);
    writes += 1;
    if (writes < nth) return network(request, signal);
    isGone = true;
    if (isApplied) await network(request, signal);
    return gone();
  };
}

describe('undo restores the values after a probe was killed at any write', () => {
  it.each([
    ['lost before the write was applied', false],
    ['lost after the write was applied', true],
  ])('%s', { timeout: 120_000 }, async (_, isApplied) => {
    const { orgctl, network, state, seen } = await service();
    const before = await state();
    await orgctl(`${WRITE} --yes`);
    const writes = seen.filter(({ method, url }) => url.includes('/scim/') && isWrite(method)).length;
    expect(writes).toBeGreaterThan(30);
    // Each write is lost in one of the two ways; a torture campaign tries both.
    const step = process.env['ORGCTL_TORTURE_KILLS'] === undefined ? 2 : 1;
    for (let nth = step === 1 || isApplied ? 1 : 2; nth <= writes; nth += step) {
      // "latest" is the newest run by its time.
      const now = () => NOW + nth * 60_000;
      const ended = await orgctl(`${WRITE} --yes`, { network: endsAt(nth, isApplied, network), now });
      expect({ nth, exit: ended.exit === 0 }).toEqual({ nth, exit: false });
      const undone = await orgctl('undo latest --yes -q', { now: () => now() + 30_000 });
      expect({ nth, exit: undone.exit, stderr: undone.exit === 0 ? '' : undone.stderr }).toEqual({
        nth,
        exit: 0,
        stderr: '',
      });
      expect({ nth, state: await state() }).toEqual({ nth, state: before });
    }
  });
});

describe('write requests after a probe', () => {
  const bodies = (seen: readonly { method: string; body?: string }[]) =>
    seen.filter(({ method }) => isWrite(method)).map(({ method, body = '' }) => `${method} ${body}`);

  it.each<[string, Quirks, string, RegExp]>([
    [
      'use no path',
      { patchPaths: 'refused' },
      'scim users patch clara.voss --title VP --clear phone --clear familyName --department Brand',
      /^PATCH .*"op":"replace","value":\{/,
    ],
    [
      'use PUT',
      { patchPaths: 'refused', patchValues: 'refused' },
      'scim users patch clara.voss --title VP --clear phone --department Brand',
      /^PUT .*"title":"VP"/,
    ],
    [
      'clear by an empty string',
      { clearBySpace: 'ignored' },
      'scim users patch clara.voss --clear title',
      /"path":"title","value":""/,
    ],
    [
      'clear by null',
      { clearBySpace: 'ignored', clearByEmpty: 'ignored' },
      'scim users patch clara.voss --clear title',
      /"path":"title","value":null/,
    ],
    [
      'clear by "remove"',
      { clearBySpace: 'ignored', clearByEmpty: 'ignored', clearByNull: 'ignored' },
      'scim users patch clara.voss --clear title',
      /"op":"remove","path":"title"/,
    ],
    [
      'remove a phone number without a filter',
      { filterPaths: 'refused' },
      'scim users patch clara.voss --clear phone',
      /"op":"remove","path":"phoneNumbers"/,
    ],
    [
      'remove a member by a quoted ID',
      { memberRemoval: 'quoted' },
      'scim groups members remove IT samir.aziz --yes',
      /members\[value eq \\"W/,
    ],
    [
      'remove a member by a list of values',
      { memberRemoval: 'value' },
      'scim groups members remove IT samir.aziz --yes',
      /"path":"members","value":\[/,
    ],
  ])('%s', async (_, quirks, line, body) => {
    const { orgctl, seen } = await service(quirks);
    const before = await orgctl(`-p acme ${line}`);
    expect(before.exit).not.toBe(0);
    expect((await orgctl('probe acme --write --user tomas.rey --group IT --yes')).exit).toBe(0);
    seen.length = 0;
    const ran = await orgctl(`-p acme ${line}`);
    expect({ exit: ran.exit, stderr: ran.exit === 0 ? '' : ran.stderr }).toEqual({ exit: 0, stderr: '' });
    const [only = '', ...others] = bodies(seen);
    expect(only).toMatch(body);
    expect(others).toEqual([]);
  });

  it('clear by PATCH the values that a PUT keeps', async () => {
    const { orgctl, seen, path } = await service({ putOmits: 'keeps' });
    const told = await orgctl('probe acme --write --user tomas.rey --yes -q');
    expect(told.stderr).toBe(
      'warning: SCIM §4.4 documents becomes blank for put-omitted; this service: stays. From now on what a PUT leaves out is cleared by a following PATCH\n',
    );
    const file = path('clara.json');
    const { writeFileSync } = await import('node:fs');
    writeFileSync(
      file,
      JSON.stringify({
        userName: 'clara.voss',
        emails: [{ value: 'clara.voss@harbour-finch.example', primary: true }],
      }),
    );
    seen.length = 0;
    const ran = await orgctl(`-p acme scim users replace clara.voss --file ${file} --yes`);
    expect(ran.exit).toBe(0);
    expect(bodies(seen).map((text) => text.split(' ')[0])).toEqual(['PUT', 'PATCH']);
    expect(JSON.parse((await orgctl('-p acme scim users get clara.voss -o json')).stdout).title ?? '').toBe(
      '',
    );
  });
});

/** Refuses the change that restores the old photo. */
function refusingFormerPhoto(network: Transport): Transport {
  return async (request, signal) => {
    const isBack =
      request.method === 'PATCH' &&
      request.body?.includes('"photos"') === true &&
      !request.body.includes(PROBE_PHOTO);
    const refusal = { schemas: ['urn:scim:schemas:core:1.0'], Errors: [{ description: 'no', code: 400 }] };
    return isBack
      ? { status: 400, headers: {}, body: Buffer.from(JSON.stringify(refusal)) }
      : network(request, signal);
  };
}

describe('photo that appears late, in probe --write', () => {
  const photosSent = (seen: readonly { method: string; body?: string }[]) =>
    seen
      .filter(({ method, body = '' }) => method === 'PATCH' && body.includes('"photos"'))
      .map(({ body = '' }) => (body.includes(PROBE_PHOTO) ? 'one pixel' : 'the former'));

  it('is restored without being visible yet, and the last line reports it', async () => {
    const { orgctl, seen, state } = await service({ photoShows: 'much later' });
    const before = await state();
    const ran = await orgctl(`${WRITE} --yes`);
    expect(ran.exit).toBe(0);
    expect(ran.stderr).toMatch(
      /^everything else was restored; the former photo was sent again, but photos update late on this service; check it later; the changes are recorded in run [-a-z0-9]+$/m,
    );
    expect(ran.stderr).not.toContain('everything was restored');
    expect(photosSent(seen)).toEqual(['one pixel', 'the former']);
    expect(await state()).toEqual(before);
  });

  it('is reported with the undo command if the service refuses the old photo', async () => {
    const { orgctl, network } = await service({ photoShows: 'much later' });
    const ran = await orgctl(`${WRITE} --yes`, { network: refusingFormerPhoto(network) });
    expect(ran.exit).toBe(3);
    expect(ran.stderr).toContain('error: could not restore: photos');
    expect(ran.stderr).toMatch(/hint: orgctl .*undo [-a-z0-9]+$/m);
  });
});
