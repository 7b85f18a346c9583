import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { faultsOf } from '../support/faulty-sandbox.ts';
import { faultyWorld } from '../support/faulty-world.ts';
import { account, team } from '../support/organization-world.ts';
import { freshMachine } from '../support/run-orgctl.ts';
import { VERSIONS } from '../support/test-sandbox.ts';

/** The ID of the run of a command; the clock does not advance, so "latest" would be ambiguous. */
const runOf = ({ stderr }: { readonly stderr: string }) => /(?:^run| undo) (\d\S+)$/m.exec(stderr)?.[1] ?? '';

describe.each(VERSIONS)('resume --retry-failed after a refused creation, over SCIM %s', (version) => {
  it('adds the user to the groups of the row, and undo keeps earlier members', async () => {
    const { machine, orgctl, sandbox } = await faultyWorld({
      version,
      users: [account('ada')],
      groups: [team('ada')],
    });
    const file = machine.path('people.csv');
    writeFileSync(
      file,
      'userName,email,groups\nada,ada@example.com,Team\nbea,bea@example.com,Team\ncai,cai@example.com,Team\n',
    );
    const list = 'scim groups members list Team -o csv --columns userName --no-header -q';
    const members = async () => (await orgctl(list)).stdout.trim().split('\n').toSorted();
    sandbox.queue.add(
      faultsOf({
        method: 'POST',
        path: '/scim/*/Users',
        do: 'answer',
        status: 400,
        body: { Errors: { description: 'username_taken', code: 400 } },
        times: 1,
      }),
    );
    const applied = await orgctl(`bulk apply ${file} --yes --concurrency 1`);
    expect(applied).toMatchObject({ exit: 3 });
    expect(applied.stderr).toContain('1 member added, 1 created, 1 failed');
    expect(await members()).toHaveLength(2);
    const joined = (await members()).find((name) => name !== 'ada') ?? '';
    const late = joined === 'bea' ? 'cai' : 'bea';
    // Somebody else removes a member in between, who does not come back.
    expect((await orgctl(`scim groups members remove Team ${joined} --yes`)).exit).toBe(0);
    const retried = await orgctl(`bulk resume ${runOf(applied)} --retry-failed --yes`);
    expect(retried).toMatchObject({ exit: 0 });
    expect(await members()).toEqual(['ada', late]);
    expect((await orgctl(`bulk resume ${runOf(applied)} --retry-failed --yes`)).stderr).toContain(
      'is already complete',
    );
    expect(await orgctl(`undo ${runOf(applied)} --yes --max-deactivate 2`)).toMatchObject({ exit: 0 });
    expect(await members()).toEqual(['ada']);
  });
});

describe('resume of a run', () => {
  const stopped = async () => {
    const machine = freshMachine();
    const file = machine.path('people.csv');
    writeFileSync(
      file,
      'userName,email,title\nwalt.finch,,Cook\ngeneral,general@x.example,\nclara.voss,,Cook\n',
    );
    const ran = await machine.orgctl(`-p sandbox bulk apply ${file} --yes --concurrency 1 --stop-on 1`);
    expect(ran).toMatchObject({ exit: 9 });
    const titleOfClara = async () =>
      (await machine.orgctl('-p sandbox scim users get clara.voss --query title -o text')).stdout.trim();
    return { machine, file, titleOfClara };
  };

  it.each(['resume latest', 'apply'])('refuses users who are protected since its start: %s', async (word) => {
    const { machine, file, titleOfClara } = await stopped();
    const line = word === 'apply' ? `bulk apply ${file}` : word;
    const ran = await machine.orgctl(`-p sandbox ${line} --yes`, { env: { ORGCTL_PROTECT: 'clara.*' } });
    expect(ran).toMatchObject({
      exit: 9,
      stderr: expect.stringMatching(
        /the plan touches protected users or groups: clara\.voss\nhint: apply a file without them, undo what was done \(orgctl -p sandbox undo \S+\), or /,
      ),
    });
    expect(await titleOfClara()).not.toBe('Cook');
  });

  it('does not happen if another file of the name was applied since', async () => {
    const { machine, file, titleOfClara } = await stopped();
    const first = readFileSync(file, 'utf8');
    writeFileSync(
      file,
      first.replace('walt.finch,,Cook', 'walt.finch,,Baker').replace('general,', 'gerald,'),
    );
    expect(await machine.orgctl(`-p sandbox bulk apply ${file} --yes`)).toMatchObject({ exit: 0 });
    writeFileSync(file, first);
    const again = await machine.orgctl(`-p sandbox bulk apply ${file} --yes --stop-on 2`);
    expect(again.stderr).toMatch(
      /^warning: run \S+ is not resumed, because \S+ was applied with other content since \(run \S+\); making a new plan; to finish that run instead: orgctl -p sandbox resume \S+ --stop-on 2\n/m,
    );
    const walt = await machine.orgctl('-p sandbox scim users get walt.finch --query title -o text');
    expect([walt.stdout.trim(), await titleOfClara()]).toEqual(['Cook', 'Cook']);
  });

  it('happens although another shard of the file, or a file of the name elsewhere, was applied since', async () => {
    const machine = freshMachine();
    const file = machine.path('people.csv');
    const people = (name: string) => {
      const rows = Array.from({ length: 12 }, (_, at) => `${name}${at},${name}${at}@x.example\n`);
      return `userName,email\n${rows.join('')}`;
    };
    writeFileSync(file, people('n'));
    mkdirSync(machine.path('other'));
    writeFileSync(machine.path('other/people.csv'), people('else'));
    const apply = (words: string) => machine.orgctl(`-p sandbox bulk apply ${words} --mode create --yes`);
    const shard = (number: number) => `${file} --shard ${number}/2`;
    expect((await apply(`${shard(1)} --concurrency 1`)).exit).toBe(0);
    const [run] = JSON.parse((await machine.orgctl('runs list --query [].id')).stdout);
    const journal = machine.path(`state/runs/${run}/journal.ndjson`);
    // The run was interrupted after its first change.
    writeFileSync(journal, `${readFileSync(journal, 'utf8').split('\n').slice(0, 3).join('\n')}\n`);
    expect((await apply(shard(0))).exit).toBe(0);
    expect((await apply(machine.path('other/people.csv'))).exit).toBe(0);
    const resumed = await apply(shard(1));
    expect(resumed).toMatchObject({ exit: 0, stderr: expect.stringContaining(`run ${run}\n`) });
  });

  it('does not refuse a protected user whose change is done', async () => {
    const { machine, titleOfClara } = await stopped();
    await machine.orgctl('-p sandbox resume latest --yes', { env: { ORGCTL_PROTECT: 'walt.finch' } });
    expect(await titleOfClara()).toBe('Cook');
  });
});
