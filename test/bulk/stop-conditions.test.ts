import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

/** In a pair both rows lead to the same userName, and the second one fails. */
function pairs(from: number, count: number, failing: (index: number) => boolean): string {
  return Array.from({ length: count }, (_, index) => {
    const name = `p${from + index}`;
    const first = `${name}@x.example,${name}@x.example\n`;
    return failing(index) ? `${first}${name},${name}@y.example\n` : first;
  }).join('');
}

describe('--canary', () => {
  it('stops before the rest if a change of the canary failed, and can be resumed', async () => {
    const machine = freshMachine();
    writeFileSync(machine.path('people.csv'), `userName,email\n${pairs(0, 20, (index) => index === 0)}`);
    const apply = `-p sandbox bulk apply ${machine.path('people.csv')} --yes -o json --canary 3`;
    const stopped = await machine.orgctl(`${apply} --concurrency 1`);
    expect(stopped.exit).toBe(9);
    expect(stopped.stderr).toContain('stopped: a canary change failed with username_taken');
    expect(stopped.stderr).toMatch(/resume: orgctl -p sandbox .*bulk resume \S+/);
    const { stdout } = await machine.orgctl('bulk report latest -o json');
    expect(JSON.parse(stdout)).toMatchObject({ state: 'paused', succeeded: 1, failed: 1, left: 19 });
    const resumed = await machine.orgctl('-p sandbox bulk resume latest --yes -o json');
    expect(resumed).toMatchObject({ exit: 3, stderr: expect.stringContaining('20 created, 1 failed') });
  });

  it('continues with the rest if the canary succeeded', async () => {
    const { exit, stderr } = await freshMachine().orgctl(
      '-p sandbox bulk apply examples/people.csv --yes --canary 2',
    );
    expect({ exit, says: stderr.includes('10 created') }).toEqual({ exit: 0, says: true });
  });
});

describe('--stop-on', () => {
  it('pauses the run and prints the resume command', async () => {
    const machine = freshMachine();
    writeFileSync(machine.path('people.csv'), `userName,email\n${pairs(0, 30, (index) => index % 3 === 0)}`);
    const apply = `-p sandbox bulk apply ${machine.path('people.csv')} --yes -o json --concurrency 1`;
    const stopped = await machine.orgctl(`${apply} --stop-on 2,permission_denied`);
    expect(stopped.exit).toBe(9);
    expect(stopped.stderr).toContain('stopped: 2 changes failed');
    const report = JSON.parse((await machine.orgctl('bulk report latest -o json')).stdout);
    expect(report).toMatchObject({ state: 'paused', failed: 2 });
    expect(report.left).toBeGreaterThan(0);
  });

  it.each(['0', '100%', 'Foo', '1.5', ''])('refuses the rule "%s"', async (rule) => {
    const line = `-p sandbox bulk apply examples/people.csv --yes --stop-on "${rule}"`;
    expect(await freshMachine().orgctl(line)).toMatchObject({ exit: 2, stdout: '' });
  });
});
