import { describe, expect, it } from 'vitest';
import { readDesiredUser } from '../../src/bulk/input/read-desired-user.ts';
import { USER_ATTRIBUTE_NAMES, USER_ATTRIBUTES } from '../../src/spec/user-attributes.ts';
import { bulkWorld } from '../support/bulk-world.ts';
import { account } from '../support/organization-world.ts';

/** Attributes of any text: no key, no date, no fixed word. */
const TEXTS = USER_ATTRIBUTE_NAMES.filter((name) =>
  ['text', 'displayName', 'url', 'photo'].includes(USER_ATTRIBUTES[name].kind),
);

describe('spaces around a value', () => {
  it.each(TEXTS.filter((name) => name !== 'password'))('are removed from %s', async (name) => {
    const { example } = USER_ATTRIBUTES[name];
    const world = await bulkWorld({ users: [] });
    const plan = (value: string) => world.plan(`userName,email,${name}\nann,ann@x.example,"${value}"\n`);
    const [plain] = await plan(example);
    expect(plain).toMatchObject({ kind: 'createUser', user: { [name]: example } });
    expect(await plan(` \u00a0${example}\t `)).toEqual([plain]);
  });

  it('are kept in a password', () => {
    const cells = new Map([
      ['userName', 'ann'],
      ['password', ' a long secret '],
    ] as const);
    expect(readDesiredUser(cells, 2, 'upsert', 'service').desired.set.password).toBe(' a long secret ');
  });

  it('clear an attribute if they are a single space, and keep it if there are more', async () => {
    const user = account('ann', { title: 'Lead', department: 'Sales' }, { hasCustomProfile: true });
    const world = await bulkWorld({ users: [user] });
    const changes = await world.plan('userName,title,department\nann,"   "," "\n');
    expect(changes).toMatchObject([{ kind: 'patchUser', set: {}, clear: ['department'] }]);
  });

  it('cause no change if both the user and the file have them', async () => {
    const user = account('ann', { title: ' Lead ' });
    const world = await bulkWorld({ users: [user] });
    expect(await world.plan('userName,title\nann, Lead \n')).toEqual([]);
    expect(await world.plan('userName,title\nann,Lead\n')).toMatchObject([{ set: { title: 'Lead' } }]);
    expect(await world.plan('userName,title\nann, Chief \n')).toMatchObject([{ set: { title: 'Chief' } }]);
  });
});
