import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

/** Runs a command on a terminal, and returns what is on the screen when its question is answered. */
async function asked(line: string, question: string, answer: string, people = '') {
  const machine = freshMachine();
  writeFileSync(machine.path('people.csv'), people);
  const { stderr } = await machine.orgctl(line.replace('FILE', machine.path('people.csv')), {
    terminal: 100,
    env: { NO_COLOR: '1' },
    answers: [[question, answer]],
  });
  return stderr.slice(0, stderr.indexOf(question)).replaceAll(/ +/g, ' ');
}

const PEOPLE = 'userName,email\nann.lee,ann.lee@x.example\n';

describe('before a question, --quiet too prints what it is about', () => {
  it('the changes and the counts of a bulk run', async () => {
    const screen = await asked('-q -p sandbox bulk apply FILE', '(y/N)', 'n\n', PEOPLE);
    expect(screen).toContain('create ann.lee ann.lee@x.example');
    expect(screen).toContain('1 to create; 0 unchanged');
  });

  it('what cannot be undone', async () => {
    const screen = await asked('-q -p sandbox scim groups delete IT', 'Type IT', '\u0003');
    expect(screen).toContain('the group is deleted permanently');
    expect(screen).toMatch(/warning: about to permanently delete IT \(\w+, 2 members\)\s+in "sandbox"/);
  });

  it('what cannot be undone, if its name must be typed in spite of --yes', async () => {
    const line = '-q -p sandbox --yes admin conversations convert-to-private C0LIGHTHOUSE';
    expect(await asked(line, 'Type C0LIGHTHOUSE', '\u0003')).toContain('this cannot be undone');
    const { orgctl } = freshMachine();
    const confirmed = await orgctl(`${line} --confirm C0LIGHTHOUSE`, { terminal: 100 });
    expect(confirmed.stderr).not.toContain('cannot be undone');
  });

  it('but no plan if the profile is read-only, so that there is no question', async () => {
    const machine = freshMachine();
    writeFileSync(machine.path('people.csv'), PEOPLE);
    const { stderr, exit } = await machine.orgctl(`-q -p sandbox bulk apply ${machine.path('people.csv')}`, {
      terminal: 100,
      env: { ORGCTL_READ_ONLY: '1' },
    });
    expect(exit).toBe(9);
    expect(stderr).not.toContain('create');
  });

  it('but nothing about a change that needs no question', async () => {
    const { orgctl } = freshMachine();
    const { stderr } = await orgctl('-q -p sandbox scim users patch clara.voss --user-name clara.v', {
      terminal: 100,
    });
    expect(stderr).toBe('');
  });

  it('but nothing if --yes answers it', async () => {
    const machine = freshMachine();
    writeFileSync(machine.path('people.csv'), PEOPLE);
    const run = `-q -p sandbox bulk apply ${machine.path('people.csv')} --yes`;
    const { stderr } = await machine.orgctl(run, { terminal: 100 });
    expect(stderr).not.toContain('create');
  });
});
