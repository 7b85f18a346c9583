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

/** Removes the membership that the undo could not remove. */
function removeAtSource(machine: Machine): void {
  const file = machine.path('state/sandbox/organization.ndjson');
  const joined = /"membership":\{"group":"(\w+)","removed":\[\],"added":\["(\w+)"\]/;
  const [, group, member = ''] = joined.exec(readFileSync(file, 'utf8')) ?? [];
  appendFileSync(file, `${JSON.stringify({ membership: { group, removed: [member], added: [] } })}\n`);
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
    removeAtSource(machine);
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

  it.each(['removed', 'damaged'])('is still looked at if the record of its undo is %s', async (how) => {
    const { machine, run } = await undoneInPart();
    const [undo] = JSON.parse((await machine.orgctl('runs list --query [].id')).stdout);
    if (how === 'removed') await machine.orgctl(`runs prune ${undo} --yes`);
    else writeFileSync(machine.path(`state/runs/${undo}/journal.ndjson`), 'damaged\n');
    const latest = () => machine.orgctl('-p sandbox undo latest --yes');
    expect(await latest()).toMatchObject({
      exit: 3,
      stderr: `error: run ${run} is not completely undone: the record of run ${undo}, which undid it, cannot be read\nhint: 1 left to undo; continue: orgctl -p sandbox undo ${run}\n`,
    });
    removeAtSource(machine);
    // Once nothing is left, that is remembered.
    for (const requests of [true, false]) {
      const ran = await machine.orgctl('-p sandbox undo latest --yes --debug');
      expect(ran).toMatchObject({ exit: 0, stderr: expect.stringContaining('was already undone by run') });
      expect(ran.stderr.includes('GET ')).toBe(requests);
    }
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
    expect(json.at(-1)).toMatchObject({ id: run, state: 'undone', leftUnchanged: 1 });
    expect(json.at(-1)).not.toHaveProperty('leftToUndo');
    const shown = await machine.orgctl(`runs show ${run}`);
    expect(shown.stderr).toMatch(new RegExp(`^run ${run}, undone in part by run \\S+: `));
    expect(shown.stderr).toContain(`\nits undo warned: ${kept}\n`);
  });

  it('is undone again by "latest" in the same way, until nothing is left', async () => {
    const { machine, run } = await keptTitle();
    const line = '-p sandbox bulk undo latest';
    expect(await machine.orgctl(`${line} --yes`)).toMatchObject({
      exit: 3,
      stderr: expect.stringContaining(`error: 1 item of run ${run} was left unchanged\n`),
    });
    await machine.orgctl('-p sandbox scim users patch mei.tanaka --title "Workspace owner"');
    const left = ', which left 1 item unchanged';
    for (const [flags, words] of [
      ['--dry-run', left],
      ['--yes', left],
      ['--yes', ''],
    ]) {
      expect(await machine.orgctl(`${line} ${flags}`)).toMatchObject({
        exit: 0,
        stderr: expect.stringMatching(new RegExp(`^run ${run} was already undone by run \\S+${words}; `)),
      });
      const listed = await machine.orgctl(`runs list --columns id,state -o csv`);
      expect(listed.stdout).toContain(`${run},${flags === '--yes' ? 'undone' : 'undone in part'}\n`);
    }
    expect((await machine.orgctl(`runs show ${run}`)).stderr).not.toContain('its undo warned');
  });

  it('that can be undone after all is left to undo', async () => {
    const { machine, run } = await keptTitle();
    await machine.orgctl('-p sandbox scim users patch mei.tanaka --title New');
    const latest = await machine.orgctl('-p sandbox bulk undo latest --yes');
    expect(latest).toMatchObject({ exit: 3, stderr: expect.stringContaining('1 left to undo; continue: ') });
    const named = await machine.orgctl(`-p sandbox undo ${run} --yes`);
    expect(named).toMatchObject({ exit: 0, stderr: expect.not.stringContaining('already undone') });
    const listed = await machine.orgctl('runs list --columns id,state,undoneBy -o csv');
    expect(listed.stdout).toMatch(new RegExp(`\\n${run},undone,\\S+\\n`));
    // Both runs that undid it are known.
    expect((await machine.orgctl(`runs show ${run}`)).stderr).toMatch(/^partly undone by run \S+$/m);
  });

  it('names at most 20 of them', async () => {
    const machine = freshMachine();
    const names = Array.from({ length: 22 }, (_, index) => `user${index}`);
    const file = machine.path('in.csv');
    const apply = async (heading: string, rest: string) => {
      const rows = names.map((name) => `${name},${name}@x.example,${rest}`);
      writeFileSync(file, `userName,email,${heading}\n${rows.join('\n')}\n`);
      expect((await machine.orgctl(`-p sandbox bulk apply ${file} --yes`)).exit).toBe(0);
    };
    await apply('title', 'New');
    await apply('title', 'Lead');
    const [run] = JSON.parse((await machine.orgctl('runs list --query [].id')).stdout);
    const others = names.slice(1).join(' ');
    await machine.orgctl(`-p sandbox scim users patch ${others} --title Later --yes --max-changes 21`);
    const undone = await machine.orgctl(`-p sandbox undo ${run} --yes`);
    expect(undone).toMatchObject({ exit: 3, stderr: expect.stringContaining('21 items of run') });
    const { stderr } = await machine.orgctl(`runs show ${run}`);
    expect(stderr.split('its undo warned: ').length - 1).toBe(20);
    expect(stderr).toContain('\nits undo warned of 1 more\n');
  });
});

