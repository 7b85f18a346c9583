import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

describe('counts of a plan', () => {
  async function planned(csv: string, flags: string) {
    const machine = freshMachine();
    const out = machine.path('plan.json');
    writeFileSync(machine.path('in.csv'), csv);
    const ran = await machine.orgctl(`-p sandbox bulk plan ${machine.path('in.csv')} ${flags} --out ${out}`);
    expect(ran.exit).toBe(0);
    return JSON.parse(readFileSync(out, 'utf8'));
  }

  it('do not count a user who joins a group as unchanged', async () => {
    const rows = 'userName,groups\nclara.voss,Fresh\ntomas.rey,\nwalt.finch,\n';
    expect(await planned(rows, '--create-groups')).toMatchObject({ unchanged: 2 });
  });

  it('agree with those of its run, whoever joined a group without changes since', async () => {
    const machine = freshMachine();
    const [file, out] = [machine.path('groups.csv'), machine.path('plan.json')];
    const rows = ['IT,walt.finch', 'IT,samir.aziz', 'IT,mei.tanaka', 'Support desk,tomas.rey'];
    writeFileSync(file, ['group,member', ...rows, 'Support desk,aroha.ngata', ''].join('\n'));
    const plan = await machine.orgctl(`-p sandbox bulk plan ${file} --exact --out ${out}`);
    expect(plan.stderr).toContain('1 member to add; 4 unchanged; 2 calls\n');
    await machine.orgctl("-p sandbox scim groups members add 'Support desk' clara.voss --yes");
    const applied = await machine.orgctl(`-p sandbox bulk apply ${out} --yes`);
    expect(applied.stderr).toMatch(/\n1 member added\n/);
    const report = await machine.orgctl('bulk report latest -o json');
    expect(JSON.parse(report.stdout)).toMatchObject({
      changes: 1,
      succeeded: 1,
      failed: 0,
      left: 0,
      calls: 2,
    });
    const again = await machine.orgctl(`-p sandbox bulk plan ${file} --exact`);
    expect(again.stderr).toContain('1 member to remove; 5 unchanged; 2 calls\n');
  });

  it('list every user that --prune deactivates, each as a separate change', async () => {
    const { changes } = await planned('userName\nclara.voss\n', '--prune --max-deactivate 90%');
    expect(changes.length).toBeGreaterThan(3);
    for (const change of changes) {
      const base = { id: `P${change.target.id}`, line: 0, after: [] };
      expect(change).toMatchObject({ ...base, kind: 'deactivateUser', set: { active: false } });
      expect(change.name).toMatch(/^[\w.-]+$/);
    }
    expect(changes.map(({ name }: { name: string }) => name)).toContain('tomas.rey');
  });
});
