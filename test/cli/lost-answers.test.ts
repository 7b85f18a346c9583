import { describe, expect, it } from 'vitest';
import { compareGroup, compareUser } from '../../src/scim/settle-write.ts';
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
    expect(ran).toMatchObject({ exit: 13, stdout: '' });
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
    expect(ran).toMatchObject({ exit: 13, stdout: '' });
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
      exit: 13,
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
    expect(ran).toMatchObject({ exit: 13, stdout: '' });
    expect(ran.stderr).toContain('error: the answer is not JSON (500, text/plain)');
  },
);

/** Loses the answer of the first write of a kind: after the service acted on it, before, or while somebody else changes something. */
function losing(
  method: string,
  when: 'after' | 'before',
  meanwhile: (service: Parameters<Meddling>[1]) => Promise<unknown> = async () => {},
): { readonly meddle: Meddling; readonly sent: () => number } {
  let sent = 0;
  return {
    sent: () => sent,
    meddle: async (request, answer) => {
      if (request.method !== method) return answer(request);
      sent += 1;
      if (sent > 1) return answer(request);
      if (when === 'after') await answer(request);
      await meanwhile(answer);
      throw new Error('the connection broke');
    },
  };
}

const ADA = () => account('ada', { title: 'Cook', department: 'Kitchen' });
const member = (id: string) => ({ id, name: '' });

describe.each(VERSIONS)('reliability: a change of a user without an answer over SCIM %s', (version) => {
  it.each([
    ['PATCH', 'scim users patch ada --title Chef --manager bea', { title: 'Chef' }],
    ['PUT', 'scim users replace ada --title Chef --department Kitchen', { title: 'Chef' }],
    ['DELETE', 'scim users deactivate ada --yes', { active: false }],
    ['PATCH', 'scim users convert ada --to guest', { guest: true }],
  ])('%s that was done is found: %s', async (method, line, values) => {
    const { meddle, sent } = losing(method, 'after');
    const { orgctl, service } = await meddledSandbox({ version, users: [ADA(), account('bea')] }, meddle);
    const ran = await orgctl(`${line} -o json --yes`);
    expect(ran).toMatchObject({ exit: 0 });
    expect(ran.stderr).toContain('warning: the answer was lost; ada (WADA) is as was asked for\n');
    expect(sent()).toBe(1);
    const ada = [...service.sandbox.organisation.users()].find(({ id }) => id === 'WADA');
    expect(ada?.values).toMatchObject(values);
    expect(JSON.parse(ran.stdout)).toMatchObject({ id: 'WADA' });
  });

  it.each([
    ['PATCH', 'scim users patch ada --title Chef'],
    ['PUT', 'scim users replace ada --title Chef --department Kitchen'],
    ['DELETE', 'scim users deactivate ada --yes'],
  ])('%s that was not done is sent again: %s', async (method, line) => {
    const { meddle, sent } = losing(method, 'before');
    const { orgctl } = await meddledSandbox({ version, users: [ADA()] }, meddle);
    const ran = await orgctl(`${line} -o json`);
    expect(ran).toMatchObject({ exit: 0 });
    expect(ran.stderr).toContain('warning: the answer was lost; ada (WADA) is as it was before\n');
    expect(sent()).toBe(2);
  });

  it('is left alone when somebody else has changed it since', async () => {
    let change: () => void = () => {};
    const { meddle, sent } = losing('PATCH', 'before', async () => change());
    const { orgctl, service } = await meddledSandbox({ version, users: [ADA()] }, meddle);
    change = () => {
      const ada = service.sandbox.organisation.user('WADA');
      if (ada !== undefined)
        service.sandbox.organisation.change({ user: { ...ada, values: { ...ada.values, title: 'Baker' } } });
    };
    const ran = await orgctl('scim users patch ada --title Chef');
    expect(ran).toMatchObject({ exit: 13, stdout: '' });
    expect(ran.stderr).toContain(
      'warning: the answer was lost; ada (WADA) is neither as before nor as was asked for: title is "Baker"\n',
    );
    expect(ran.stderr).toContain('hint: look before you send it again: orgctl scim users get WADA\n');
    expect(sent()).toBe(1);
  });
});