it('a run whose parts were all undone is undone once that is known', async () => {
  const machine = freshMachine();
  writeFileSync(machine.path('in.csv'), 'userName,title\nmei.tanaka,New\nclara.voss,New\n');
  await machine.orgctl(`-p sandbox bulk apply ${machine.path('in.csv')} --yes`);
  const [run] = JSON.parse((await machine.orgctl('runs list --query [].id')).stdout);
  const state = async () =>
    (await machine.orgctl('runs list --columns id,state -o csv')).stdout.split(`${run},`)[1]?.trim();
  for (const name of ['mei.tanaka', 'clara.voss']) {
    await machine.orgctl(`-p sandbox undo ${run} --only ${name} --yes`);
    expect(await state()).toBe('undone in part');
  }
  expect((await machine.orgctl(`-p sandbox undo ${run} --dry-run`)).exit).toBe(0);
  expect(await state()).toBe('undone in part');
  expect(await machine.orgctl(`-p sandbox undo ${run} --yes`)).toMatchObject({
    exit: 0,
    stderr: expect.stringContaining('all 2 changes are already reverted'),
  });
  expect(await state()).toBe('undone');
});

describe('undo of an undo', () => {
  it('puts the first run in force again, and the next undo undoes it', async () => {
    const machine = freshMachine();
    writeFileSync(machine.path('in.csv'), 'userName,title\nmei.tanaka,New\n');
    await machine.orgctl(`-p sandbox bulk apply ${machine.path('in.csv')} --yes`);
    const newest = async () => JSON.parse((await machine.orgctl('runs list --query [].id')).stdout)[0];
    const states = async () =>
      (await machine.orgctl('runs list --columns state,undoneBy -o csv --no-header')).stdout.split('\n');
    const run = await newest();
    await machine.orgctl('-p sandbox undo latest --yes');
    const undo = await newest();
    await machine.orgctl(`-p sandbox undo ${undo} --yes`);
    const redo = await newest();
    expect(await states()).toEqual(['finished,', `undone,${redo}`, 'finished,', '']);
    await machine.orgctl(`-p sandbox undo ${redo} --yes`);
    const again = await newest();
    expect(await states()).toEqual(['finished,', `undone,${again}`, 'finished,', `undone,${undo}`, '']);
    await machine.orgctl(`-p sandbox undo ${again} --yes`);
    const latest = await machine.orgctl('-p sandbox undo latest --dry-run');
    expect(latest.stdout).toContain('title: New → Workspace owner');
    expect((await machine.orgctl(`runs show ${run}`)).stderr).toMatch(new RegExp(`^run ${run}, finished: `));
  });
});

describe('undo of an undo that was interrupted', () => {
  /** The undo of an undo was stopped after its first change, and the run was undone again. */
  async function undoneAgain() {
    const machine = freshMachine();
    writeFileSync(machine.path('in.csv'), 'userName,title\nmei.tanaka,New\nclara.voss,New\n');
    await machine.orgctl(`-p sandbox bulk apply ${machine.path('in.csv')} --yes`);
    const newest = async (): Promise<string> =>
      JSON.parse((await machine.orgctl('runs list --query [].id')).stdout)[0];
    const undo = async (run: string, flags = '') => {
      await machine.orgctl(`-p sandbox undo ${run} --yes ${flags}`);
      return newest();
    };
    const run = await newest();
    const first = await undo(run);
    const redo = await undo(first, '--concurrency 1');
    const journal = machine.path(`state/runs/${redo}/journal.ndjson`);
    writeFileSync(journal, `${readFileSync(journal, 'utf8').split('\n').slice(0, 3).join('\n')}\n`);
    await machine.orgctl('-p sandbox scim users patch clara.voss --title Designer');
    const titles = async () =>
      JSON.parse((await machine.orgctl('-p sandbox scim users list --query [].title')).stdout).filter(
        (title: string) => title === 'New',
      ).length;
    return { machine, undo, run, first, redo, titles };
  }

  it('is resumed', async () => {
    const { machine, redo, titles } = await undoneAgain();
    expect((await machine.orgctl(`-p sandbox resume ${redo} --yes`)).exit).toBe(0);
    expect(await titles()).toBe(2);
  });

  it('is not resumed after a newer undo of the run that it restores', async () => {
    const { machine, undo, run, redo, titles } = await undoneAgain();
    const again = await undo(run);
    const resumed = () => machine.orgctl(`-p sandbox resume ${redo} --yes`);
    expect(await resumed()).toEqual({
      exit: 7,
      stdout: '',
      stderr: `error: run ${redo} is not resumed: it restores run ${run}, which the newer run ${again} undid again; nothing was sent\nhint: to restore run ${run}: orgctl -p sandbox undo ${again}\n`,
    });
    expect(await titles()).toBe(0);
    await undo(again);
    expect((await resumed()).exit).toBe(0);
    expect(await titles()).toBe(2);
  });

  it('is undone anew by its name after a newer undo', async () => {
    const { machine, undo, run, first, redo, titles } = await undoneAgain();
    await undo(run);
    expect(await undo(first)).not.toBe(redo);
    expect(await titles()).toBe(2);
    const states = (await machine.orgctl('runs list --columns id,state -o csv')).stdout;
    expect(states).toContain(`${run},undone in part\n`);
  });
});

