// cspell:disable: invented names
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { SANDBOX_TOKEN } from '../../../src/sandbox/demo-tokens.ts';
import { CANARY_PEOPLE, canariesIn } from '../../support/canaries.ts';
import { expectSameShape, recordAndReplay } from '../../support/record-and-replay.ts';
import { freshMachine, type Machine } from '../../support/run-orgctl.ts';
import { within } from '../../support/working-folder.ts';

const LINES: readonly string[] = [
  'compare export sandbox',
  'compare people.csv,groups.csv sandbox -o json',
  'compare before.snap sandbox',
  'compare before.snap export -o csv',
  'compare other sandbox',
  'migrate plan export sandbox',
  'migrate plan people.csv,groups.csv sandbox --rejects rejects.csv',
  'migrate plan before.snap sandbox -o json',
  'migrate apply export sandbox --yes -o json',
  'migrate apply before.snap sandbox --yes --domain kestrelmoor.example=ptarmigan.example',
  'migrate map export sandbox --out ids.csv',
  'migrate verify export sandbox -o json',
  'migrate verify --check report.html export sandbox',
  'migrate verify --check report.json export sandbox -o json',
  'migrate verify --check before.html before.snap sandbox',
  'compare damaged.snap sandbox',
];

describe('recording of organizations in files', () => {
  let machine: Machine;
  beforeEach(async () => {
    machine = freshMachine();
    writeFileSync(machine.path('canaries.csv'), CANARY_PEOPLE);
    await within(machine.home, async () => {
      const { orgctl } = machine;
      const ran = async (line: string, exit = 0) => {
        const { exit: ended, stderr } = await orgctl(line);
        expect({ line, ended, stderr }).toMatchObject({ ended: exit });
      };
      await ran('-p sandbox bulk apply canaries.csv --create-groups --yes');
      mkdirSync('export');
      await ran('-p sandbox scim users export --out export/people.csv');
      await ran('-p sandbox scim groups export --names --out export/groups.csv');
      await ran('migrate snapshot sandbox --out before.snap');
      await ran('migrate verify before.snap sandbox --html before.html');
      for (const name of ['people.csv', 'groups.csv'])
        writeFileSync(name, readFileSync(`export/${name}`, 'utf8').replaceAll('Zoological', 'Ptarmigan'));
      const other = { env: { ORGCTL_HOME: machine.path('other') } };
      await orgctl('-p sandbox bulk apply canaries.csv --create-groups --yes', other);
      await ran('-p sandbox scim users patch quenzilda.m --title Ptarmigan --yes');
      await ran('migrate verify export sandbox --html report.html', 8);
      writeFileSync('report.json', (await orgctl('migrate verify export sandbox -o json')).stdout);
      await ran('-p sandbox scim users patch olga --title Kestrelmoor --yes');
      writeFileSync(
        'damaged.snap',
        readFileSync('before.snap', 'utf8').replace('Zoological aide', 'Zoological aged'),
      );
      await ran('-p sandbox scim users patch olga --title "Zoological aide" --yes');
    });
  });

  it.each(LINES)('%s is replayed', async (line) => {
    await within(machine.home, async () => {
      const { recorded, replayed, file } = await recordAndReplay(machine, `-p sandbox ${line}`);
      expect({ exit: replayed.exit, stderr: replayed.stderr }).toMatchObject({ exit: recorded.exit });
      expectSameShape(recorded.stdout, replayed.stdout);
      const text = readFileSync(file, 'utf8');
      expect(canariesIn(text)).toEqual([]);
      expect(canariesIn(text, ['walt.finch', 'harbour-finch', SANDBOX_TOKEN])).toEqual([]);
    });
  });
});
