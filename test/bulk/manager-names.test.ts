import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

const FILE = 'userName,manager\nclara.voss,mei.tanaka\n';

async function machineWith(text = FILE) {
  const machine = freshMachine();
  writeFileSync(machine.path('m.csv'), text);
  const orgctl = (line: string, options = {}) =>
    machine.orgctl(`-p sandbox ${line.replace('FILE', machine.path('m.csv'))}`, options);
  return { machine, orgctl };
}

describe('managers in a printed plan', () => {
  it.each([
    'bulk plan FILE',
    'bulk apply FILE -n',
    'bulk plan FILE -o md',
    'bulk plan FILE --explain 2 -o table',
  ])('are shown by name in %s', async (line) => {
    const { orgctl } = await machineWith();
    const { stdout, exit } = await orgctl(line);
    expect(exit).toBe(0);
    expect(stdout).toContain('manager: empty → mei.tanaka');
  });

  it('are shown by name in the preview before the question, and in an undo', async () => {
    const { orgctl } = await machineWith();
    const applied = await orgctl('bulk apply FILE', { terminal: 100, answers: [['(y/N)', 'y\r']] });
    expect(applied.stderr).toContain('manager: empty → mei.tanaka');
    expect((await orgctl('undo latest -n')).stdout).toContain('manager: mei.tanaka → empty');
  });

  it('are stored by name in a saved plan only if it has managers', async () => {
    const { machine, orgctl } = await machineWith();
    await orgctl(`bulk plan FILE --out ${machine.path('plan.json')}`);
    const { managers } = JSON.parse(readFileSync(machine.path('plan.json'), 'utf8'));
    expect(Object.values(managers)).toEqual(['mei.tanaka']);
    expect((await orgctl(`bulk apply ${machine.path('plan.json')} -n`)).stdout).toContain('→ mei.tanaka');
    const plain = await machineWith('userName,title\nclara.voss,Lead\n');
    expect(JSON.parse((await plain.orgctl('bulk plan FILE -o json')).stdout)).not.toHaveProperty('managers');
  });

  it('are shown by name in the warning of a replacement', async () => {
    const { orgctl } = await machineWith();
    await orgctl('bulk apply FILE --yes');
    const { stderr } = await orgctl('scim users replace clara.voss --email clara.voss@harbour-finch.example');
    expect(stderr).toContain('manager (mei.tanaka)');
  });
});
