import { describe, expect, it } from 'vitest';
import { readDesiredUser } from '../../src/bulk/input/desired-state.ts';
import { USER_ATTRIBUTE_NAMES, USER_ATTRIBUTES } from '../../src/spec/user-attributes.ts';
import { bulkWorld } from '../support/bulk-world.ts';
import { account } from '../support/organization-world.ts';

/** Attributes that are any text: no key, no date, no word. */
const TEXTS = USER_ATTRIBUTE_NAMES.filter((name) =>
  ['text', 'displayName', 'url', 'photo'].includes(USER_ATTRIBUTES[name].kind),
);

describe('blanks around a value', () => {
  it.each(TEXTS.filter((name) => name !== 'password'))('are no part of %s', async (name) => {
    const { example } = USER_ATTRIBUTES[name];
    const world = await bulkWorld({ users: [] });
    const plan = (value: string) => world.plan(`userName,email,${name}\nann,ann@x.example,"${value}"\n`);
    const [plain] = await plan(example);
    expect(plain).toMatchObject({ kind: 'createUser', user: { [name]: example } });
    expect(await plan(` \u00a0${example}\t `)).toEqual([plain]);
  });

  it('are part of a password', () => {
    const cells = new Map([
      ['userName', 'ann'],
      ['password', ' a long secret '],
    ] as const);
    expect(readDesiredUser(cells, 2, 'upsert', 'service').desired.set.password).toBe(' a long secret ');
  });

  it('clear where there is no value between them', async () => {
    const user = account('ann', { title: 'Lead', department: 'Sales' }, { hasCustomProfile: true });
    const world = await bulkWorld({ users: [user] });
    const changes = await world.plan('userName,title,department\nann,"   "," "\n');
    expect(changes).toMatchObject([{ kind: 'patchUser', set: { title: '   ' }, clear: ['department'] }]);
  });

  it('of a user who has them stay, where the file has them too: an export that nobody edited changes nobody', async () => {
    const user = account('ann', { title: ' Lead ' });
    const world = await bulkWorld({ users: [user] });
    expect(await world.plan('userName,title\nann, Lead \n')).toEqual([]);
    expect(await world.plan('userName,title\nann,Lead\n')).toMatchObject([{ set: { title: 'Lead' } }]);
    expect(await world.plan('userName,title\nann, Chief \n')).toMatchObject([{ set: { title: 'Chief' } }]);
  });
});
