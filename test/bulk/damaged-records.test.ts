import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

interface Damaged {
  readonly machine: Machine;
  readonly id: string;
  /** Returns the path of a file of the run. */
  readonly file: (name: string) => string;
}

/** Two single commands, each of which set a title; the newest one is damaged. */
async function twoRuns(): Promise<Damaged> {
  const machine = freshMachine();
  await machine.orgctl('-p sandbox scim users patch mei.tanaka --title Lead');
  await machine.orgctl('-p sandbox scim users patch walt.finch --title Boss');
  const id = ids(machine).at(-1) ?? '';
  return { machine, id, file: (name) => join(machine.path('state/runs'), id, name) };
}

/** Truncates the newest plan, as a full disk does. */
async function cutPlan(): Promise<Damaged> {
  const run = await twoRuns();
  writeFileSync(run.file('plan.json'), readFileSync(run.file('plan.json'), 'utf8').slice(0, 100));
  return run;
}

/** Alters a record in the newest journal. */
async function torn(): Promise<Damaged> {
  const run = await twoRuns();
  const journal = readFileSync(run.file('journal.ndjson'), 'utf8');
  writeFileSync(run.file('journal.ndjson'), journal.replace('"type":"intent"', '"type":"intant"'));
  return run;
}

/** Truncates the plan of the newest run and removes the end of its journal. */
async function cutPlanOfWork(): Promise<Damaged> {
  const run = await cutPlan();
  const lines = readFileSync(run.file('journal.ndjson'), 'utf8').split('\n');
  writeFileSync(run.file('journal.ndjson'), `${lines.slice(0, 2).join('\n')}\n`);
  return run;
}

function ids(machine: Machine): readonly string[] {
  return readdirSync(machine.path('state/runs'))
    .filter((name) => name.startsWith('2'))
    .sort();
}

const CUT = 'plan.json is cut off or is not JSON';

describe('run with a truncated plan', () => {
  it('does not prevent a reset of the sandbox', async () => {
    const { machine, id } = await cutPlan();
    const reset = await machine.orgctl('sandbox reset --yes');
    expect(reset.exit).toBe(0);
    expect(reset.stderr).toContain(`${CUT}; remove the record of the run: orgctl runs prune ${id}\n`);
    expect(reset.stderr).toContain('2 runs closed\nthe sandbox contains the demo organization\n');
    const title = await machine.orgctl('-p sandbox scim users get walt.finch --query title');
    expect(title.stdout).toBe('"Head of IT"\n');
    const again = await machine.orgctl('sandbox reset --yes');
    expect(again).toEqual({ exit: 0, stdout: '', stderr: 'the sandbox contains the demo organization\n' });
  });

  it.each(['doctor', 'runs show latest', 'undo latest', 'resume latest'])(
    '%s names the command that removes its record',
    async (line) => {
      const { machine, id } = await cutPlan();
      const { stdout, stderr } = await machine.orgctl(`-p sandbox ${line}`);
      expect(`${stdout}${stderr}`).toContain(`remove the record of the run: orgctl runs prune ${id}`);
      expect(`${stdout}${stderr}`).not.toContain('create a new plan');
    },
  );

  it('is kept by runs prune --older-than and removed by its ID', async () => {
    const { machine, id } = await cutPlan();
    const old = await machine.orgctl('runs prune --older-than 0d --yes');
    expect(old).toMatchObject({ exit: 0 });
    expect(old.stderr).toContain(
      `${CUT}; not removed; remove the record of the run: orgctl runs prune ${id}\n1 run removed\n`,
    );
    expect(ids(machine)).toEqual([id]);
    const unasked = await machine.orgctl(`runs prune ${id}`);
    expect(unasked).toMatchObject({ exit: 2, stderr: expect.stringContaining('add --yes') });
    const dry = await machine.orgctl(`runs prune ${id} --dry-run`);
    expect(dry).toMatchObject({ exit: 0, stderr: expect.stringContaining('1 run would be removed\n') });
    expect(ids(machine)).toEqual([id]);
    const removed = await machine.orgctl(`runs prune ${id} --yes`);
    expect(removed).toMatchObject({ exit: 0, stderr: expect.stringContaining(`${CUT}\n1 run removed\n`) });
    expect(ids(machine)).toEqual([]);
    expect((await machine.orgctl('runs list')).stderr).not.toContain('warning');
  });

  it('is not removed by its ID while its journal may have work left, unless --unfinished is given', async () => {
    const { machine, id } = await cutPlanOfWork();
    const refused = await machine.orgctl(`runs prune ${id} --yes`);
    expect(refused).toEqual({
      exit: 2,
      stdout: '',
      stderr:
        `error: run ${id} may have changes that are unfinished or in doubt; nothing was removed\n` +
        `hint: to remove it anyway: orgctl runs prune ${id} --unfinished\n`,
    });
    expect(ids(machine)).toContain(id);
    expect((await machine.orgctl(`runs prune ${id} --unfinished --yes`)).exit).toBe(0);
    expect(ids(machine)).not.toContain(id);
  });

  it('is removed from a shared folder by the command in the warning', async () => {
    const machine = freshMachine();
    const shared = machine.path('shared');
    writeFileSync(machine.path('in.csv'), 'userName,title\nmei.tanaka,Lead\n');
    await machine.orgctl(`-p sandbox bulk apply ${machine.path('in.csv')} --state ${shared} --yes`);
    const files = readdirSync(shared, { recursive: true }).map((path) => join(shared, String(path)));
    writeFileSync(files.find((path) => path.endsWith('plan.json')) ?? '', '{');
    const listed = await machine.orgctl(`runs list --state ${shared}`);
    const command = /remove the record of the run: orgctl (.*)$/m.exec(listed.stderr)?.[1] ?? '';
    expect(command).toMatch(new RegExp(`^runs prune \\S+ --state ${shared}$`));
    expect(await machine.orgctl(`${command} --yes`)).toMatchObject({ exit: 0 });
    expect((await machine.orgctl(`runs list --state ${shared}`)).stderr).not.toContain('warning');
  });

  it('is not offered for removal if another version wrote its plan', async () => {
    const { machine, id, file } = await twoRuns();
    const plan = readFileSync(file('plan.json'), 'utf8');
    writeFileSync(file('plan.json'), plan.replace(/"version": ?1/, '"version": 2'));
    const listed = await machine.orgctl('runs list');
    expect(listed.stderr).toContain('has plan version 2; this orgctl supports version 1\n');
    expect(listed.stderr).not.toContain(`prune ${id}`);
  });
});

