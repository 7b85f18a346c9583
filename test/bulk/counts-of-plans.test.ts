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
