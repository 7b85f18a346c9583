import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/spec/protocol-types.ts';
import { type FaultySandbox, faultsOf } from '../support/faulty-sandbox.ts';
import { faultyWorld } from '../support/faulty-world.ts';
import { account, group } from '../support/organization-world.ts';
import { VERSIONS } from '../support/test-sandbox.ts';

/** The service applies every create, and its response is lost. */
const LOST = { method: 'POST', do: 'close', applied: true, times: 'always' };
/** Every create is lost before it reaches the service. */
const UNSENT = { method: 'POST', do: 'close', times: 'always' };

const sentTo = ({ met }: FaultySandbox, method: string) => met.filter((one) => one.method === method).length;

describe.each(VERSIONS)('group create without a response over SCIM %s', (version) => {
  it('is checked, and the result is printed as a warning', async () => {
    const { orgctl, organization } = await faultyWorld({ version, users: [account('ada')] }, [LOST]);
    const ran = await orgctl(
      'scim groups create Crew --member ada -o csv --columns displayName,members --no-header',
    );
    expect(ran).toMatchObject({ exit: 0, stdout: 'Crew,1\n' });
    expect([...organization.groups()]).toHaveLength(1);
    expect(ran.stderr).toContain('warning: no usable response; checked: Crew is as requested\n');
  });

  it('is checked before each retry, and has an unknown outcome if every response is lost', async () => {
    const { orgctl, sandbox } = await faultyWorld({ version }, [UNSENT]);
    const ran = await orgctl('scim groups create Crew');
    const methods = sandbox.met.map(({ method }) => method);
    expect(ran).toMatchObject({ exit: 13, stdout: '' });
    expect(ran.stderr).toContain('warning: no usable response; checked: Crew is not changed yet, retrying\n');
    expect(ran.stderr).toMatch(
      /error: outcome of Crew is unknown: .*\nhint: check and send missing changes: /,
    );
    const sent = methods.slice(methods.indexOf('POST'));
    expect(sent.filter((method) => method === 'POST')).toHaveLength(3);
    // Two checks each, since a list may show a new group late.
    expect(sent.join(' ')).toMatch(/^(POST GET GET ?){3}/);
  });

  it('has an unknown outcome if two groups match', async () => {
    const other = { ...group([]), id: 'S9', displayName: 'Crew', created: '2024-03-04T09:00:00-08:00' };
    const { orgctl } = await faultyWorld({ version }, [LOST], ({ sandbox: { organization } }) =>
      organization.change({ group: other }),
    );
    const ran = await orgctl('scim groups create Crew');
    expect(ran).toMatchObject({ exit: 13, stdout: '' });
    expect(ran.stderr).toMatch(/: 2 groups named "Crew" were created in the meantime: S\w+, S\w+\n/);
  });
});

describe.each(VERSIONS)('user create without a response over SCIM %s', (version) => {
  const eva = 'scim users create --user-name eva --email eva@example.com';

  it('is checked, and the user found is printed as a warning', async () => {
    const { orgctl } = await faultyWorld({ version }, [LOST]);
    const ran = await orgctl(`${eva} -o csv --columns userName,email --no-header`);
    expect(ran).toMatchObject({ exit: 0, stdout: 'eva,eva@example.com\n' });
    expect(ran.stderr).toMatch(/^warning: no usable response; checked: eva is as requested\n/);
  });

  it('is checked before each retry, and stays unknown if every response is lost', async () => {
    const { orgctl, sandbox } = await faultyWorld({ version }, [UNSENT]);
    const ran = await orgctl(eva);
    expect(ran).toMatchObject({ exit: 13, stdout: '' });
    expect(ran.stderr).toContain('warning: no usable response; checked: eva is not changed yet, retrying\n');
    expect(ran.stderr).toContain('error: outcome of eva is unknown: ');
    expect(sentTo(sandbox, 'POST')).toBe(3);
  });

  it('is reported as refused if another account has the address', async () => {
    const { orgctl } = await faultyWorld({ version, users: [account('eva')] }, [UNSENT]);
    const ran = await orgctl(eva);
    expect(ran).toMatchObject({ exit: 6, stdout: '' });
    expect(ran.stderr).toContain(
      'another account has this address or name (WEVA): it was created earlier, at 2024-01-02T03:04:05-08:00',
    );
  });
});

it.each(['scim users create --user-name eva --email eva@example.com', 'scim groups create Crew'])(
  '"%s" has an unknown outcome if the check fails as well',
  async (line) => {
    const away = faultsOf({ do: 'close', times: 'always' });
    const { orgctl } = await faultyWorld({}, [{ method: 'POST', do: 'close' }], ({ queue, met }) => {
      if (met.at(-1)?.method === 'POST') queue.add(away);
    });
    const ran = await orgctl(line);
    expect(ran).toMatchObject({ exit: 13, stdout: '' });
    expect(ran.stderr).toContain('is unknown: ');
  },
);

/** Loses the response to the first write with a method, after or before the service applies it. */
const losing = (method: string, when: 'after' | 'before') => ({
  method,
  do: 'close',
  applied: when === 'after',
});

const ADA = () => account('ada', { title: 'Cook', department: 'Kitchen' });

