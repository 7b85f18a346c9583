import { describe, expect, it } from 'vitest';
import { type Meddling, meddledSandbox } from '../support/meddled-sandbox.ts';
import { account } from '../support/organisation-world.ts';
import { VERSIONS } from '../support/wire.ts';

/** Lets the service act on a create and loses its answer. */
const lost: Meddling = async (request, answer) => {
  const done = await answer(request);
  if (request.method === 'POST') throw new Error('the connection broke');
  return done;
};

/** Loses a create before the service sees it. */
const unsent: Meddling = async (request, answer) => {
  if (request.method === 'POST') throw new Error('the connection broke');
  return answer(request);
};

describe.each(VERSIONS)('reliability: a group create without an answer over SCIM %s', (version) => {
  it('is looked up, and what is found is told with a warning', async () => {
    const { orgctl, service } = await meddledSandbox({ version, users: [account('ada')] }, lost);
    const ran = await orgctl(
      'scim groups create Crew --member ada -o csv --columns displayName,members --no-header',
    );
    expect(ran).toMatchObject({ exit: 0, stdout: 'Crew,1\n' });
    const [crew] = [...service.sandbox.organisation.groups()];
    expect(ran.stderr).toContain(
      `warning: the answer was lost; ${crew?.id} has the name and the members and was made since`,
    );
  });

  it('is an unknown outcome where nothing is found, and is not sent again', async () => {
    let posts = 0;
    const { orgctl } = await meddledSandbox({ version }, (request, answer) => {
      if (request.method === 'POST') posts += 1;
      return unsent(request, answer);
    });
    const ran = await orgctl('scim groups create Crew');
    expect(ran).toMatchObject({ exit: 7, stdout: '' });
    expect(ran.stderr).toBe(
      'error: the answer was lost, and looked for twice no group "Crew" is there\n' +
        'hint: it can be sent again; look first: orgctl scim groups list\n',
    );
    expect(posts).toBe(1);
  });

  it('is an unknown outcome where two groups could be it', async () => {
    const { orgctl } = await meddledSandbox({ version }, async (request, answer) => {
      if (request.method === 'POST') await answer(request);
      return lost(request, answer);
    });
    const ran = await orgctl('scim groups create Crew');
    expect(ran).toMatchObject({ exit: 7, stdout: '' });
    expect(ran.stderr).toMatch(/error: the answer was lost; 2 groups "Crew" were made since: S\w+, S\w+\n/);
  });
});

describe.each(VERSIONS)('reliability: a user create without an answer over SCIM %s', (version) => {
  const eva = 'scim users create --user-name eva --email eva@example.com';

  it('is looked up, and who is found is told with a warning', async () => {
    const { orgctl } = await meddledSandbox({ version }, lost);
    const ran = await orgctl(`${eva} -o csv --columns userName,email --no-header`);
    expect(ran).toMatchObject({ exit: 0, stdout: 'eva,eva@example.com\n' });
    expect(ran.stderr).toMatch(/^warning: the answer was lost; W\w+ has the address and was made since\n/);
  });

  it('is an unknown outcome where nobody is found, and is not sent again', async () => {
    let posts = 0;
    const { orgctl } = await meddledSandbox({ version }, (request, answer) => {
      if (request.method === 'POST') posts += 1;
      return unsent(request, answer);
    });
    expect(await orgctl(eva)).toEqual({
      exit: 7,
      stdout: '',
      stderr:
        'error: the answer was lost, and looked for twice the user is not there\nhint: it can be sent again\n',
    });
    expect(posts).toBe(1);
  });

  it('is a refusal where somebody else has the address', async () => {
    const { orgctl } = await meddledSandbox({ version, users: [account('eva')] }, unsent);
    const ran = await orgctl(eva);
    expect(ran).toMatchObject({ exit: 6, stdout: '' });
    expect(ran.stderr).toContain(
      'another account has this address or name (WEVA): it was created before, at 2024-01-02T03:04:05-08:00',
    );
  });
});

it.each(['scim users create --user-name eva --email eva@example.com', 'scim groups create Crew'])(
  'reliability: "%s" stays unknown when the look-up fails, too',
  async (line) => {
    let isDown = false;
    const { orgctl } = await meddledSandbox({}, async (request, answer) => {
      isDown ||= request.method === 'POST';
      if (isDown) throw new Error('the service is down');
      return answer(request);
    });
    const ran = await orgctl(line);
    expect(ran).toMatchObject({ exit: 7, stdout: '' });
    expect(ran.stderr).toContain('error: the answer is not JSON (500, text/plain)');
  },
);
