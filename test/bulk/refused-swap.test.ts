import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

/** The service refuses changes of this user, whose personal data was erased. */
const ERASED = 'W167FZAIC';
const ADDRESS = 'erased@harbour-finch.example';

async function exchange(others: readonly (readonly [name: string, takes: string])[]) {
  const machine = freshMachine();
  const run = (words: string) => machine.orgctl(`-p sandbox ${words}`);
  const people = others.map(([name]) => `${name},${name}@x.example\n`).join('');
  writeFileSync(machine.path('people.csv'), `userName,email\n${people}`);
  await run(`bulk apply ${machine.path('people.csv')} --yes`);
  const ids = new Map((await listed(machine)).map(({ userName, id }) => [userName, id]));
  const rows = others.map(([name, takes]) => `${ids.get(name)},${takes}\n`);
  const given = others.find(([name]) => !others.some(([, takes]) => takes === `${name}@x.example`))?.[0];
  const last = `${ERASED},${given}@x.example\n`;
  writeFileSync(machine.path('swap.csv'), `id,email\n${rows.join('')}${last}`);
  const lines = [...others, ''].map((_, index) => index + 2).join(',');
  const ran = await run(
    `bulk apply ${machine.path('swap.csv')} --accept-identity-change ${lines} --yes -o json`,
  );
  return { machine, run, ran };
}

async function listed(machine: Machine): Promise<readonly { id: string; userName: string; email: string }[]> {
  const { stdout } = await machine.orgctl('-p sandbox scim users list -o json --limit 1000');
  const users: { id: string; userName: string; emails: { value: string }[] }[] = JSON.parse(stdout);
  return users.map(({ id, userName, emails }) => ({ id, userName, email: emails[0]?.value ?? '' }));
}

async function addresses(machine: Machine): Promise<Readonly<Record<string, string>>> {
  return Object.fromEntries((await listed(machine)).map(({ userName, email }) => [userName, email]));
}

describe('swap with one half refused by the service', () => {
  it('leaves no user with a temporary address', async () => {
    const { machine, ran, run } = await exchange([['ann', ADDRESS]]);
    expect(ran.exit).toBe(3);
    expect(ran.stdout).toContain('"depends on line 3, which failed; has ann@x.example"');
    expect(await addresses(machine)).toMatchObject({ ann: 'ann@x.example', erased: ADDRESS });
    // There is nothing left to undo, and a retry begins from the start.
    const undone = await run('bulk undo latest --yes');
    expect(undone.exit).toBe(0);
    expect(await addresses(machine)).toMatchObject({ ann: 'ann@x.example', erased: ADDRESS });
  });

  it('can be retried as a whole', async () => {
    const { machine, run } = await exchange([['ann', ADDRESS]]);
    const again = await run('bulk resume latest --retry-failed --yes -o json');
    expect(again.exit).toBe(3);
    expect(again.stdout.match(/cannot_modify_gdpr/g)).not.toBeNull();
    expect(again.stdout).toContain('; has ann@x.example"');
    expect(await addresses(machine)).toMatchObject({ ann: 'ann@x.example', erased: ADDRESS });
  });

  it('restores the address if none of three users has taken it', async () => {
    const { machine, ran } = await exchange([
      ['ann', 'bob@x.example'],
      ['bob', ADDRESS],
    ]);
    expect(ran.exit).toBe(3);
    const before = { ann: 'ann@x.example', bob: 'bob@x.example', erased: ADDRESS };
    expect(await addresses(machine)).toMatchObject(before);
  });

  it('keeps the temporary address if another user has the old one, and undo restores both', async () => {
    const { machine, run, ran } = await exchange([
      ['ann', ADDRESS],
      ['bob', 'ann@x.example'],
    ]);
    expect(ran.stdout).toContain('"depends on line 4, which failed"');
    expect(await addresses(machine)).toMatchObject({
      ann: expect.stringMatching(/^swap-/),
      bob: 'ann@x.example',
      erased: ADDRESS,
    });
    const undone = await run('bulk undo latest --yes');
    expect(undone.exit).toBe(0);
    expect(await addresses(machine)).toMatchObject({ ann: 'ann@x.example', bob: 'bob@x.example' });
  });
});