describe('run with a damaged journal', () => {
  it('does not prevent a reset of the sandbox and is reported each time', async () => {
    const { machine, id } = await torn();
    for (const closed of ['1 run closed\n', '']) {
      const reset = await machine.orgctl('sandbox reset --yes');
      expect(reset.exit).toBe(0);
      expect(reset.stderr).toMatch(
        new RegExp(
          `^warning: the journal .* line 2 does not follow line 1; remove the record of the run: orgctl runs prune ${id}\n${closed}the sandbox contains`,
        ),
      );
    }
  });

  it('needs --unfinished for its removal because it may have work left', async () => {
    const { machine, id } = await torn();
    expect((await machine.orgctl(`runs prune ${id} --yes`)).exit).toBe(2);
    expect((await machine.orgctl(`runs prune ${id} --unfinished --yes`)).exit).toBe(0);
    expect(ids(machine)).not.toContain(id);
  });
});

describe('runs prune ID', () => {
  it('removes only that run, however recent it is', async () => {
    const { machine, id } = await twoRuns();
    const [older] = ids(machine);
    const removed = await machine.orgctl(`runs prune ${id} --yes -o json`);
    expect(JSON.parse(removed.stdout)).toMatchObject([{ id, state: 'finished' }]);
    expect(removed.stderr).toBe('1 run removed\n');
    expect(ids(machine)).toEqual([older]);
  });

  it.each([
    ['20260101-000000-00000', 'there is no run "20260101-000000-00000"'],
    ['latest', 'there is no run "latest"'],
    ['ID --older-than 0d', 'a run ID and --older-than cannot be combined'],
  ])('refuses: %s', async (words, message) => {
    const { machine, id } = await twoRuns();
    const ran = await machine.orgctl(`runs prune ${words.replace('ID', id)} --yes`);
    expect(ran).toMatchObject({ exit: 2, stdout: '', stderr: expect.stringContaining(message) });
    expect(ids(machine)).toHaveLength(2);
  });
});

describe('run whose plan is JSON but not a plan', () => {
  it.each(['{}', '[]', '{"format":"other"}', '{"format":"orgctl-plan","version":1}'])(
    'names the command that removes its record: %s',
    async (text) => {
      const { machine, id, file } = await twoRuns();
      writeFileSync(file('plan.json'), text);
      for (const line of ['runs show latest', 'undo latest']) {
        const { stderr } = await machine.orgctl(`-p sandbox ${line}`);
        expect(stderr).toContain(`remove the record of the run: orgctl runs prune ${id}`);
      }
    },
  );
});

