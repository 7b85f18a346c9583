import { describe, expect, it } from 'vitest';
import { meddledSandbox } from '../support/meddled-sandbox.ts';
import { account } from '../support/organisation-world.ts';
import { VERSIONS } from '../support/wire.ts';

const PEOPLE = Array.from({ length: 1500 }, (_, index) => account(`u${index}`));
const WARNING = 'warning: the list changed while it was read: somebody may be missing or appear twice\n';

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

  it.each(['join', 'slide'] as const)('is printed with a warning: %s', async (change) => {
    const { orgctl } = await startWith(change);
    const ran = await orgctl('scim users list -o csv --columns id --no-header');
    expect(ran).toMatchObject({ exit: 0, stderr: WARNING });
    expect(ran.stdout.trim().split('\n')).toHaveLength(1500);
    expect((await orgctl('scim users export')).stderr).toBe(`1500 users exported\n${WARNING}`);
  });

  it('has no warning when it stays as it is', async () => {
    const { orgctl } = await startWith('none');
    expect((await orgctl('scim users list -o csv --columns id')).stderr).toBe('');
    expect((await orgctl('scim groups export')).stderr).toBe('0 groups exported, 0 lines\n');
  });
});
