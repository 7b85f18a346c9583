import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

const HEADING = 'userName,email,active\n';

describe('bulk plan --mode deactivate', () => {
  it.each([
    ['', 0],
    ['false', 0],
    ['no', 0],
    ['true', 5],
    ['yes', 5],
    ['1', 5],
  ])('reads a row whose active is "%s": exit %i', async (active, exit) => {
    const machine = freshMachine();
    const file = machine.path('leavers.csv');
    writeFileSync(file, `${HEADING}ann,ann@x.example,true\nbob,bob@x.example,true\n`);
    expect((await machine.orgctl(`-p sandbox bulk apply ${file} --yes`)).exit).toBe(0);
    writeFileSync(file, `${HEADING}ann,ann@x.example,${active}\nbob,bob@x.example,\n`);
    const plan = (flags = '') => machine.orgctl(`-p sandbox bulk plan ${file} --mode deactivate ${flags}`);
    const ran = await plan();
    expect(ran.exit).toBe(exit);
    const finding = 'leavers.csv:2:19 active: active is true, but --mode is deactivate (contradicts_mode)';
    expect(ran.stderr.includes(finding)).toBe(exit === 5);
    const skipped = await plan('--on-bad-row skip --max-bad-rows 1 -o json');
    const names = JSON.parse(skipped.stdout).changes.map(({ name }: { readonly name: string }) => name);
    expect(names).toEqual(exit === 5 ? ['bob'] : ['ann', 'bob']);
  });

  it.each(['\\clear', 'Support desk', 'No such group', '" "'])(
    'changes no group because of the cell %s',
    async (groups) => {
      const machine = freshMachine();
      const file = machine.path('leavers.csv');
      await machine.orgctl('-p sandbox scim groups members add IT walt.finch --yes');
      writeFileSync(file, `userName,groups\nwalt.finch,${groups}\n`);
      for (const flags of ['', '--exact', '--create-groups', '--create-groups --shard 0/2', '--shard 1/2']) {
        const ran = await machine.orgctl(`-p sandbox bulk plan ${file} --mode deactivate ${flags} -o json`);
        expect(ran).toMatchObject({ exit: 0 });
        const kinds = JSON.parse(ran.stdout).changes.map(({ kind }: { readonly kind: string }) => kind);
        expect(kinds.every((kind: string) => kind === 'deactivateUser')).toBe(true);
        if (!flags.includes('--shard')) expect(kinds).toHaveLength(1);
      }
    },
  );

  it('rejects rows that a map includes as active, and deactivates the leavers', async () => {
    const machine = freshMachine();
    const [file, map] = [machine.path('hr.csv'), machine.path('map.yaml')];
    writeFileSync(
      map,
      `columns: { userName: Login, email: Mail, active: { value: 'true' } }\nprovision: { when: 'status eq "Active"', otherwise: deactivate }\n`,
    );
    writeFileSync(file, 'Login,Mail,Status\nann,ann@x.example,Active\nbob,bob@x.example,Active\n');
    expect((await machine.orgctl(`-p sandbox bulk apply ${file} --map ${map} --yes`)).exit).toBe(0);
    writeFileSync(file, 'Login,Mail,Status\nann,ann@x.example,Active\nbob,bob@x.example,Left\n');
    const words = `bulk plan ${file} --map ${map} --mode deactivate --on-bad-row skip --max-bad-rows 1 -o json`;
    const ran = await machine.orgctl(`-p sandbox ${words}`);
    expect(JSON.parse(ran.stdout)).toMatchObject({
      changes: [{ kind: 'deactivateUser', name: 'bob' }],
      rejected: [{ code: 'contradicts_mode', at: { line: 2 } }],
    });
  });
});
