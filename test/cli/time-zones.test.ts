import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isTimeZone, timeZoneMeant } from '../../src/rules/time-zone.ts';
import { freshMachine } from '../support/run-orgctl.ts';

describe('isTimeZone', () => {
  it.each(['Europe/Berlin', 'europe/berlin', 'US/Pacific', 'UTC', 'Etc/GMT+5', 'Asia/Tokyo'])(
    'accepts %s',
    (zone) => {
      expect(isTimeZone(zone)).toBe(true);
    },
  );

  it.each([
    ['Mars', undefined],
    ['Berlin', 'Europe/Berlin'],
    ['new york', 'America/New_York'],
    ['Europe/-Berlin', 'Europe/Berlin'],
    ['Europe/berlin-', 'Europe/Berlin'],
    ['W. Europe Standard Time', undefined],
  ])('rejects %s, and timeZoneMeant suggests %s', (zone, meant) => {
    expect(isTimeZone(zone)).toBe(false);
    expect(timeZoneMeant(zone)).toBe(meant);
  });
});

describe('warning about an unknown time zone', () => {
  it.each([
    ['users create --user-name eva --email eva@x.example', 'eva'],
    ['users patch clara.voss', 'clara.voss'],
    ['users patch clara.voss --dry-run', 'clara.voss'],
  ])('is printed by "%s", and the value is sent', async (line, name) => {
    const machine = freshMachine();
    const ran = await machine.orgctl(`-p sandbox scim ${line} --timezone Mars -o json`);
    expect(ran.exit).toBe(0);
    expect(ran.stderr).toContain(
      `warning: ${name}: "Mars" is not an IANA time zone, such as Europe/Berlin; sent unchanged\n`,
    );
    if (!line.includes('dry-run')) expect(JSON.parse(ran.stdout).timezone).toBe('Mars');
    const right = await machine.orgctl('-p sandbox scim users patch walt.finch --timezone Europe/Oslo');
    expect(right.stderr).not.toContain('time zone');
  });

  it('names the rows of a file once per zone, without refusing them', async () => {
    const machine = freshMachine();
    const file = machine.path('people.csv');
    const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => `${name},${name}@x.example,Berlin\n`);
    writeFileSync(
      file,
      `userName,email,timezone\n${rows.join('')}h,h@x.example,Europe/Oslo\ni,i@x.example,\n`,
    );
    const checked = await machine.orgctl(`bulk check ${file}`);
    expect(checked).toMatchObject({ exit: 0, stdout: '' });
    expect(checked.stderr).toContain(
      'warning: line 2, line 3, line 4, line 5, line 6 and 2 more: "Berlin" is not an IANA time zone (did you mean "Europe/Berlin"?); sent unchanged\n',
    );
    const planned = await machine.orgctl(`-p sandbox bulk plan ${file}`);
    expect(planned.exit).toBe(0);
    expect(planned.stderr.match(/warning:/g)).toHaveLength(1);
    expect(planned.stderr).toContain('warning: a, b, c, d, e and 2 more: "Berlin" is not an IANA time zone');
  });

  it('is limited to ten zones per file', async () => {
    const machine = freshMachine();
    const file = machine.path('people.csv');
    const rows = Array.from({ length: 30 }, (_, index) => `u${index},u${index}@x.example,Zone${index}\n`);
    writeFileSync(file, `userName,email,timezone\n${rows.join('')}`);
    const { stderr } = await machine.orgctl(`bulk check ${file}`);
    expect(stderr.match(/is not an IANA time zone/g)).toHaveLength(10);
    expect(stderr).toContain('warning: further time zones were not checked\n');
  });

  it('is not printed by an undo, which restores the old value', async () => {
    const machine = freshMachine();
    await machine.orgctl('-p sandbox scim users patch clara.voss --timezone Mars');
    await machine.orgctl('-p sandbox scim users patch clara.voss --timezone Europe/Oslo');
    const undone = await machine.orgctl('-p sandbox undo latest --yes');
    expect(undone.exit).toBe(0);
    expect(undone.stderr).not.toContain('IANA');
    const { stdout } = await machine.orgctl('-p sandbox scim users get clara.voss --query timezone');
    expect(stdout).toBe('"Mars"\n');
  });
});
