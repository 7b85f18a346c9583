import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { demoOrganization } from '../../src/sandbox/demo-organization.ts';
import { SANDBOX_TOKEN } from '../../src/sandbox/demo-tokens.ts';
import { faultySandbox } from '../support/faulty-sandbox.ts';
import { freshHome, inShell, startOrgctl } from '../support/real-bin.ts';
import { machineAt } from '../support/run-orgctl.ts';

it('--version prints the version and nothing else', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(await startOrgctl(freshHome(), ['--version'])).toMatchObject({
    exitCode: 0,
    stdout: version,
    stderr: '',
  });
});

it('prints a summary and three commands to try if it runs without arguments', async () => {
  const { exitCode, stdout } = await startOrgctl(freshHome(), []);
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(
    /^Administers the people.*\n\nTry:\n {2}orgctl --profile sandbox scim users list .*\n.*bulk check.*\n.*profile add/,
  );
});

it('prints the same help for "help a b" and "a b --help", and help for a command group', async () => {
  const home = freshHome();
  const [one, other] = await Promise.all([
    startOrgctl(home, ['help', 'scim', 'users', 'list']),
    startOrgctl(home, ['scim', 'users', 'list', '--help']),
  ]);
  expect(one.stdout).toBe(other.stdout);
  expect(one.stdout).toMatch(/^List users\n\nExamples:\n/);
  expect(await startOrgctl(home, ['scim'])).toMatchObject({ exitCode: 0, stderr: '' });
});

it('exits with 0 and prints no error if its output is not read to the end', async () => {
  const home = freshHome();
  const { exitCode, stdout, stderr } = await inShell(
    home,
    'orgctl -p sandbox scim users list -o ndjson | head -1',
  );
  expect(JSON.parse(stdout)).toMatchObject({ userName: 'ines.harbour' });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
});

it('writes all of a large output through a slow pipe', async () => {
  const home = freshHome();
  await machineAt(home).orgctl('sandbox seed --users 3000 -q');
  const { stdout, stderr } = await inShell(
    home,
    'orgctl -p sandbox scim users list -o ndjson | (sleep 1; cat) | wc -lc',
  );
  const [lines = 0, bytes = 0] = stdout.trim().split(/\s+/).map(Number);
  expect(stderr).toBe('');
  expect(lines).toBe(3012);
  expect(bytes).toBeGreaterThan(3_000_000);
});

it('reports a full disk if stdout cannot be written', async () => {
  const { exitCode, stderr } = await inShell(freshHome(), 'orgctl -p sandbox scim users list > /dev/full');
  expect(exitCode).toBe(12);
  expect(stderr).toBe('error: cannot write to stdout (ENOSPC)');
});

it('completes a bulk run on a full disk and reports its state', async () => {
  const home = freshHome();
  const apply = (more: string, who: string) =>
    inShell(
      home,
      `printf 'userName,email\\n${who},${who}@x.example\\n' > p.csv; orgctl -p sandbox bulk apply p.csv --yes ${more}`,
    );
  expect(await apply('2> /dev/full', 'one')).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('created'),
  });
  const ran = await apply('> /dev/full', 'two');
  expect(ran.exitCode).toBe(12);
  expect(ran.stderr).toContain(
    'error: cannot write to stdout (ENOSPC)\nhint: 1 done, 0 left; see: orgctl runs show ',
  );
});

it('exits with the code of the signal that stops it', async () => {
  for (const [signal, exit] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    const server = startOrgctl(freshHome(), ['sandbox', 'serve', '--memory']);
    await new Promise((resolve) => server.stdout?.once('data', resolve));
    server.kill(signal);
    expect((await server).exitCode).toBe(exit);
  }
});

it('reports the state of a run if a second signal stops it immediately', async () => {
  const home = freshHome();
  const rows = Array.from({ length: 40 }, (_, index) => `u${index},u${index}@x.example`);
  writeFileSync(join(home, 'people.csv'), `userName,email\n${rows.join('\n')}\n`);
  // Requests stay in flight until the end of the test, however slow the machine is.
  const server = await faultySandbox(demoOrganization(), [{ method: 'POST', do: 'stall', times: 'always' }]);
  writeFileSync(join(home, 'token'), SANDBOX_TOKEN);
  const connection = ['--scim-url', server.origin, '--scim-version', '2.0'];
  const token = ['--token-file', join(home, 'token'), '--concurrency', '2'];
  const apply = startOrgctl(home, [
    ...connection,
    ...token,
    'bulk',
    'apply',
    join(home, 'people.csv'),
    '--yes',
  ]);
  let said = '';
  const until = (words: string) =>
    new Promise<void>((resolve) =>
      apply.stderr?.on('data', (data) => {
        said += String(data);
        if (said.includes(words)) resolve();
      }),
    );
  await until('\nrun ');
  apply.kill('SIGINT');
  await until('press Ctrl-C again');
  apply.kill('SIGTERM');
  const stopped = await apply;
  expect(stopped.exitCode).toBe(143);
  expect(stopped.stderr).toMatch(
    /\n\d+ done, \d+ left(, \d+ of them without a response)?; resume: orgctl --scim-url .* bulk resume \S+ --yes$/,
  );
});

it('finishes requests in flight at Ctrl-C, and the same command resumes the run', async () => {
  const home = freshHome();
  const rows = Array.from({ length: 400 }, (_, index) => `u${index},u${index}@x.example`);
  writeFileSync(join(home, 'people.csv'), `userName,email\n${rows.join('\n')}\n`);
  const server = startOrgctl(home, ['sandbox', 'serve', '--memory', '--latency', '20ms', '-o', 'json']);
  const first = await new Promise<string>((resolve) =>
    server.stdout?.once('data', (data) => resolve(String(data))),
  );
  const { scimBaseUrl, token } = JSON.parse(first);
  const argv = [
    '--scim-url',
    scimBaseUrl,
    '--scim-version',
    '2.0',
    'bulk',
    'apply',
    join(home, 'people.csv'),
    '--yes',
    '-o',
    'ndjson',
  ];
  writeFileSync(join(home, 'token'), token);
  const apply = startOrgctl(home, [...argv, '--token-file', join(home, 'token')]);
  await new Promise<void>((resolve) =>
    apply.stderr?.on('data', (data) => /^run \S+$/m.test(String(data)) && resolve()),
  );
  await new Promise((resolve) => setTimeout(resolve, 200));
  apply.kill('SIGINT');
  const stopped = await apply;
  expect(stopped.exitCode).toBe(130);
  expect(stopped.stderr).toMatch(
    /\d+ created, \d+ left\nto undo this: orgctl --scim-url \S+ .* undo \S+(?: --max-deactivate \d+)?\n\d+ done, \d+ left; resume: orgctl --scim-url .* bulk resume \S+ --yes$/,
  );
  const resumed = await startOrgctl(home, [...argv, '--token-file', join(home, 'token')]);
  expect(resumed.exitCode).toBe(0);
  expect(resumed.stderr).toMatch(/resuming run \S+: \d+ of 400 changes done\n/);
  expect(resumed.stderr).toContain('400 created');
  server.kill('SIGTERM');
  await server;
});
