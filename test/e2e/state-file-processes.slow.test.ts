import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import type { JsonObject } from '../../src/spec/protocol-types.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const run = promisify(execFile);

/** Runs the built program as a separate process. */
async function orgctl(home: string, ...words: readonly string[]): Promise<string> {
  const env = { PATH: process.env['PATH'], ORGCTL_HOME: home };
  const { stdout } = await run(process.execPath, ['bin/orgctl.js', '-p', 'sandbox', ...words], { env });
  return stdout;
}

async function users(home: string): Promise<readonly JsonObject[]> {
  return JSON.parse(await orgctl(home, 'scim', 'users', 'list', '-o', 'json', '--limit', '1000'));
}

it('keeps all users if many processes create users in one sandbox at the same time', async () => {
  const home = temporaryFolder();
  const names = Array.from({ length: 12 }, (_, index) => `person.${index}`);
  const create = (name: string) =>
    orgctl(
      home,
      'scim',
      'users',
      'create',
      '--user-name',
      name,
      '--email',
      `${name}@example.com`,
      '-o',
      'json',
    );
  await Promise.all(names.map(create));
  const everybody = await users(home);
  const created = everybody.filter(({ userName }) => names.includes(String(userName)));
  expect(created).toHaveLength(12);
  expect(new Set(everybody.map(({ id }) => id)).size).toBe(everybody.length);
});

it('gives a userName to only one of many processes that request it at the same time', async () => {
  const home = temporaryFolder();
  const attempts = await Promise.allSettled(
    Array.from({ length: 6 }, (_, index) =>
      orgctl(home, 'scim', 'users', 'create', '--user-name', 'same', '--email', `p${index}@example.com`),
    ),
  );
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const attempt of attempts) {
    if (attempt.status === 'rejected') expect(attempt.reason).toMatchObject({ code: 6 });
  }
  const same = (await users(home)).filter(({ userName }) => userName === 'same');
  expect(same).toHaveLength(1);
});
