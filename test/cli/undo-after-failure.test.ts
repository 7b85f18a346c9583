import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

const CREATE_AGAIN =
  '-p sandbox scim users create --user-name walt.finch --email walt.finch@harbour-finch.example';

/** A machine on which a title was set and then a command failed. */
async function failedAfter(line: string): Promise<{ machine: Machine; patch: string }> {
  const machine = freshMachine();
  expect((await machine.orgctl('-p sandbox scim users patch walt.finch --title Boss')).exit).toBe(0);
  const [patch] = JSON.parse((await machine.orgctl('runs list --query [].id')).stdout);
  expect((await machine.orgctl(line)).exit).not.toBe(0);
  expect(JSON.parse((await machine.orgctl('runs list --query [].id')).stdout)).toHaveLength(2);
  return { machine, patch };
}

async function title({ orgctl }: Machine): Promise<string> {
  return (await orgctl('-p sandbox scim users get walt.finch --query title')).stdout.trim();
}

describe('undo of the latest run if it changed nothing', () => {
  it('leaves the previous run unchanged, and prints the command that undoes it', async () => {
    const { machine, patch } = await failedAfter(CREATE_AGAIN);
    const undone = await machine.orgctl('-p sandbox undo latest --yes');
    expect(undone).toMatchObject({ exit: 0, stdout: '' });
    expect(undone.stderr).toMatch(
      new RegExp(
        `^nothing to undo in run \\S+: it changed nothing; the newest run that can be undone: orgctl -p sandbox undo ${patch}\n$`,
      ),
    );
    expect(await title(machine)).toBe('"Boss"');
    expect((await machine.orgctl(`-p sandbox undo ${patch} --yes`)).exit).toBe(0);
    expect(await title(machine)).toBe('"Head of IT"');
    const again = await machine.orgctl('-p sandbox undo latest --yes');
    expect(again.stderr).toMatch(/^nothing to undo in run \S+: it changed nothing\n$/);
  });

  it('suggests an older run before a call that cannot be undone', async () => {
    const { machine, patch } = await failedAfter(CREATE_AGAIN);
    await machine.orgctl('-p sandbox conversations mark C0RANDOM 1709571600.000100');
    const undone = await machine.orgctl('-p sandbox undo latest --yes');
    expect(undone.exit).toBe(3);
    expect(undone.stderr).toContain(`; the newest run that can be undone: orgctl -p sandbox undo ${patch}\n`);
  });

  it('suggests no run of another service, and none if a part was selected', async () => {
    const { machine, patch } = await failedAfter(CREATE_AGAIN);
    const part = await machine.orgctl('-p sandbox undo latest --first 1 --yes');
    expect(part.stderr).not.toContain(patch);
    const elsewhere = await machine.orgctl('--scim-url http://127.0.0.1:9/scim undo latest --yes');
    expect(elsewhere.stderr).not.toContain(patch);
  });

  it('suggests only bulk runs in bulk undo', async () => {
    const machine = freshMachine();
    writeFileSync(machine.path('in.csv'), 'userName,title\nmei.tanaka,New\n');
    await machine.orgctl(`-p sandbox bulk apply ${machine.path('in.csv')} --yes`);
    const [applied] = JSON.parse((await machine.orgctl('runs list --query [].id')).stdout);
    await machine.orgctl('-p sandbox scim users patch walt.finch --title Boss');
    // The name is that of a channel, which is not in the list of users.
    writeFileSync(machine.path('none.csv'), 'email,userName\ngen@x.example,general\n');
    expect((await machine.orgctl(`-p sandbox bulk apply ${machine.path('none.csv')} --yes`)).exit).toBe(3);
    const undone = await machine.orgctl('-p sandbox bulk undo latest --yes');
    expect(undone.stderr).toContain(
      `it changed nothing; the newest run that can be undone: orgctl -p sandbox undo ${applied}\n`,
    );
  });
});
