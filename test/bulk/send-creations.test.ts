import { describe, expect, it } from 'vitest';
import type { ChangeOf } from '../../src/bulk/plan/change.ts';
import { Failure } from '../../src/failure/failure.ts';
import { READ_LAG } from '../../src/scim/reconcile-create.ts';
import type { JsonObject } from '../../src/spec/protocol-types.ts';
import type { UserValues } from '../../src/spec/user-attributes.ts';
import { account, idOf } from '../support/organization-world.ts';
import { LOST, type SendingOptions } from '../support/sending-world.ts';
import { AWAY, base, NAMED, peopleWorld, refused } from '../support/sent-user-changes.ts';
import { NOW, newUser, VERSIONS } from '../support/test-sandbox.ts';

const newcomer: ChangeOf<'createUser'> = {
  ...base,
  kind: 'createUser',
  name: 'new',
  user: { userName: 'new', email: 'new@example.com', title: 'Cook' },
  withheld: [],
};

/** The new user's account as another admin created it. */
function stranger(values: UserValues = {}, createdAt = NOW) {
  return {
    user: {
      ...account('new', { ...newcomer.user, ...values }, { hasCustomProfile: true }),
      created: new Date(createdAt).toISOString(),
    },
  };
}

describe.each(VERSIONS)('created user, over SCIM %s', (version) => {
  it('exists, and the outcome has its creation time', async () => {
    const { send, writes, answers, now } = await peopleWorld({ version });
    expect(await send(newcomer)).toEqual({
      state: 'succeeded',
      id: expect.stringMatching(/^W/),
      name: 'new',
      created: expect.stringMatching(/^2024-03-04T/),
    });
    expect(writes).toEqual(['POST /Users']);
    expect(now('new')).toMatchObject({ title: 'Cook', email: 'new@example.com' });
    expect(answers).toMatchObject([{ user: { values: { userName: 'new' } } }]);
  });

  it('is found after a lost response, and not created again', async () => {
    const { send, writes, retried } = await peopleWorld({ version, fates: ['made, lost'] });
    expect(await send(newcomer)).toMatchObject({ state: 'succeeded', name: 'new', how: 'adopted' });
    expect([writes.length, retried]).toEqual([1, []]);
  });
});

describe('created user', () => {
  it('gets the withheld values of its line', async () => {
    const readSecrets = (line: number, names: readonly string[]) => ({
      title: `${names} of line ${line}`,
    });
    const { send, now } = await peopleWorld({ context: { readSecrets } });
    await send({ ...newcomer, line: 7, withheld: ['title'] });
    expect(now('new')?.title).toBe('title of line 7');
  });

  it('is sent with the body as written and the withheld password', async () => {
    const { send, bodies } = await peopleWorld({
      context: { readSecrets: () => ({ password: 'Secret-123' }) },
    });
    const body = newUser('2.0', 'new', { title: 'Chef' });
    await send({ ...newcomer, body, withheld: ['password'] });
    expect(bodies).toEqual([{ ...body, password: 'Secret-123' }]);
  });

  it('reports values that the response shows differently', async () => {
    const answer = (resource: JsonObject) => ({ ...resource, title: 'Chef' });
    const { send } = await peopleWorld({ answer });
    expect(await send(newcomer)).toMatchObject({ state: 'succeeded', notKept: ['title'] });
  });

  it('has no creation time if the service returns none', async () => {
    const { send } = await peopleWorld({ answer: ({ meta: _, ...resource }) => resource });
    expect(await send(newcomer)).not.toHaveProperty('created');
  });

  it('is retried up to three times if it is not found after two reads, then stays unknown', async () => {
    const { send, writes, slept, retried } = await peopleWorld({ fates: ['lost'] });
    await expect(send(newcomer)).rejects.toBe(LOST);
    expect([writes.length, slept, retried.length]).toEqual([3, [READ_LAG, READ_LAG, READ_LAG], 2]);
  });

  it('fails after three errors with a code of the service', async () => {
    const { send, writes } = await peopleWorld({ fates: [NAMED] });
    expect(await send(newcomer)).toEqual({
      state: 'failed',
      code: 'query_building_failed',
      message: 'it failed',
    });
    expect(writes).toHaveLength(3);
  });

  it('stays unknown if it cannot be checked', async () => {
    const onRead = () => {
      throw AWAY;
    };
    const { send, writes } = await peopleWorld({ fates: ['lost'], onRead });
    await expect(send(newcomer)).rejects.toMatchObject({
      kind: 'unknownOutcome',
      message: 'the outcome of line 2 is unknown: no connection',
      cause: AWAY,
    });
    expect(writes).toHaveLength(1);
  });

  it.each([
    ['a new account, whose name and address the service rewrote', NOW, 'succeeded'],
    ['an old account, so the created one is looked up', NOW - 60_000, 'adopted'],
  ])('is checked if the response shows another user: %s', async (_, createdAt, how) => {
    const { send } = await peopleWorld({
      answer: (resource) => ({ ...resource, ...newUser('2.0', 'other'), id: 'W0OTHER' }),
      meanwhile: (organization) =>
        organization.change({
          user: { ...account('other'), id: 'W0OTHER', created: new Date(createdAt).toISOString() },
        }),
    });
    const outcome = await send(newcomer);
    expect('how' in outcome ? outcome.how : outcome.state).toBe(how);
  });
});