describe('audit trail of runs export', () => {
  it('contains all readable runs and names the unreadable one', async () => {
    for (const damage of [cutPlan, torn]) {
      const { machine, id } = await damage();
      const [older] = ids(machine);
      const out = machine.path('audit.ndjson');
      const { exit, stderr } = await machine.orgctl(`runs export --since 1d --out ${out}`);
      expect(exit).toBe(3);
      expect(stderr).toContain(`warning: run ${id} cannot be read; recorded in the audit trail\n`);
      expect(stderr).toContain(`remove the record of the run: orgctl runs prune ${id}\n`);
      expect(stderr).toContain(`error: 1 of 2 runs cannot be read; ${out} has the others\n`);
      const lines = readFileSync(out, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(lines).toMatchObject([{ run: older }, { end: true, records: 1 }]);
      expect(lines[1].gaps).toContain(`run ${id} cannot be read`);
      const verified = await machine.orgctl(`runs verify ${out}`);
      expect(verified.exit).toBe(5);
      expect(verified.stderr).toContain(`run ${id} cannot be read`);
    }
  });
});

describe('an audit trail', () => {
  it('is told from an exported run, and from a journal', async () => {
    const machine = freshMachine();
    const [out, packed, trail] = ['run.ndjson', 'run.ndjson.gz', 'audit.ndjson'].map(machine.path);
    expect(
      (await machine.orgctl('-p sandbox scim users create --user-name ada --email a@x.example')).exit,
    ).toBe(0);
    for (const file of [out, packed]) {
      expect((await machine.orgctl(`runs export latest --out ${file}`)).exit).toBe(0);
      expect(await machine.orgctl(`runs verify ${file}`)).toMatchObject({
        exit: 5,
        stdout: '',
        stderr: `error: ${file} is an exported run, not an audit trail\nhint: check it: orgctl runs import ${file} --dry-run\n`,
      });
      expect((await machine.orgctl(`runs import ${file} --dry-run`)).exit).toBe(0);
    }
    const [run = ''] = readdirSync(machine.path('state/runs')).filter((name) => !name.includes('.'));
    const journal = machine.path(`state/runs/${run}/journal.ndjson`);
    expect((await machine.orgctl(`runs verify ${journal}`)).stderr).toBe(
      `error: ${journal}:1 is not the first record: the audit trail is not intact\n`,
    );
    await machine.orgctl(`runs export --since 1d --out ${trail}`);
    expect(await machine.orgctl(`runs verify ${trail}`)).toMatchObject({ exit: 0, stdout: '' });
    expect((await machine.orgctl(`runs verify ${trail} --columns records`)).stdout).toBe('Records  1\n');
    expect((await machine.orgctl(`runs verify ${trail} -o table --query records`)).stdout).toBe('1\n');
    expect((await machine.orgctl(`runs verify ${trail} --columns rows`)).exit).toBe(2);
    const ran = await machine.orgctl(`runs verify ${trail} -o json`);
    expect(JSON.parse(ran.stdout)).toEqual({ file: trail, records: 1, intact: true });
    expect(ran.stderr).toBe(`${trail} is complete and unmodified: 1 record\n`);
  });

  it.each(['audit.ndjson', 'audit.ndjson.gz'])(
    'of more than a megabyte can be verified: %s',
    async (name) => {
      const machine = freshMachine();
      const [file, out] = [machine.path('people.csv'), machine.path(name)];
      // Long values make large records of few changes.
      const rows = Array.from({ length: 60 }, (_, row) => `u${row},u${row}@x.example,${'x'.repeat(20_000)}`);
      writeFileSync(file, `userName,email,department\n${rows.join('\n')}\n`);
      expect(await machine.orgctl(`-p sandbox bulk apply ${file} --yes`)).toMatchObject({ exit: 0 });
      expect(await machine.orgctl(`runs export --since 1d --out ${out}`)).toMatchObject({ exit: 0 });
      const bytes = readFileSync(out);
      const isPacked = name.endsWith('.gz');
      expect((isPacked ? gunzipSync(bytes) : bytes).length).toBeGreaterThan(1024 * 1024);
      expect(await machine.orgctl(`runs verify ${out}`)).toMatchObject({
        exit: 0,
        stderr: `${out} is complete and unmodified: 60 records\n`,
      });
      if (isPacked) writeFileSync(out, bytes.subarray(0, -20));
      else writeFileSync(out, bytes.toString('utf8').replace('u7@', 'u8@'));
      expect(await machine.orgctl(`runs verify ${out}`)).toMatchObject({ exit: 5 });
    },
  );
});
