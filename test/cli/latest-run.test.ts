import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

/** A machine whose only run is of a single command with one refused change. */
async function offboarded() {
  const machine = freshMachine();
  const ran = await machine.orgctl('-p sandbox offboard tomas.rey --leave-groups --yes');
  expect(ran.exit).toBe(3);
  return machine;
}

describe('"latest" in bulk commands', () => {
  it.each([
    ['bulk resume latest --retry-failed --yes', 'resume latest --retry-failed', 3],
    ['bulk resume latest', 'resume latest', 3],
    ['bulk report latest', 'runs show latest', 0],
    ['bulk report --merge latest', 'runs show latest', 0],
    ['bulk runs show latest', 'runs show latest', 0],
    ['bulk runs export latest --out HERE/run.ndjson', 'runs export latest --out HERE/run.ndjson', 0],
    ['bulk undo latest --yes', 'undo latest', 0],
  ])('%s points to the command for a run that is not a bulk run', async (line, words, exit) => {
    const machine = await offboarded();
    const here = (text: string) => text.replaceAll('HERE', machine.home);
    const refused = await machine.orgctl(`-p sandbox ${here(line)}`);
    expect(refused).toEqual({
      exit: 2,
      stdout: '',
      stderr:
        'error: there is no bulk run; the latest run is from "offboard tomas.rey --leave-groups"\n' +
        `hint: orgctl -p sandbox ${here(words)}\n`,
    });
    expect(await machine.orgctl(`-p sandbox ${here(words)} --yes`)).toMatchObject({ exit });
  });

  it('selects the latest bulk run if there is one', async () => {
    const machine = freshMachine();
    await machine.orgctl('-p sandbox bulk apply examples/people.csv --yes');
    await machine.orgctl('-p sandbox scim users patch clara.voss --title Lead');
    const shown = await machine.orgctl('-p sandbox bulk report latest -o json');
    expect(JSON.parse(shown.stdout)).toMatchObject({ file: 'examples/people.csv' });
  });

  it('reports that there is no run', async () => {
    expect((await freshMachine().orgctl('-p sandbox bulk report latest')).stderr).toBe(
      'error: there are no runs\nhint: to start one: orgctl -p sandbox bulk apply FILE\n',
    );
  });
});

it('runs show prints a command that retries the failed changes of a single command', async () => {
  const machine = await offboarded();
  const shown = await machine.orgctl('-p sandbox runs show latest');
  const words = /2 done, 1 failed, 0 left; retry: orgctl (.*)$/m.exec(shown.stderr)?.[1] ?? '';
  expect(words).toMatch(/^-p sandbox resume \S+ --retry-failed --yes$/);
  const again = await machine.orgctl(words);
  expect(again.exit).toBe(3);
  expect(again.stdout).toContain('failed_to_remove_users_for_linked_subteam');
});
