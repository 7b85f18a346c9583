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
    expect([...service.sandbox.organisation.groups()]).toHaveLength(1);
    expect(ran.stderr).toContain('warning: no response; checked: Crew is as requested\n');
  });

  it('is looked for before it is sent again, and an unknown outcome when every answer is lost', async () => {
    const methods: string[] = [];
    const { orgctl } = await meddledSandbox({ version }, (request, answer) => {
      methods.push(request.method);
      return unsent(request, answer);
    });
    const ran = await orgctl('scim groups create Crew');
    expect(ran).toMatchObject({ exit: 13, stdout: '' });
    expect(ran.stderr).toContain('warning: no response; checked: Crew is not changed yet, retrying\n');
    expect(ran.stderr).toMatch(
      /error: what became of Crew is not known: .*\nhint: look again, and send what/,
    );
    const sent = methods.slice(methods.indexOf('POST'));
    expect(sent.filter((method) => method === 'POST')).toHaveLength(3);
    // Twice each, because a list may show a new group late.
    expect(sent.join(' ')).toMatch(/^(POST GET GET ?){3}/);
  });

  it('is an unknown outcome where two groups could be it', async () => {
    const { orgctl } = await meddledSandbox({ version }, async (request, answer) => {
      if (request.method === 'POST') await answer(request);
      return lost(request, answer);
    });
    const ran = await orgctl('scim groups create Crew');
    expect(ran).toMatchObject({ exit: 13, stdout: '' });
    expect(ran.stderr).toMatch(/: 2 groups named "Crew" were made meanwhile: S\w+, S\w+\n/);
  });
});

describe.each(VERSIONS)('reliability: a user create without an answer over SCIM %s', (version) => {
  const eva = 'scim users create --user-name eva --email eva@example.com';

  it('is looked up, and who is found is told with a warning', async () => {
    const { orgctl } = await meddledSandbox({ version }, lost);
    const ran = await orgctl(`${eva} -o csv --columns userName,email --no-header`);
    expect(ran).toMatchObject({ exit: 0, stdout: 'eva,eva@example.com\n' });
    expect(ran.stderr).toMatch(/^warning: no response; checked: eva is as requested\n/);
  });

  it('is looked for before it is sent again, and an unknown outcome when every answer is lost', async () => {
    let posts = 0;
    const { orgctl } = await meddledSandbox({ version }, (request, answer) => {
      if (request.method === 'POST') posts += 1;
      return unsent(request, answer);
    });
    const ran = await orgctl(eva);
    expect(ran).toMatchObject({ exit: 13, stdout: '' });
    expect(ran.stderr).toContain('warning: no response; checked: eva is not changed yet, retrying\n');
    expect(ran.stderr).toContain('error: what became of eva is not known: ');
    expect(posts).toBe(3);
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
    expect(ran.stderr).toContain('is not known: ');
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

describe.each(VERSIONS)('reliability: a change of a user without an answer over SCIM %s', (version) => {
  it.each([
    ['PATCH', 'scim users patch ada --title Chef --manager bea', { title: 'Chef' }],
    ['PUT', 'scim users replace ada --title Chef --department Kitchen', { title: 'Chef' }],
    ['DELETE', 'scim users deactivate ada --yes', { active: false }],
    ['PATCH', 'scim users convert ada --to guest --yes', { guest: true }],
  ])('%s that was done is found: %s', async (method, line, values) => {
    const { meddle, sent } = losing(method, 'after');
    const { orgctl, service } = await meddledSandbox({ version, users: [ADA(), account('bea')] }, meddle);
    const ran = await orgctl(`${line} -o json --yes`);
    expect(ran).toMatchObject({ exit: 0 });
    expect(ran.stderr).toContain('warning: no response; checked: ada is as requested\n');
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
    expect(ran.stderr).toContain('warning: no response; checked: ada is not changed yet, retrying\n');
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
    expect(ran).toMatchObject({ exit: 7, stdout: '' });
    expect(ran.stderr).toContain('error: ada: title is "Baker", the plan expected "Cook" [conflict]\n');
    expect(sent()).toBe(1);
  });
});

describe.each(VERSIONS)('reliability: a change of a group without an answer over SCIM %s', (version) => {
  const crew = { id: 'SCREW', displayName: 'Crew', created: '2024-01-02T03:04:05-08:00', members: ['WADA'] };
  const world = (meddle: Meddling) =>
    meddledSandbox({ version, users: [ADA(), account('bea')], groups: [crew] }, meddle);

  it.each([
    ['PATCH', 'scim groups patch Crew --name Band', 'Band'],
    ['PUT', 'scim groups replace Crew --name Band --member bea --yes', 'Band'],
    ['DELETE', 'scim groups delete Crew --yes', 'Crew'],
  ])('%s that was done is found: %s', async (method, line, name) => {
    const { meddle, sent } = losing(method, 'after');
    const { orgctl } = await world(meddle);
    const ran = await orgctl(line);
    expect(ran).toMatchObject({ exit: 0 });
    expect(ran.stderr).toContain(`warning: no response; checked: ${name} is as requested\n`);
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
    expect(ran.stderr).toContain('warning: no response; checked: Crew is not changed yet, retrying\n');
    expect(sent()).toBe(2);
  });
});

describe.each(VERSIONS)('reliability: members without an answer over SCIM %s', (version) => {
  const crew = { id: 'SCREW', displayName: 'Crew', created: '2024-01-02T03:04:05-08:00', members: ['WADA'] };
  const world = (meddle: Meddling) =>
    meddledSandbox({ version, users: [ADA(), account('bea')], groups: [crew] }, meddle);
  // In v1 a PUT without members takes everybody out (SCIM §4.6).
  const verbOf = (line: string) => (version === '1.1' && line.includes('clear') ? 'PUT' : 'PATCH');

  it.each([
    ['members add Crew bea', 1],
    ['members set Crew bea --yes', 2],
    ['members clear Crew --yes', 1],
  ])('that were changed are found: %s', async (line, calls) => {
    const { meddle, sent } = losing(verbOf(line), 'after');
    const { orgctl } = await world(meddle);
    const ran = await orgctl(`scim groups ${line}`);
    expect(ran).toMatchObject({ exit: 0 });
    expect(ran.stderr).toContain('warning: no response; checked: Crew is as requested\n');
    expect(sent()).toBe(calls);
  });

  it.each([
    ['members add Crew bea', 1],
    ['members set Crew bea --yes', 2],
    ['members clear Crew --yes', 1],
  ])('that were not changed are sent again: %s', async (line, calls) => {
    const { meddle, sent } = losing(verbOf(line), 'before');
    const { orgctl } = await world(meddle);
    const ran = await orgctl(`scim groups ${line}`);
    expect(ran).toMatchObject({ exit: 0 });
    expect(ran.stderr).toContain('warning: no response; checked: Crew is not changed yet, retrying\n');
    expect(sent()).toBe(calls + 1);
  });
});
