import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { listeningSandbox } from '../support/listening-sandbox.ts';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

const AT = '--scim-url http://127.0.0.1:9 --api-url http://127.0.0.1:9/api --token-stdin';

function machineWithFiles(): Machine {
  const machine = freshMachine();
  writeFileSync(machine.path('people.csv'), 'userName,title\nclara.voss,VP\n');
  return machine;
}

it.each<[line: string, other?: string]>([
  ['admin sessions -'],
  ['scim users get @-'],
  ['groups patch IT --remove clara.voss --add @- --yes', '--add'],
  ['api team.info note=@-', 'note'],
  ['scim users deactivate - --yes'],
  ['groups members add IT - --yes'],
  ['groups patch IT --remove clara.voss --add - --yes', '--add'],
  ['offboard - --yes'],
  ['bulk plan -'],
  ['bulk apply - --yes'],
  ['onboard -'],
  ['migrate verify -'],
  ['bulk plan HERE/people.csv --map -', '--map'],
  ['bulk plan HERE/people.csv --id-map -', '--id-map'],
  ['scim users patch clara.voss --file - --yes', '--file'],
  ['scim users create --file - --yes', '--file'],
  ['onboard ann@x.example --password-file - --yes', '--password-file'],
  ['conversations mark', 'the list of timestamps'],
  ['api conversations.mark channel=C0RANDOM ts=@-', 'ts'],
  ['bugreport --recording -', '--recording'],
])('%s is refused with --token-stdin', async (line, other = '"-"') => {
  const machine = machineWithFiles();
  const ran = await machine.orgctl(`${AT} ${line.replace('HERE', machine.home)}`, {
    stdin: 'some-token-1234\n',
  });
  expect(ran).toEqual({
    exit: 2,
    stdout: '',
    stderr:
      `error: stdin can be read only once, but --token-stdin and ${other} both read it\n` +
      'hint: read one of them from a file\n',
  });
});

it.each<[line: string, both: string]>([
  ['sandbox seed - --people -', '"-" and --people both read it'],
  ['sandbox seed --people - --groups -', '--people and --groups both read it'],
  ['sandbox serve --memory --fault - --limits -', '--limits and --fault both read it'],
  ['sandbox serve --from - --fault -', '--from and --fault both read it'],
  ['migrate rewrite --map - -', '"-" and --map both read it'],
  ['migrate rewrite --map -', '--map and the input both read it'],
  ['bulk plan - --map -', '"-" and --map both read it'],
  ['manifest diff - -', '"-" is given twice'],
  ['users patch - --file -', '"-" and --file both read it'],
  ['groups create Cooks --member - --members-file -', '--member and --members-file both read it'],
])('%s is refused before anything is read', async (line, both) => {
  const ran = await machineWithFiles().orgctl(`-p sandbox ${line}`, { stdin: 'from,to\nU1,W1\n' });
  expect(ran).toEqual({
    exit: 2,
    stdout: '',
    stderr: `error: stdin can be read only once, but ${both}\nhint: read one of them from a file\n`,
  });
});

it.each<[line: string, exit: number]>([
  ["assistant status set D0DEPLOY 1709830800.000100 'is busy' --while -- cat - -", 0],
  ['manifest validate - --stdin-filename -', 5],
])('%s reads stdin at most once', async (line, exit) => {
  const ran = await machineWithFiles().orgctl(`-p sandbox ${line}`, { stdin: '{}' });
  expect(ran.exit).toBe(exit);
  expect(ran.stderr).not.toContain('stdin can be read only once');
});

it('a group named - is no second input', async () => {
  const machine = machineWithFiles();
  await machine.orgctl('-p sandbox groups create -- -');
  const ran = await machine.orgctl('-p sandbox groups members add - - -n', { stdin: 'clara.voss\n' });
  expect(ran).toMatchObject({ exit: 0 });
});

it('a list from stdin is read with --token-file', async () => {
  const machine = machineWithFiles();
  writeFileSync(machine.path('token'), 'some-token-1234\n');
  const { origin } = await listeningSandbox({ token: 'some-token-1234' });
  const at = `--scim-url ${origin} --token-file ${machine.path('token')}`;
  const ran = await machine.orgctl(`${at} scim users deactivate - --dry-run`, { stdin: 'tomas.rey\n' });
  expect(ran).toMatchObject({ exit: 0 });
});

it('a new user and its password cannot both be read from stdin', async () => {
  const line = '-p sandbox scim users create --file - --password-file -';
  const ran = await freshMachine().orgctl(line, { stdin: 'userName: ann\n' });
  expect(ran).toMatchObject({ exit: 2, stdout: '' });
  expect(ran.stderr).toContain('stdin can be read only once, but --file and --password-file both read it');
});

it('one argument of a method is read from stdin', async () => {
  const line = '-p sandbox api conversations.mark channel=C0RANDOM ts=@-';
  expect((await freshMachine().orgctl(line, { stdin: '1709571600.000100\n' })).exit).toBe(0);
});
