import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { BIN, freshHome } from '../support/real-bin.ts';
import { servedSandbox } from '../support/served-sandbox.ts';

const SHARES = 4;
const ROWS = 60;

/** Starts one shard on its own machine: as a pod of an indexed Job, or as a job of a matrix. */
function startShare(origin: string, people: string, index: number) {
  const home = freshHome();
  const isPod = index % 2 === 0;
  const events = join(home, 'events.ndjson');
  const share = isPod ? `auto/${SHARES}` : `${index}/${SHARES}`;
  const words = ['bulk', 'apply', people, '--shard', share, '--yes', '-o', 'ndjson', '--events', events];
  const { PATH = '' } = process.env;
  const process_ = execa(process.execPath, [BIN, ...words], {
    reject: false,
    extendEnv: false,
    env: {
      PATH,
      CI: 'true',
      ORGCTL_HOME: home,
      ORGCTL_SCIM_URL: origin,
      ORGCTL_TOKEN: 'sandbox-owner-token',
      ORGCTL_QUOTA: 'createUser=20/s+8',
      ...(isPod ? { JOB_COMPLETION_INDEX: String(index) } : {}),
    },
  });
  return { process: process_, events: () => readFileSync(events, 'utf8') };
}

it('shards on separate machines stay within one shared quota', async () => {
  const home = freshHome();
  writeFileSync(join(home, 'limits.yaml'), 'createUser: {perMinute: 1200, burst: 8}\n');
  const { origin, fetch } = await servedSandbox(
    home,
    ...['--port', '0', '--memory', '--limits', join(home, 'limits.yaml')],
  );
  const people = join(home, 'people.csv');
  const rows = Array.from({ length: ROWS }, (_, index) => `u${index},u${index}@x.example\n`);
  writeFileSync(people, `userName,email\n${rows.join('')}`);

  const shares = Array.from({ length: SHARES }, (_, index) => startShare(origin, people, index));
  const ran = await Promise.all(shares.map(({ process }) => process));
  expect(ran.map(({ exitCode }) => exitCode)).toEqual(Array(SHARES).fill(0));
  const created = ran.flatMap(({ stdout }) => (stdout === '' ? [] : stdout.split('\n')));
  expect(created).toHaveLength(ROWS);
  // No request was throttled: each shard used its share of the quota.
  expect(shares.map(({ events }) => events()).join('')).not.toContain('"throttled"');
  const list = await (await fetch('/scim/v2/Users?count=1000')).text();
  expect(new Set(list.match(/"userName":"u\d+"/g))).toHaveProperty('size', ROWS);
});