describe('created user whose name or address is taken', () => {
  const TAKEN = ['email_taken', 'username_taken', 'user_creation_failed'];

  it.each(TAKEN)('is refused with %s if nothing was sent before', async (code) => {
    const { send, refusals } = await peopleWorld({ fates: [refused(code, 409)] });
    expect(await send(newcomer)).toEqual({ state: 'failed', code, message: `no: ${code}` });
    expect(refusals.map((failure) => failure.code)).toEqual([code]);
  });

  it.each(TAKEN)('adopts the account of a lost response of an earlier run: %s', async (code) => {
    const { send, organization } = await peopleWorld({ fates: [refused(code, 409)] });
    organization.change(stranger());
    expect(await send(newcomer, NOW - 10)).toMatchObject({ state: 'succeeded', how: 'adopted' });
  });

  it('adopts the account of its first attempt, which appears late', async () => {
    const meanwhile: SendingOptions['meanwhile'] = (organization, write) => {
      if (write === 2) organization.change(stranger());
    };
    const { send } = await peopleWorld({ fates: ['lost', refused('username_taken', 409)], meanwhile });
    expect(await send(newcomer)).toMatchObject({ state: 'succeeded', how: 'adopted' });
  });

  it('is refused if the account is older', async () => {
    const { send, organization } = await peopleWorld({ fates: [refused('username_taken', 409)] });
    organization.change(stranger({}, NOW - 60_000));
    expect(await send(newcomer, NOW - 10)).toMatchObject({ state: 'failed', code: 'username_taken' });
  });

  it('is a conflict with the ID if a lost creation finds an account with other values', async () => {
    const meanwhile: SendingOptions['meanwhile'] = (organization) =>
      organization.change(stranger({ title: 'Chef' }));
    const { send } = await peopleWorld({ fates: ['lost'], meanwhile });
    expect(await send(newcomer)).toEqual({
      state: 'failed',
      code: 'conflict',
      message: `another account has this address or name (${idOf('new')}): its title is different`,
    });
  });

  it('is not looked up after another kind of refusal', async () => {
    const { send, organization, reads } = await peopleWorld({ fates: [refused('title_too_long')] });
    organization.change(stranger());
    expect(await send(newcomer, NOW - 10)).toMatchObject({ state: 'failed', code: 'title_too_long' });
    expect(reads).toEqual([]);
  });

  it('is refused for a 409 without a code', async () => {
    const none = new Failure('refused', 'no', { status: 409 });
    const { send, organization } = await peopleWorld({ fates: [none] });
    organization.change(stranger());
    expect(await send(newcomer, NOW - 10)).toMatchObject({ state: 'failed', code: 'refused' });
  });
});

describe.each(VERSIONS)('row that another machine may have sent, over SCIM %s', (version) => {
  const outcomeFor = async (values: UserValues, wanted: UserValues = {}, isShared = true) => {
    const { send, organization } = await peopleWorld({
      version,
      fates: [refused('username_taken', 409)],
      context: { isShared },
    });
    organization.change(stranger(values, NOW - 60_000));
    return send({ ...newcomer, user: { ...newcomer.user, ...wanted } });
  };

  it.each<[string, UserValues, UserValues, string]>([
    ['is unchanged if the account has all of its values', {}, {}, 'already'],
    ['is unchanged if the account has more values', { department: 'Kitchen' }, {}, 'already'],
    [
      'is unchanged if the account is deactivated as planned',
      { active: false },
      { active: false },
      'already',
    ],
    ['is unchanged with a value in an extension', { division: 'East' }, { division: 'East' }, 'already'],
    ['is refused if a value differs', { title: 'Chef' }, {}, 'username_taken'],
    ['is refused if a value is missing', {}, { department: 'Kitchen' }, 'username_taken'],
    ['is refused if the account is deactivated', { active: false }, {}, 'username_taken'],
  ])('%s', async (_, values, wanted, expected) => {
    const outcome = await outcomeFor(values, wanted);
    expect(outcome.state === 'failed' ? outcome.code : outcome.how).toBe(expected);
  });

  it('is refused if no other machine works on the same rows', async () => {
    expect(await outcomeFor({}, {}, false)).toMatchObject({ state: 'failed', code: 'username_taken' });
  });
});

it('a lost creation on shared rows is unchanged if another machine created the account', async () => {
  const meanwhile: SendingOptions['meanwhile'] = (organization) =>
    organization.change(stranger({}, NOW - 60_000));
  const { send } = await peopleWorld({ fates: ['lost'], meanwhile, context: { isShared: true } });
  expect(await send(newcomer)).toMatchObject({ state: 'succeeded', id: idOf('new'), how: 'already' });
});

it('a taken name without a visible account is refused on shared rows', async () => {
  const { send } = await peopleWorld({
    fates: [refused('username_taken', 409)],
    context: { isShared: true },
  });
  expect(await send(newcomer)).toMatchObject({ state: 'failed', code: 'username_taken' });
});
