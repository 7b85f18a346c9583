import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

/**
 * A file gave two users a title and added one to a group managed by the service, which refuses to remove
 * members.
 */
async function undoneInPart(): Promise<{ machine: Machine; run: string }> {
  const machine = freshMachine();
  writeFileSync(
    machine.path('in.csv'),
    'userName,title,groups\nmei.tanaka,New,Support desk\nclara.voss,New,\n',
  );
  const applied = await machine.orgctl(`-p sandbox bulk apply ${machine.path('in.csv')} --yes`);
  expect(applied.exit).toBe(0);
  const [run] = JSON.parse((await machine.orgctl('runs list --query [].id')).stdout);
  const undone = await machine.orgctl('-p sandbox undo latest --yes');
  expect(undone.exit).toBe(3);
  expect(undone.stderr).toContain('1 failed');
  return { machine, run };
}

async function isMember(machine: Machine): Promise<boolean> {
  const listed = await machine.orgctl(
    '-p sandbox scim groups members list "Support desk" --query [].display',
  );
  return (JSON.parse(listed.stdout) as string[]).includes('Mei Tanaka');
}

describe('run whose undo failed in part', () => {
  it('is reported as undone in part, with the command that continues', async () => {
    const { machine, run } = await undoneInPart();
    expect(await isMember(machine)).toBe(true);
    const again = await machine.orgctl('-p sandbox undo latest --yes');
    expect(again).toMatchObject({ exit: 3, stdout: '' });
    expect(again.stderr).toMatch(
      new RegExp(
        `^error: run ${run} was partly undone by run \\S+\nhint: 1 left to undo; continue: orgctl -p sandbox undo ${run}\n$`,
      ),
    );
    const goesOn = await machine.orgctl(`-p sandbox undo ${run} --dry-run -o json`);
    expect(JSON.parse(goesOn.stdout)).toMatchObject([{ kind: 'removeMembers', name: 'Support desk' }]);
  });

  it('is listed and shown as undone in part', async () => {
    const { machine, run } = await undoneInPart();
    const listed = await machine.orgctl('runs list --columns id,state,undoneBy -o csv');
    expect(listed.stdout).toMatch(new RegExp(`\\n${run},undone in part,in part: \\S+\\n$`));
    const json = JSON.parse((await machine.orgctl('runs list -o json')).stdout);
    expect(json[0]).not.toHaveProperty('leftToUndo');
    expect(json[1]).toMatchObject({ id: run, state: 'undone', leftToUndo: 1 });
    const shown = await machine.orgctl(`runs show ${run}`);
    expect(shown.stderr).toMatch(new RegExp(`^run ${run}, undone in part by run \\S+: `));
    expect(shown.stderr).toContain(`\n1 left to undo; continue: orgctl -p sandbox undo ${run}\n`);
  });

  it('is undone as soon as the service has nothing left to undo', async () => {
    const { machine } = await undoneInPart();
    // The membership is removed at its source.
    const file = machine.path('state/sandbox/organization.ndjson');
    const joined = /"membership":\{"group":"(\w+)","removed":\[\],"added":\["(\w+)"\]/;
    const [, group, member = ''] = joined.exec(readFileSync(file, 'utf8')) ?? [];
    appendFileSync(file, `${JSON.stringify({ membership: { group, removed: [member], added: [] } })}\n`);
    expect(await isMember(machine)).toBe(false);
    const again = await machine.orgctl('-p sandbox undo latest --yes');
    expect(again).toMatchObject({ exit: 0, stderr: expect.stringContaining('was already undone') });
  });

  it('remains undone in part if later changes are undone separately', async () => {
    const { machine, run } = await undoneInPart();
    await machine.orgctl('-p sandbox scim users patch clara.voss --title New');
    expect((await machine.orgctl(`-p sandbox undo ${run} --only clara.voss --yes`)).exit).toBe(0);
    const listed = await machine.orgctl('runs list --columns id,state -o csv');
    expect(listed.stdout).toContain(`${run},undone in part\n`);
  });

  it('has nothing left to undo after its organization is reset', async () => {
    const { machine, run } = await undoneInPart();
    expect((await machine.orgctl('sandbox reset --yes')).exit).toBe(0);
    const shown = await machine.orgctl(`runs show ${run}`);
    expect(shown.stderr).toMatch(new RegExp(`^run ${run}, undone by run `));
    expect(shown.stderr).not.toContain('left to undo');
  });

  it('counts as undone after the record of its undo is removed', async () => {
    const { machine, run } = await undoneInPart();
    const [undo] = JSON.parse((await machine.orgctl('runs list --query [].id')).stdout);
    expect((await machine.orgctl(`runs prune ${undo} --yes`)).exit).toBe(0);
    expect((await machine.orgctl('runs list --columns id,state -o csv')).stdout).toContain(`${run},undone\n`);
  });
});

describe('run whose undo left a value unchanged', () => {
  /** The title was edited after the run, so the undo keeps it. */
  async function keptTitle(): Promise<{ machine: Machine; run: string }> {
    const machine = freshMachine();
    writeFileSync(machine.path('in.csv'), 'userName,title\nmei.tanaka,New\nclara.voss,New\n');
    await machine.orgctl(`-p sandbox bulk apply ${machine.path('in.csv')} --yes`);
    const [run] = JSON.parse((await machine.orgctl('runs list --query [].id')).stdout);
    await machine.orgctl('-p sandbox scim users patch mei.tanaka --title Later');
    expect((await machine.orgctl(`-p sandbox undo ${run} --yes`)).exit).toBe(3);
    return { machine, run };
  }

  it('is undone in part, and "runs show" names the value', async () => {
    const { machine, run } = await keptTitle();
    const listed = await machine.orgctl('runs list --columns id,state,undoneBy -o csv');
    expect(listed.stdout).toMatch(new RegExp(`\\n${run},undone in part,in part: \\S+\\n$`));
    const kept = 'mei.tanaka: title is now "Later"; the run set it to "New"';
    const json = JSON.parse((await machine.orgctl('runs list -o json')).stdout);
    expect(json.at(-1)).toMatchObject({ id: run, state: 'undone', leftUnchanged: [kept] });
    expect(json.at(-1)).not.toHaveProperty('leftToUndo');
    const shown = await machine.orgctl(`runs show ${run}`);
    expect(shown.stderr).toMatch(new RegExp(`^run ${run}, undone in part by run \\S+: `));
    expect(shown.stderr).toContain(`\nleft unchanged by its undo: ${kept}\n`);
  });

  it('is not undone again by "latest", which counts what was left', async () => {
    const machine = freshMachine();
    writeFileSync(machine.path('in.csv'), 'userName,title,department\nmei.tanaka,New,New\n');
    await machine.orgctl(`-p sandbox bulk apply ${machine.path('in.csv')} --yes`);
    await machine.orgctl('-p sandbox scim users patch mei.tanaka --title Later');
    expect((await machine.orgctl('-p sandbox bulk undo latest --yes')).exit).toBe(3);
    const again = await machine.orgctl('-p sandbox bulk undo latest --yes');
    expect(again).toMatchObject({
      exit: 0,
      stderr: expect.stringMatching(
        /^run \S+ was already undone by run \S+, except for 1 value \(orgctl runs show \S+\); /,
      ),
    });
  });
});

it('warns before a run is undone a second time by its ID', async () => {
  const machine = freshMachine();
  writeFileSync(machine.path('in.csv'), 'userName,title\nmei.tanaka,New\n');
  await machine.orgctl(`-p sandbox bulk apply ${machine.path('in.csv')} --yes`);
  const [run] = JSON.parse((await machine.orgctl('runs list --query [].id')).stdout);
  const first = await machine.orgctl(`-p sandbox undo ${run} --yes`);
  expect([first.exit, first.stderr]).toEqual([0, expect.not.stringContaining('already undone')]);
  await machine.orgctl('-p sandbox scim users patch mei.tanaka --title New');
  const again = await machine.orgctl(`-p sandbox undo ${run} --dry-run`);
  expect(again.stderr).toMatch(
    new RegExp(
      `^warning: run ${run} was already undone by run \\S+; what was set to the same values since is undone again\\n`,
    ),
  );
});

it('a run whose undo was killed is undone in part, and the suggested command completes the undo', async () => {
  const machine = freshMachine();
  writeFileSync(machine.path('in.csv'), 'userName,title\nmei.tanaka,New\nclara.voss,New\n');
  expect((await machine.orgctl(`-p sandbox bulk apply ${machine.path('in.csv')} --yes`)).exit).toBe(0);
  const [run] = JSON.parse((await machine.orgctl('runs list --query [].id')).stdout);
  expect((await machine.orgctl('-p sandbox undo latest --yes --concurrency 1')).exit).toBe(0);
  const [undo] = JSON.parse((await machine.orgctl('runs list --query [].id')).stdout);
  const journal = machine.path(`state/runs/${undo}/journal.ndjson`);
  // Keep the first record, and the start and end of one change.
  const lines = readFileSync(journal, 'utf8').split('\n').slice(0, 3);
  writeFileSync(journal, `${lines.join('\n')}\n`);
  const again = await machine.orgctl('-p sandbox undo latest --yes');
  expect(again).toMatchObject({ exit: 3, stderr: expect.stringContaining('was partly undone') });
  const command = /continue: orgctl (.*)$/m.exec(again.stderr)?.[1] ?? '';
  expect(command).toBe(`-p sandbox undo ${run}`);
  expect(await machine.orgctl(`${command} --yes`)).toMatchObject({ exit: 0 });
  const last = await machine.orgctl('-p sandbox undo latest --yes');
  expect(last).toMatchObject({ exit: 0, stderr: expect.stringContaining('was already undone') });
});
