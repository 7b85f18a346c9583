import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { runIds } from '../../src/bulk/run/run-folders.ts';
import { organizationOf } from '../support/organization-world.ts';
import { BIN } from '../support/real-bin.ts';
import { auditedService } from './audited-service.ts';
import { childEnvironment } from './child-run.ts';

/** 200 races of two and three of 20 in `npm run torture`. */
const RACES =
  process.env['ORGCTL_TORTURE_KILLS'] === undefined
    ? [6]
    : [20, 20, 20, ...Array.from({ length: 200 }, () => 2)];

it('start race: one of many simultaneous starts changes the organization, and the others name it', {
  timeout: 1_800_000,
}, async () => {
  for (const starters of RACES) {
    const ended = await race(starters);
    expect(ended.map(({ exitCode }) => exitCode).sort()).toEqual([
      0,
      ...Array.from({ length: starters - 1 }, () => 12),
    ]);
    for (const { exitCode, stderr } of ended)
      if (exitCode === 12)
        expect(stderr).toMatch(/another run is changing http:\S+ \(process \d+ on \S+, since/);
  }
});

/** The service delays each write until all other starters have ended or have sent a write. */
async function race(starters: number) {
  const home = mkdtempSync(join(tmpdir(), 'orgctl-race-'));
  const service = await auditedService(organizationOf({}));
  writeFileSync(join(home, 'input.csv'), 'email,userName\nnew@example.com,new\n');
  let through = 0;
  let over = 0;
  let open: () => void = () => {};
  const isDecided = new Promise<void>((resolve) => {
    open = resolve;
  });
  const decide = () => {
    if (through + over >= starters) open();
  };
  service.onWrite = async (when) => {
    if (when === 'after') return;
    through += 1;
    decide();
    await isDecided;
  };
  try {
    const words = [BIN, '--scim-version', '2.0', 'bulk', 'apply', 'input.csv', '--yes'];
    const env = childEnvironment(home, service.origin);
    const options = { reject: false, cwd: home, extendEnv: false, env } as const;
    const ended = await Promise.all(
      Array.from({ length: starters }, async () => {
        const one = await execa(process.execPath, words, options);
        over += 1;
        decide();
        return one;
      }),
    );
    expect([...service.applied]).toEqual([['POST new', 1]]);
    expect(runIds(join(home, 'state', 'runs'))).toHaveLength(1);
    return ended;
  } finally {
    await service.close();
    rmSync(home, { recursive: true, force: true });
  }
}
