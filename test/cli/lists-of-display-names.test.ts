import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

describe('a list of users with display names only', () => {
  it.each([
    ['scim users deactivate @LIST -n', 'displayName\nClara Voss\nWalt Finch\n'],
    ['scim users deactivate @LIST -n', 'displayName,title\nClara Voss,Designer\nNobody,\n'],
    ['scim groups members add IT @LIST -n', 'DisplayName\nClara Voss\nWalt Finch\n'],
  ])('is refused once by %s', async (line, text) => {
    const { orgctl, path } = freshMachine();
    const list = path('list.csv');
    writeFileSync(list, text);
    const ran = await orgctl(`-p sandbox ${line.replace('LIST', list)}`);
    expect(ran).toMatchObject({ exit: 5, stdout: '' });
    expect(ran.stderr).toMatch(
      /^error: \S+:1: a displayname does not identify a user; add a column id, userName, email or employeeNumber\nhint: look up the userNames: orgctl -p sandbox scim users list --columns userName,displayName -o csv\n$/i,
    );
  });

  it('is looked up by a command that only reads', async () => {
    const { orgctl, path } = freshMachine();
    writeFileSync(path('list.csv'), 'displayName\nClara Voss\nWalt Finch\n');
    const ran = await orgctl(
      `-p sandbox scim users get @${path('list.csv')} -o csv --columns userName --no-header`,
    );
    expect(ran).toMatchObject({ exit: 0, stdout: 'clara.voss\nwalt.finch\n' });
  });

  it('is read if another column identifies the users, and for groups', async () => {
    const { orgctl, path } = freshMachine();
    writeFileSync(path('users.csv'), 'displayName,email\nClara,clara.voss@harbour-finch.example\n');
    writeFileSync(path('groups.csv'), 'displayName\nIT\n');
    const users = await orgctl(`-p sandbox scim users deactivate @${path('users.csv')} -n`);
    expect(users.exit).toBe(0);
    const groups = await orgctl(
      `-p sandbox scim groups delete @${path('groups.csv')} --max-delete-groups 1 -n`,
    );
    expect(groups.exit).toBe(0);
  });
});
