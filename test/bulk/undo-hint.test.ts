import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Change } from '../../src/bulk/plan/change.ts';
import { noteUndo } from '../../src/cli/bulk/note-undo.ts';
import type { Context } from '../../src/cli/context.ts';
import { defined } from '../../src/values/defined.ts';
import { changeId, userId } from '../../src/values/ids.ts';
import { freshMachine } from '../support/run-orgctl.ts';

function machineWith(text: string) {
  const machine = freshMachine();
  const file = machine.path('people.csv');
  writeFileSync(file, text);
  const run = async (line: string) => (await machine.orgctl(`-p sandbox ${line}`)).stderr;
  return { file, run };
}

describe('undo command at the end of a run', () => {
  it('is printed last and works', async () => {
    const { file, run } = machineWith('userName,title\nclara.voss,Cook\n');
    const applied = await run(`bulk apply ${file} --yes`);
    const [, undo] = /^1 changed\nto undo this: orgctl -p sandbox (undo \S+)\n$/m.exec(applied) ?? [];
    expect(await run(`${undo} --yes`)).toMatch(/^1 changed\nto undo this: orgctl -p sandbox undo \S+\n$/m);
    expect(await run(`bulk plan ${file}`)).toContain('1 to change; 0 unchanged');
  });

  it('precedes failures', async () => {
    const { file, run } = machineWith('userName,email\ngeneral,gen@x.example\nbo,bo@x.example\n');
    expect(await run(`bulk apply ${file} --yes`)).toMatch(
      /^1 created, 1 failed\nto undo this: orgctl -p sandbox undo \S+\n(?:.*\n)*error: 1 of 2 changes failed/m,
    );
  });

  it('is omitted if nothing was changed', async () => {
    const { file, run } = machineWith('userName,email\ngeneral,gen@x.example\n');
    expect(await run(`bulk apply ${file} --yes`)).not.toContain('to undo this');
  });

  const DEACTIVATED: Change = {
    id: changeId('c1'),
    line: 2,
    after: [],
    name: 'clara.voss',
    kind: 'deactivateUser',
    target: { id: userId('W1') },
    before: { active: true },
    set: { active: false },
    clear: [],
  };
  const { id, line, after } = DEACTIVATED;
  const CALLED: Change = {
    id,
    line,
    after,
    name: 'x',
    kind: 'callMethod',
    method: 'conversations.mark',
    arguments: {},
  };

  it.each([
    ['an adopted change', DEACTIVATED, 'adopted', true],
    ['an unchanged row', DEACTIVATED, 'already', false],
    ['a Web API call, which cannot be undone', CALLED, undefined, false],
  ] as const)('is printed or omitted for %s', async (_, change, how, isSaid) => {
    const outcome = { state: 'succeeded', id: 'W1', name: 'clara.voss', ...defined({ how }) } as const;
    const said: string[] = [];
    const messages = { note: async (text: string) => void said.push(text) } as Context['messages'];
    await noteUndo({ messages }, [{ change, outcome }], 'orgctl undo RUN');
    expect(said).toEqual(isSaid ? ['to undo this: orgctl undo RUN'] : []);
  });

  it('an undo does not report a group as deleted that is still there', async () => {
    const machine = freshMachine();
    // The service refuses the first deletion in a way that does not tell whether it was made.
    const deleted = await machine.orgctl("-p sandbox scim groups delete 'All admins' IT --yes", {
      sleep: async () => {},
    });
    expect(deleted.exit).toBe(13);
    const undone = await machine.orgctl('-p sandbox undo latest --yes');
    expect(undone.exit).toBe(3);
    expect(undone.stderr).toContain('IT: a deleted group cannot be restored');
    expect(undone.stderr).not.toContain('All admins');
    expect(undone.stderr).toContain('error: 1 item of run');
  });

  it.each([
    [10, '', ''],
    [11, ' --max-deactivate 11', ' --max-reactivate 11'],
  ])('has the limits without which it is refused, for %i new users', async (count, flags, back) => {
    const rows = Array.from({ length: count }, (_, i) => `new${i},new${i}@x.example,Alpha`);
    const { file, run } = machineWith(`userName,email,groups\n${rows.join('\n')}\n`);
    const applied = await run(`bulk apply ${file} --create-groups --yes`);
    const [, undo, limits] = /^to undo this: orgctl -p sandbox (undo \S+(.*))$/m.exec(applied) ?? [];
    expect(limits).toBe(`${flags} --max-delete-groups 1`);
    const undone = await run(`${undo} --yes`);
    const [, redo, again] = /^to undo this: orgctl -p sandbox (undo \S+(.*))$/m.exec(undone) ?? [];
    expect(again).toBe(back);
    const redone = await run(`${redo} --yes`);
    expect(redone).toContain(`${count} reactivated`);
    expect(/^to undo this: orgctl -p sandbox undo \S+(.*)$/m.exec(redone)?.[1]).toBe(flags);
  });

  it('has the limit of members who joined one group', async () => {
    const rows = Array.from({ length: 11 }, (_, i) => `new${i},new${i}@x.example,IT`);
    const { file, run } = machineWith(`userName,email,groups\n${rows.join('\n')}\n`);
    const applied = await run(`bulk apply ${file} --yes`);
    const [, undo, limits] = /^to undo this: orgctl -p sandbox (undo \S+(.*))$/m.exec(applied) ?? [];
    expect(limits).toBe(' --max-deactivate 11 --max-remove-members 11');
    expect(await run(`${undo} --yes`)).toContain('11 deactivated');
  });

  it('has the number of changes of the undo, not of the command', async () => {
    const machine = freshMachine();
    const env = { ORGCTL_MAX_CHANGES: '1' };
    const line = 'scim groups replace IT --name Security --member mei.tanaka --yes';
    const { stderr } = await machine.orgctl(`-p sandbox ${line}`, { env });
    const [, undo] = /^to undo this: orgctl (-p sandbox undo \S+ --max-changes 3)$/m.exec(stderr) ?? [];
    expect(undo).toBeDefined();
    expect((await machine.orgctl(`${undo} --yes`, { env })).exit).toBe(0);
  });

  it('counts the two changes that undo the conversion of a deactivated user', async () => {
    const machine = freshMachine();
    const file = machine.path('guests.csv');
    writeFileSync(file, 'userName,guest\nformer.member,true\n');
    const env = { ORGCTL_MAX_CHANGES: '1' };
    const { stderr } = await machine.orgctl(`-p sandbox bulk apply ${file} --yes`, { env });
    const [, undo] = /^to undo this: orgctl (-p sandbox undo \S+ --max-changes 2)$/m.exec(stderr) ?? [];
    expect(undo).toBeDefined();
    expect((await machine.orgctl(`${undo} --yes`, { env })).stderr).toContain('1 changed, 1 deactivated');
  });

  it('counts the three changes that undo a swap of addresses', async () => {
    const machine = freshMachine();
    const { stdout } = await machine.orgctl(
      '-p sandbox scim users list --columns id,userName,email -o ndjson',
    );
    const [one, other] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const file = machine.path('swap.csv');
    writeFileSync(file, `id,email\n${one.id},${other.email}\n${other.id},${one.email}\n`);
    const env = { ORGCTL_MAX_CHANGES: '1' };
    const flags = '--accept-identity-change 2,3 --max-changes 3 --yes';
    const { stderr } = await machine.orgctl(`-p sandbox bulk apply ${file} ${flags}`, { env });
    const [, undo] = /^to undo this: orgctl (-p sandbox undo \S+ --max-changes 3)$/m.exec(stderr) ?? [];
    expect(undo).toBeDefined();
    expect((await machine.orgctl(`${undo} --yes`, { env })).stderr).toContain('3 changed');
  });

  it.each([
    ['active', '', ' --max-deactivate 1'],
    ['inactive', ' --no-active', ''],
  ])('has what a new user who is %s needs', async (_, flag, limits) => {
    const line = `-p sandbox scim users create --user-name na --email na@x.example${flag}`;
    const env = { ORGCTL_MAX_DEACTIVATE: '0' };
    const { stderr } = await freshMachine().orgctl(line, { env });
    expect(/^to undo this: orgctl -p sandbox undo \S+(.*)$/m.exec(stderr)?.[1]).toBe(limits);
  });

  it('takes no organization for so small that half of it is one user', async () => {
    const machine = freshMachine();
    await machine.orgctl('-p sandbox scim users deactivate clara.voss walt.finch --yes');
    const { stderr } = await machine.orgctl('-p sandbox scim users activate clara.voss walt.finch --yes');
    expect(stderr).toMatch(
      /reactivated clara.*\nreactivated walt.*\nto undo this: orgctl -p sandbox undo \S+\n/,
    );
  });

  it('counts the deletion of a new group with its members as one change', async () => {
    const machine = freshMachine();
    const file = machine.path('people.csv');
    writeFileSync(file, 'userName,email,groups\nna,na@x.example,Alpha\nnb,nb@x.example,Alpha\n');
    const line = `-p sandbox bulk apply ${file} --create-groups --max-changes 4 --yes`;
    const applied = await machine.orgctl(line, { env: { ORGCTL_MAX_CHANGES: '2' } });
    expect(applied.stderr).toMatch(/^to undo this: .* undo \S+ --max-delete-groups 1 --max-changes 3$/m);
  });

  it('omits a limit that the profile already allows', async () => {
    const machine = freshMachine();
    const file = machine.path('groups.csv');
    writeFileSync(file, 'group,member\nNew group,clara.voss\n');
    const env = { ORGCTL_MAX_DELETE_GROUPS: '1' };
    const created = await machine.orgctl(`-p sandbox bulk apply ${file} --yes`, { env });
    expect(created.stderr).toMatch(/^to undo this: orgctl -p sandbox undo \S+$/m);
  });

  it('omits a percentage that allows the undo of a single command', async () => {
    const machine = freshMachine();
    const changed = (percentage: string) =>
      machine.orgctl(`-p sandbox scim users patch mei.tanaka --title ${percentage.replace('%', 'x')}`, {
        env: { ORGCTL_MAX_CHANGES: percentage },
      });
    // Ten users are active.
    expect((await changed('10%')).stderr).toMatch(/^to undo this: orgctl -p sandbox undo \S+$/m);
    expect((await changed('9%')).exit).toBe(9);
  });

  it('is omitted after a deleted group, which cannot be restored', async () => {
    const machine = freshMachine();
    const file = machine.path('groups.csv');
    writeFileSync(file, 'group,member\nNew group,clara.voss\n');
    const created = await machine.orgctl(`-p sandbox bulk apply ${file} --yes`);
    expect(created.stderr).toContain('to undo this');
    const undone = await machine.orgctl('-p sandbox undo latest --yes --max-delete-groups 1');
    expect(undone.stderr).toContain('1 group deleted');
    expect(undone.stderr).not.toContain('to undo this');
  });
});