describe.each(VERSIONS)('user change without a response over SCIM %s', (version) => {
  it.each([
    ['PATCH', 'scim users patch ada --title Chef --manager bea', { title: 'Chef' }],
    ['PUT', 'scim users replace ada --title Chef --department Kitchen', { title: 'Chef' }],
    ['DELETE', 'scim users deactivate ada --yes', { active: false }],
    ['PATCH', 'scim users convert ada --to guest --yes', { guest: true }],
  ])('%s that was applied is not repeated: %s', async (method, line, values) => {
    const { orgctl, sandbox, organization } = await faultyWorld({ version, users: [ADA(), account('bea')] }, [
      losing(method, 'after'),
    ]);
    const ran = await orgctl(`${line} -o json --yes`);
    expect(ran).toMatchObject({ exit: 0 });
    expect(ran.stderr).toContain('warning: no usable response; checked: ada is as requested\n');
    expect(sentTo(sandbox, method)).toBe(1);
    const ada = [...organization.users()].find(({ id }) => id === 'WADA');
    expect(ada?.values).toMatchObject(values);
    expect(JSON.parse(ran.stdout)).toMatchObject({ id: 'WADA' });
  });

  it.each([
    ['PATCH', 'scim users patch ada --title Chef'],
    ['PUT', 'scim users replace ada --title Chef --department Kitchen'],
    ['DELETE', 'scim users deactivate ada --yes'],
  ])('%s that was not applied is sent again: %s', async (method, line) => {
    const { orgctl, sandbox } = await faultyWorld({ version, users: [ADA()] }, [losing(method, 'before')]);
    const ran = await orgctl(`${line} -o json`);
    expect(ran).toMatchObject({ exit: 0 });
    expect(ran.stderr).toContain('warning: no usable response; checked: ada is not changed yet, retrying\n');
    expect(sentTo(sandbox, method)).toBe(2);
  });

  it('is not repeated if another change was made since', async () => {
    const retitled = { ...ADA(), values: { ...ADA().values, title: 'Baker' } };
    const faults = [losing('PATCH', 'before')];
    const { orgctl, sandbox } = await faultyWorld({ version, users: [ADA()] }, faults, (world) =>
      world.sandbox.organization.change({ user: retitled }),
    );
    const ran = await orgctl('scim users patch ada --title Chef');
    expect(ran).toMatchObject({ exit: 7, stdout: '' });
    expect(ran.stderr).toContain('error: ada: title is "Baker", the plan expected "Cook" [conflict]\n');
    expect(sentTo(sandbox, 'PATCH')).toBe(1);
  });
});

describe.each(VERSIONS)('group change without a response over SCIM %s', (version) => {
  const crew = { id: 'SCREW', displayName: 'Crew', created: '2024-01-02T03:04:05-08:00', members: ['WADA'] };
  const world = (fault: JsonObject) =>
    faultyWorld({ version, users: [ADA(), account('bea')], groups: [crew] }, [fault]);

  it.each([
    ['PATCH', 'scim groups patch Crew --name Band', 'Band'],
    ['PUT', 'scim groups replace Crew --name Band --member bea --yes', 'Band'],
    ['DELETE', 'scim groups delete Crew --yes', 'Crew'],
  ])('%s is not repeated if it was applied: %s', async (method, line, name) => {
    const { orgctl, sandbox } = await world(losing(method, 'after'));
    const ran = await orgctl(line);
    expect(ran).toMatchObject({ exit: 0 });
    expect(ran.stderr).toContain(`warning: no usable response; checked: ${name} is as requested\n`);
    expect(sentTo(sandbox, method)).toBe(1);
  });

  it.each([
    ['PATCH', 'scim groups patch Crew --name Band'],
    ['PUT', 'scim groups replace Crew --name Band --member bea --yes'],
    ['DELETE', 'scim groups delete Crew --yes'],
  ])('%s is sent again if it was not applied: %s', async (method, line) => {
    const { orgctl, sandbox } = await world(losing(method, 'before'));
    const ran = await orgctl(line);
    expect(ran).toMatchObject({ exit: 0 });
    expect(ran.stderr).toContain('warning: no usable response; checked: Crew is not changed yet, retrying\n');
    expect(sentTo(sandbox, method)).toBe(2);
  });
});

describe.each(VERSIONS)('membership change without a response over SCIM %s', (version) => {
  const crew = { id: 'SCREW', displayName: 'Crew', created: '2024-01-02T03:04:05-08:00', members: ['WADA'] };
  const world = (fault: JsonObject) =>
    faultyWorld({ version, users: [ADA(), account('bea')], groups: [crew] }, [fault]);
  // In v1 a PUT without members removes all members (SCIM §4.6).
  const verbOf = (line: string) => (version === '1.1' && line.includes('clear') ? 'PUT' : 'PATCH');

  it.each([
    ['members add Crew bea', 1],
    ['members set Crew bea --yes', 2],
    ['members clear Crew --yes', 1],
  ])('is not repeated if it was applied: %s', async (line, calls) => {
    const { orgctl, sandbox } = await world(losing(verbOf(line), 'after'));
    const ran = await orgctl(`scim groups ${line}`);
    expect(ran).toMatchObject({ exit: 0 });
    expect(ran.stderr).toContain('warning: no usable response; checked: Crew is as requested\n');
    expect(sentTo(sandbox, verbOf(line))).toBe(calls);
  });

  it.each([
    ['members add Crew bea', 1],
    ['members set Crew bea --yes', 2],
    ['members clear Crew --yes', 1],
  ])('is sent again if it was not applied: %s', async (line, calls) => {
    const { orgctl, sandbox } = await world(losing(verbOf(line), 'before'));
    const ran = await orgctl(`scim groups ${line}`);
    expect(ran).toMatchObject({ exit: 0 });
    expect(ran.stderr).toContain('warning: no usable response; checked: Crew is not changed yet, retrying\n');
    expect(sentTo(sandbox, verbOf(line))).toBe(calls + 1);
  });
});