describe('undo of an undo, or of a part of it', () => {
  async function titled() {
    const machine = freshMachine();
    writeFileSync(machine.path('in.csv'), 'userName,title\nmei.tanaka,New\nclara.voss,New\n');
    await machine.orgctl(`-p sandbox bulk apply ${machine.path('in.csv')} --yes`);
    const newest = async () => JSON.parse((await machine.orgctl('runs list --query [].id')).stdout)[0];
    const run: string = await newest();
    const undo = async (words: string): Promise<string> => {
      expect((await machine.orgctl(`-p sandbox undo ${words} --yes`)).exit).toBe(0);
      return newest();
    };
    const state = async () =>
      (await machine.orgctl('runs list --columns id,state,undoneBy -o csv')).stdout
        .split(`${run},`)[1]
        ?.trim();
    return { machine, run, undo, state };
  }

  it('leaves the run undone in part if a part of the undo is undone', async () => {
    const { machine, run, undo, state } = await titled();
    const undone = await undo(run);
    const redo = await undo(`${undone} --only clara.voss`);
    expect(await state()).toBe(`undone in part,in part: ${undone}`);
    const latest = await machine.orgctl('-p sandbox undo latest --yes');
    expect(latest).toMatchObject({ exit: 3, stderr: expect.stringContaining('1 left to undo; continue: ') });
    await undo(redo);
    expect(await state()).toBe(`undone,${undone}`);
  });

  it('leaves the run undone in part if only one of its parts is redone', async () => {
    const { run, undo, state } = await titled();
    const first = await undo(`${run} --only mei.tanaka`);
    const second = await undo(`${run} --only clara.voss`);
    await undo(run);
    expect(await state()).toBe(`undone,${second}`);
    await undo(second);
    expect(await state()).toBe(`undone in part,in part: ${first}`);
    await undo(first);
    expect(await state()).toBe('finished,');
  });

  it('leaves the run undone in part if an earlier of two runs that undid it is undone', async () => {
    const { machine, run, undo, state } = await titled();
    await machine.orgctl('-p sandbox scim users patch mei.tanaka --title Later');
    expect((await machine.orgctl(`-p sandbox undo ${run} --yes`)).exit).toBe(3);
    const [first] = JSON.parse((await machine.orgctl('runs list --query [].id')).stdout);
    await machine.orgctl('-p sandbox scim users patch mei.tanaka --title New');
    const second = await undo(run);
    expect(await state()).toBe(`undone,${second}`);
    await undo(first);
    expect(await state()).toBe(`undone in part,in part: ${second}`);
    const third = await undo(run);
    expect(await state()).toBe(`undone,${third}`);
  });

  it('does not need the record of the run', async () => {
    const { machine, run, undo } = await titled();
    const undone = await undo(run);
    writeFileSync(machine.path(`state/runs/${run}/journal.ndjson`), 'damaged\n');
    expect((await machine.orgctl(`-p sandbox undo ${undone} --yes`)).exit).toBe(0);
  });
});

describe('a value that was undone and set again', () => {
  const again = 'warning: already undone before, and set again since: mei.tanaka\n';

  async function applied(): Promise<{ machine: Machine; run: string }> {
    const machine = freshMachine();
    writeFileSync(machine.path('in.csv'), 'userName,title\nmei.tanaka,New\nclara.voss,New\n');
    await machine.orgctl(`-p sandbox bulk apply ${machine.path('in.csv')} --yes`);
    const [run] = JSON.parse((await machine.orgctl('runs list --query [].id')).stdout);
    return { machine, run };
  }

  it.each(['', ' --only mei.tanaka'])('is warned of before it is undone again: undo%s', async (part) => {
    const { machine, run } = await applied();
    const first = await machine.orgctl(`-p sandbox undo ${run} --yes${part}`);
    expect([first.exit, first.stderr]).toEqual([0, expect.not.stringContaining('undone before')]);
    await machine.orgctl('-p sandbox scim users patch mei.tanaka --title New');
    expect((await machine.orgctl(`-p sandbox undo ${run} --dry-run`)).stderr).toContain(again);
  });

  it('is not warned of if only others are left', async () => {
    const { machine, run } = await applied();
    await machine.orgctl(`-p sandbox undo ${run} --yes --only mei.tanaka`);
    const rest = await machine.orgctl(`-p sandbox undo ${run} --dry-run`);
    expect(rest.stdout).toContain('clara.voss');
    expect(rest.stderr).not.toContain('undone before');
  });
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