describe.each(VERSIONS)('reliability: a change of a group without an answer over SCIM %s', (version) => {
  const crew = { id: 'SCREW', displayName: 'Crew', created: '2024-01-02T03:04:05-08:00', members: ['WADA'] };
  const world = (meddle: Meddling) =>
    meddledSandbox({ version, users: [ADA(), account('bea')], groups: [crew] }, meddle);

  it.each([
    ['PATCH', 'scim groups patch Crew --name Band', 'is as was asked for'],
    ['PUT', 'scim groups replace Crew --name Band --member bea --yes', 'is as was asked for'],
    ['DELETE', 'scim groups delete Crew --yes', 'is gone'],
  ])('%s that was done is found: %s', async (method, line, words) => {
    const { meddle, sent } = losing(method, 'after');
    const { orgctl } = await world(meddle);
    const ran = await orgctl(line);
    expect(ran).toMatchObject({ exit: 0 });
    expect(ran.stderr).toContain(`warning: the answer was lost; Crew (SCREW) ${words}\n`);
    expect(sent()).toBe(1);
  });

  it.each([
    ['PATCH', 'scim groups patch Crew --name Band'],
    ['PUT', 'scim groups replace Crew --name Band --member bea --yes'],
    ['DELETE', 'scim groups delete Crew --yes'],
  ])('%s that was not done is sent again: %s', async (method, line) => {
    const { meddle, sent } = losing(method, 'before');
    const { orgctl } = await world(meddle);
    const ran = await orgctl(line);
    expect(ran).toMatchObject({ exit: 0 });
    expect(ran.stderr).toContain('warning: the answer was lost; Crew (SCREW) is as it was before\n');
    expect(sent()).toBe(2);
  });
});

describe.each(VERSIONS)('reliability: members without an answer over SCIM %s', (version) => {
  const crew = { id: 'SCREW', displayName: 'Crew', created: '2024-01-02T03:04:05-08:00', members: ['WADA'] };
  const world = (meddle: Meddling) =>
    meddledSandbox({ version, users: [ADA(), account('bea')], groups: [crew] }, meddle);
  const clearing = version === '1.1' ? 'PUT' : 'PATCH';

  it.each([
    ['PATCH', 'members add Crew bea'],
    ['PATCH', 'members set Crew bea --yes'],
    [clearing, 'members clear Crew --yes'],
  ])('that were changed by a %s are found: %s', async (method, line) => {
    const { meddle, sent } = losing(method, 'after');
    const { orgctl } = await world(meddle);
    const ran = await orgctl(`scim groups ${line}`);
    expect(ran).toMatchObject({ exit: 0 });
    expect(ran.stderr).toContain('warning: the answer was lost; everybody is as was asked for\n');
    expect(sent()).toBe(1);
  });

  it.each([
    ['PATCH', 'members add Crew bea', '1 user'],
    ['PATCH', 'members set Crew bea --yes', '2 users'],
    [clearing, 'members clear Crew --yes', '1 user'],
  ])('that were not changed by a %s are sent again: %s', async (method, line, who) => {
    const { meddle, sent } = losing(method, 'before');
    const { orgctl } = await world(meddle);
    const ran = await orgctl(`scim groups ${line}`);
    expect(ran).toMatchObject({ exit: 0 });
    expect(ran.stderr).toContain(`warning: the answer was lost; ${who} still as before\n`);
    expect(sent()).toBe(2);
  });
});

describe('reliability: comparing what is there with what was sent', () => {
  it.each([
    [{ title: 'Chef' }, 'done'],
    [{ title: 'Cook' }, 'open'],
    [{ title: 'Baker' }, 'foreign'],
    [{}, 'foreign'],
  ])('a user with %j', (now, found) => {
    expect(compareUser({ set: { title: 'Chef' }, clear: [] }, { title: 'Cook' }, now).found).toBe(found);
  });

  it('knows nothing of a photo, which is shown late', () => {
    const patch = { set: { photo: 'https://x.example/a.png' }, clear: [] };
    expect(compareUser(patch, {}, { photo: 'https://x.example/b.png' })).toEqual({
      found: 'open',
      foreign: [],
    });
  });

  it.each([
    ['Band', ['W1', 'W2'], 'done'],
    ['Crew', ['W1', 'W3'], 'open'],
    ['Band', ['W1', 'W2', 'W3'], 'open'],
    ['Band', ['W1', 'W2', 'W4'], 'foreign'],
    ['Band', ['W2', 'W3'], 'foreign'],
    ['Choir', ['W1', 'W2'], 'foreign'],
  ])('a group "%s" with %j', (displayName, ids, found) => {
    const group = (name: string, members: readonly string[]) => ({
      id: 'S1',
      displayName: name,
      members: members.map(member),
      created: undefined,
      resource: {},
    });
    const wanted = { displayName: 'Band', memberIds: ['W1', 'W2'] };
    expect(compareGroup(wanted, group('Crew', ['W1', 'W3']), group(displayName, ids))).toBe(found);
  });
});
