import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { demoOrganization } from '../../src/sandbox/demo-organization.ts';
import { SANDBOX_TOKEN } from '../../src/sandbox/demo-tokens.ts';
import { faultySandbox } from '../support/faulty-sandbox.ts';
import { freshMachine } from '../support/run-orgctl.ts';

const USERS = ['clara.voss', 'tomas.rey', 'aroha.ngata', 'samir.aziz', 'mei.tanaka', 'walt.finch'];

/** Applies titles to a service that refuses each of them, and stops at the second refusal. */
async function stoppedAtTwo() {
  const refused = {
    method: 'PATCH',
    do: 'answer',
    status: 400,
    body: { Errors: { description: 'title_too_long', code: 400 } },
    times: 'always',
  };
  const service = await faultySandbox(demoOrganization(), [refused]);
  const machine = freshMachine();
  writeFileSync(machine.path('hr.csv'), `userName,title\n${USERS.map((name) => `${name},Cook\n`).join('')}`);
  writeFileSync(machine.path('token'), SANDBOX_TOKEN);
  const connection = `--scim-url ${service.origin} --token-file ${machine.path('token')} --concurrency 1`;
  const files = `--failed-out ${machine.path('failed.csv')} --events ${machine.path('events.ndjson')}`;
  const ran = await machine.orgctl(
    `${connection} bulk apply ${machine.path('hr.csv')} --yes --stop-on 2 ${files}`,
  );
  expect(ran.exit).toBe(9);
  const resume = / 4 left; resume: orgctl (.*)$/m.exec(ran.stderr)?.[1] ?? '';
  const rows = () => readFileSync(machine.path('failed.csv'), 'utf8').trim().split('\n').length - 1;
  return { service, machine, connection, files, resume, rows };
}

describe('command that resumes a stopped run', () => {
  it('stops by the same rule and writes the same files, again and again', async () => {
    const { machine, connection, files, resume, rows } = await stoppedAtTwo();
    expect(resume).toMatch(
      / --concurrency 1 bulk resume \S+ --stop-on 2 --failed-out \S+ --events \S+ --yes$/,
    );
    expect(resume.startsWith(connection)).toBe(true);
    expect(resume).toContain(files);
    expect(rows()).toBe(2);
    const again = await machine.orgctl(resume);
    expect(again.exit).toBe(9);
    expect(again.stderr).toContain('0 done, 4 failed, 2 left; resume: ');
    expect(again.stderr).toContain(`resume: orgctl ${resume}\n`);
    expect(rows()).toBe(4);
    const events = readFileSync(machine.path('events.ndjson'), 'utf8').trim().split('\n');
    expect(events.filter((line) => line.includes('"type":"run.pause"'))).toHaveLength(2);
    const last = await machine.orgctl(resume);
    expect(last.stderr).toMatch(
      / 6 failed, 0 left; retry: orgctl .* bulk resume \S+ --retry-failed --stop-on 2 --failed-out \S+ --events \S+ --yes\n/,
    );
    expect(rows()).toBe(6);
  });

  it('retries failed rows under the same rule, and removes their file once none fails', async () => {
    const { service, machine, resume } = await stoppedAtTwo();
    service.queue.clear();
    const finished = await machine.orgctl(resume);
    const retry = / 2 failed, 0 left; retry: orgctl (.*)$/m.exec(finished.stderr)?.[1] ?? '';
    expect(retry).toMatch(/ bulk resume \S+ --retry-failed --stop-on 2 --failed-out \S+ --events \S+ --yes$/);
    expect(await machine.orgctl(retry)).toMatchObject({
      exit: 0,
      stderr: expect.stringContaining('6 changed'),
    });
    expect(existsSync(machine.path('failed.csv'))).toBe(false);
  });

  it('does not replace failed rows that were corrected meanwhile', async () => {
    const { machine, resume } = await stoppedAtTwo();
    const path = machine.path('failed.csv');
    const corrected = readFileSync(path, 'utf8').replace('Cook', 'Chef');
    writeFileSync(path, corrected);
    const refused = await machine.orgctl(resume);
    expect(refused).toMatchObject({ exit: 2, stderr: expect.stringContaining(`${path} exists`) });
    expect(readFileSync(path, 'utf8')).toBe(corrected);
  });

  it('keeps the rule in the record of the run, without files of this machine', async () => {
    const { machine, connection } = await stoppedAtTwo();
    const shown = await machine.orgctl(`${connection} runs show latest`);
    expect(shown.stderr).toMatch(/ 4 left; resume: orgctl .* bulk resume \S+ --stop-on 2 --yes\n/);
  });
});

describe('next file of the same name after a stopped run', () => {
  it.each(['plan', 'apply'])('is planned by %s with a warning about the unfinished run', async (verb) => {
    const { service, machine, connection } = await stoppedAtTwo();
    service.queue.clear();
    const file = machine.path('hr.csv');
    writeFileSync(file, 'userName,title\nclara.voss,Baker\n');
    const line = `${connection} bulk ${verb} ${file} --min-rows 0 --yes`;
    const { stderr } = await machine.orgctl(line);
    expect(stderr).toMatch(
      /^warning: run \S+ of \S+hr\.csv, with other content, is unfinished: 0 done, 2 failed, 4 left; resume: orgctl .* bulk resume \S+ --stop-on 2 --yes; to remove it: orgctl runs prune \S+ --unfinished\n/m,
    );
    const remove = /to remove it: orgctl (.*)$/m.exec(stderr)?.[1] ?? '';
    expect(await machine.orgctl(`${remove} --yes`)).toMatchObject({ exit: 0 });
    expect((await machine.orgctl(line)).stderr).not.toContain('unfinished');
  });
});
