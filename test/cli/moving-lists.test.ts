import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { meddledSandbox } from '../support/meddled-sandbox.ts';
import { account } from '../support/organisation-world.ts';
import { VERSIONS } from '../support/wire.ts';

const PEOPLE = Array.from({ length: 1500 }, (_, index) => account(`u${index}`));
const MOVED = 'the list of users changed while it was read';

describe.each(VERSIONS)('reliability: a list that changes while it is read over SCIM %s', (version) => {
  const startWith = (change: 'join' | 'slide' | 'none') =>
    meddledSandbox({ version, users: PEOPLE }, async (request, answer) => {
      const given = await answer(request);
      const isSecond = request.url.includes('startIndex=1001');
      const { body } = given;
      if (!isSecond || body === undefined || change === 'none') return given;
      if (change === 'join') return { ...given, body: { ...body, totalResults: 1501 } };
      const resources = Array.isArray(body['Resources']) ? body['Resources'] : [];
      return { ...given, body: { ...body, Resources: [{ id: 'WU999' }, ...resources.slice(1)] } };
    });

  it.each([
    ['join', ''],
    ['slide', ' (1,499 of 1,500 read)'],
  ] as const)('is printed with a warning, and not exported: %s', async (change, count) => {
    const { orgctl, machine } = await startWith(change);
    const warning = `warning: ${MOVED}${count}: some may be missing or appear twice\n`;
    const ran = await orgctl('scim users list -o csv --columns id --no-header');
    expect(ran).toMatchObject({ exit: 3, stderr: warning });
    expect(ran.stdout.trim().split('\n')).toHaveLength(1500);
    const table = await orgctl('scim users list -o table --limit 1001');
    expect(table.exit).toBe(0);
    expect(table.stderr).toContain(`warning: ${MOVED}`);
    expect(await orgctl('scim users export')).toMatchObject({
      exit: 7,
      stderr: `error: ${MOVED}${count}\nhint: --out FILE reads it again, and writes only a whole list\n`,
    });
    const out = machine.path('out.csv');
    expect(await orgctl(`scim users export --out ${out}`)).toEqual({
      exit: 7,
      stdout: '',
      stderr: `error: ${MOVED}${count}, 3 times in a row\nhint: try again when nobody else is changing users\n`,
    });
    expect(readdirSync(machine.home).filter((name) => name.includes('out.csv'))).toEqual([]);
  });

  it('is exported once it stays as it is', async () => {
    let reads = 0;
    const { orgctl, machine } = await meddledSandbox({ version, users: PEOPLE }, async (request, answer) => {
      const given = await answer(request);
      if (request.url.includes('startIndex=1001')) reads += 1;
      else return given;
      return reads > 2 ? given : { ...given, body: { ...given.body, totalResults: 1501 } };
    });
    const out = machine.path('out.csv');
    const ran = await orgctl(`scim users export --out ${out}`);
    expect(ran).toEqual({ exit: 0, stdout: '', stderr: '1500 users exported\n' });
    expect(readFileSync(out, 'utf8').trim().split('\n')).toHaveLength(1501);
    expect(reads).toBe(3);
  });

  it('has no warning when it stays as it is', async () => {
    const { orgctl } = await startWith('none');
    expect((await orgctl('scim users list -o csv --columns id')).stderr).toBe('');
    expect((await orgctl('scim groups export')).stderr).toBe('0 groups exported, 0 lines\n');
  });
});
