import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';
import { within } from '../support/working-folder.ts';

const FILES = {
  'export/people.csv': 'id,userName,email,department\nW10000001,ann,ann@old.example,Support\n',
  'export/groups.csv': 'group,member\nCooks,ann\n',
  'ids.csv': 'from,to\nW10000001,W1118NVR2\n',
  'map.yaml':
    'columns: {id: id, userName: userName, email: email, title: {from: department, lookup: titles}}\nlookups: {titles: titles.csv}\n',
  'titles.csv': 'department,title\nSupport,Helper\n',
};
const FURTHER = 'a file that the plan was made from';

const MOVE_OF_FOLDER = 'migrate plan export sandbox --map ids.csv';
const MOVE_OF_FILES = 'migrate plan export/people.csv,export/groups.csv sandbox --map ids.csv';
const ROWS = 'bulk plan export/people.csv --map map.yaml --id-map ids.csv';

async function machineWithPlan(line: string) {
  const machine = freshMachine();
  mkdirSync(machine.path('elsewhere'));
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(machine.path(name)), { recursive: true });
    writeFileSync(machine.path(name), text);
  }
  const inFolder = (folder: string) => (words: string) =>
    within(folder, () => machine.orgctl(`-p sandbox ${words}`));
  const here = inFolder(machine.home);
  expect(await here(`${line} --out plan.json`)).toMatchObject({ exit: 0 });
  return { machine, here, elsewhere: inFolder(machine.path('elsewhere')) };
}

const refused = (flag: string, file: string, role: string) => ({
  exit: 2,
  stdout: '',
  stderr: `error: ${flag.split(' ').at(-1)} names ${file}, which is ${role}\nhint: use a different file\n`,
});

describe('an output that is an input of a saved plan', () => {
  it.each([
    [MOVE_OF_FOLDER, 'migrate apply', 'ids.csv'],
    [MOVE_OF_FOLDER, 'migrate apply', 'export/people.csv'],
    [MOVE_OF_FOLDER, 'migrate apply', 'export/groups.csv'],
    [MOVE_OF_FILES, 'migrate apply', 'ids.csv'],
    [MOVE_OF_FILES, 'migrate apply', 'export/people.csv'],
    [MOVE_OF_FILES, 'migrate apply', 'export/groups.csv'],
    [ROWS, 'bulk apply', 'map.yaml'],
    [ROWS, 'bulk apply', 'titles.csv'],
    [ROWS, 'bulk apply', 'ids.csv'],
  ])('is refused in another folder, and stays as it is: %s; %s: %s', async (line, apply, name) => {
    const { machine, elsewhere } = await machineWithPlan(line);
    for (const flag of ['--events', '--force --failed-out'])
      expect(await elsewhere(`${apply} ../plan.json ${flag} ../${name} --yes`)).toEqual(
        refused(flag, `../${name}`, `${FURTHER}, or a copy of it`),
      );
    expect(readFileSync(machine.path(name), 'utf8')).toBe(
      Object.entries(FILES).find(([of]) => of === name)?.[1],
    );
  });

  it('is refused for the undo of its run', async () => {
    const { elsewhere, here } = await machineWithPlan(MOVE_OF_FOLDER);
    expect(await here('migrate apply plan.json --yes')).toMatchObject({ exit: 0 });
    expect(await elsewhere('undo latest --yes --events ../ids.csv')).toEqual(
      refused('--events', '../ids.csv', `${FURTHER}, or a copy of it`),
    );
  });

  it('is the map of a move, even if its content changed', async () => {
    const { machine, here } = await machineWithPlan(MOVE_OF_FOLDER);
    writeFileSync(machine.path('ids.csv'), 'from,to\n');
    expect(await here('migrate apply plan.json --yes --events ids.csv')).toEqual(
      refused('--events', 'ids.csv', FURTHER),
    );
  });

  it('is no other file', async () => {
    const { machine, elsewhere } = await machineWithPlan(MOVE_OF_FOLDER);
    writeFileSync(
      machine.path('elsewhere/run.ndjson'),
      '{"t":"2026-01-02T03:04:05.000Z","type":"run.end"}\n',
    );
    expect(await elsewhere('migrate apply ../plan.json --yes --events run.ndjson')).toMatchObject({
      exit: 0,
    });
  });
});
