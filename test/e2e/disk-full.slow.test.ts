import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listeningSandbox } from '../support/listening-sandbox.ts';
import { freshHome, inShell } from '../support/real-bin.ts';

it('a bulk run exits with 12 if the file size limit is reached, and completes when it runs again', async () => {
  const { origin, sandbox } = await listeningSandbox({ token: 'an-owner-of-acme' });
  const home = freshHome();
  const rows = Array.from({ length: 800 }, (_, n) => `u${n}@x.example,u${n}\n`).join('');
  writeFileSync(join(home, 'people.csv'), `email,userName\n${rows}`);
  const apply = `ORGCTL_TOKEN=an-owner-of-acme orgctl --scim-url ${origin} --scim-version 2.0 bulk apply people.csv --yes -o ndjson`;
  // The plan and the disk reserve fit into this file size, the journal does not.
  const stopped = await inShell(home, `ulimit -f 160; ${apply}`);
  expect(stopped.exitCode).toBe(12);
  expect(stopped.stderr).toContain('the file would become too large');
  expect(stopped.stderr).toContain('left; resume: orgctl');
  const sent = sandbox.organization.userCount;
  expect(sent).toBeGreaterThan(100);

  const done = await inShell(home, apply);
  expect(done.exitCode).toBe(0);
  const created = [...sandbox.organization.users()].filter(({ values }) =>
    values.email?.endsWith('@x.example'),
  );
  expect(created).toHaveLength(800);
  const again = await inShell(home, apply);
  expect(again.stderr).toContain('nothing to do: 800 of 800 rows');
});
