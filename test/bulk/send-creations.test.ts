import { describe, expect, it } from 'vitest';
import type { ChangeOf } from '../../src/bulk/plan/change.ts';
import { Failure } from '../../src/failure/failure.ts';
import { READ_LAG } from '../../src/scim/reconcile-create.ts';
import type { JsonObject } from '../../src/spec/protocol-types.ts';
import type { UserValues } from '../../src/spec/user-attributes.ts';
import { account, idOf } from '../support/organization-world.ts';
import { AWAY, base, NAMED, peopleWorld, refused } from '../support/people-world.ts';
import { LOST, type SendingOptions } from '../support/sending-world.ts';
import { NOW, newUser, VERSIONS } from '../support/wire.ts';

const newcomer: ChangeOf<'createUser'> = {
  ...base,
  kind: 'createUser',
  name: 'new',
  user: { userName: 'new', email: 'new@example.com', title: 'Cook' },
  withheld: [],
};

/** The account of the newcomer as somebody else made it. */
function stranger(values: UserValues = {}, createdAt = NOW) {
  return {
    user: {
      ...account('new', { ...newcomer.user, ...values }, { hasCustomProfile: true }),
      created: new Date(createdAt).toISOString(),
    },
  };
}

describe.each(VERSIONS)('a user who is created, over SCIM %s', (version) => {
  it('is there, and the outcome says when it was made', async () => {
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

  it('is found where the answer was lost, and not made again', async () => {
    const { send, writes, retried } = await peopleWorld({ version, fates: ['made, lost'] });
    expect(await send(newcomer)).toMatchObject({ state: 'succeeded', name: 'new', how: 'adopted' });
    expect([writes.length, retried]).toEqual([1, []]);
  });
});

describe('a user who is created', () => {
  it('gets the values that no plan holds, of the line that has them', async () => {
    const withheldValues = (line: number, names: readonly string[]) => ({
      title: `${names} of line ${line}`,
    });
    const { send, now } = await peopleWorld({ context: { withheldValues } });
    await send({ ...newcomer, line: 7, withheld: ['title'] });
    expect(now('new')?.title).toBe('title of line 7');
  });

  it('is sent as a person wrote it, with the password that is nowhere else', async () => {
    const { send, bodies } = await peopleWorld({
      context: { withheldValues: () => ({ password: 'Secret-123' }) },
    });
    const body = newUser('2.0', 'new', { title: 'Chef' });
    await send({ ...newcomer, body, withheld: ['password'] });
    expect(bodies).toEqual([{ ...body, password: 'Secret-123' }]);
  });

  it('says which values the answer shows otherwise', async () => {
    const answer = (resource: JsonObject) => ({ ...resource, title: 'Chef' });
    const { send } = await peopleWorld({ answer });
    expect(await send(newcomer)).toMatchObject({ state: 'succeeded', notKept: ['title'] });
  });

  it('has no time of creation where the service does not say it', async () => {
    const { send } = await peopleWorld({ answer: ({ meta: _, ...resource }) => resource });
    expect(await send(newcomer)).not.toHaveProperty('created');
  });

  it('is made again where nobody is there after two looks, up to three times, and then unknown', async () => {
    const { send, writes, slept, retried } = await peopleWorld({ fates: ['lost'] });
    await expect(send(newcomer)).rejects.toBe(LOST);
    expect([writes.length, slept, retried.length]).toEqual([3, [READ_LAG, READ_LAG, READ_LAG], 2]);
  });

  it('has failed where the service itself says so three times', async () => {
    const { send, writes } = await peopleWorld({ fates: [NAMED] });
    expect(await send(newcomer)).toEqual({
      state: 'failed',
      code: 'query_building_failed',
      message: 'it failed',
    });
    expect(writes).toHaveLength(3);
  });

  it('stays unknown where nobody can look', async () => {
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
    ['made just now: the service rewrote name and address', NOW, 'succeeded'],
    ['made long before: the own one is looked for', NOW - 60_000, 'adopted'],
  ])('is looked at where the answer is about somebody else: %s', async (_, createdAt, how) => {
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

describe('a user whose name or address is taken', () => {
  const TAKEN = ['email_taken', 'username_taken', 'user_creation_failed'];

  it.each(TAKEN)('is refused with %s where nothing was sent before', async (code) => {
    const { send, refusals } = await peopleWorld({ fates: [refused(code, 409)] });
    expect(await send(newcomer)).toEqual({ state: 'failed', code, message: `no: ${code}` });
    expect(refusals.map((failure) => failure.code)).toEqual([code]);
  });

  it.each(TAKEN)('may be the very one whose answer an earlier run lost: %s', async (code) => {
    const { send, organization } = await peopleWorld({ fates: [refused(code, 409)] });
    organization.change(stranger());
    expect(await send(newcomer, NOW - 10)).toMatchObject({ state: 'succeeded', how: 'adopted' });
  });

  it('may be the very one that the first attempt made, which shows late', async () => {
    const meanwhile: SendingOptions['meanwhile'] = (organization, write) => {
      if (write === 2) organization.change(stranger());
    };
    const { send } = await peopleWorld({ fates: ['lost', refused('username_taken', 409)], meanwhile });
    expect(await send(newcomer)).toMatchObject({ state: 'succeeded', how: 'adopted' });
  });

  it('is somebody else where the account is older, or has other values', async () => {
    const { send, organization } = await peopleWorld({ fates: [refused('username_taken', 409)] });
    organization.change(stranger({}, NOW - 60_000));
    expect(await send(newcomer, NOW - 10)).toMatchObject({ state: 'failed', code: 'username_taken' });
  });

  it('is a conflict with its ID where a lost creation finds another account', async () => {
    const meanwhile: SendingOptions['meanwhile'] = (organization) =>
      organization.change(stranger({ title: 'Chef' }));
    const { send } = await peopleWorld({ fates: ['lost'], meanwhile });
    expect(await send(newcomer)).toEqual({
      state: 'failed',
      code: 'conflict',
      message: `another account has this address or name (${idOf('new')}): its title is another`,
    });
  });

  it('is not looked for after a refusal of another kind', async () => {
    const { send, organization, reads } = await peopleWorld({ fates: [refused('title_too_long')] });
    organization.change(stranger());
    expect(await send(newcomer, NOW - 10)).toMatchObject({ state: 'failed', code: 'title_too_long' });
    expect(reads).toEqual([]);
  });

  it('is refused with 409 and no code as it is', async () => {
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
    ['is done where the account has every value of it', {}, {}, 'already'],
    ['is done where that has more', { department: 'Kitchen' }, {}, 'already'],
    ['is done where it is deactivated as wanted', { active: false }, { active: false }, 'already'],
    [
      'is done with a value that only an extension has',
      { division: 'East' },
      { division: 'East' },
      'already',
    ],
    ['is refused where a value is another', { title: 'Chef' }, {}, 'username_taken'],
    ['is refused where a value is missing', {}, { department: 'Kitchen' }, 'username_taken'],
    ['is refused where the account is deactivated', { active: false }, {}, 'username_taken'],
  ])('%s', async (_, values, wanted, expected) => {
    const outcome = await outcomeFor(values, wanted);
    expect(outcome.state === 'failed' ? outcome.code : outcome.how).toBe(expected);
  });

  it('is refused where no other machine works on the same rows', async () => {
    expect(await outcomeFor({}, {}, false)).toMatchObject({ state: 'failed', code: 'username_taken' });
  });
});

it('a lost creation on shared rows is done where another machine made the account', async () => {
  const meanwhile: SendingOptions['meanwhile'] = (organization) =>
    organization.change(stranger({}, NOW - 60_000));
  const { send } = await peopleWorld({ fates: ['lost'], meanwhile, context: { isShared: true } });
  expect(await send(newcomer)).toMatchObject({ state: 'succeeded', id: idOf('new'), how: 'already' });
});

it('a name that nobody has who can be found is refused on shared rows', async () => {
  const { send } = await peopleWorld({
    fates: [refused('username_taken', 409)],
    context: { isShared: true },
  });
  expect(await send(newcomer)).toMatchObject({ state: 'failed', code: 'username_taken' });
});
