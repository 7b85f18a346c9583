import { writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import { NOW, type openProbedService } from './probed-service.ts';

/** 50 in `npm run torture`; otherwise enough to fill several of the smallest pages. */
const COUNT = process.env['ORGCTL_TORTURE_KILLS'] === undefined ? 12 : 50;
const ROWS = Array.from(
  { length: COUNT },
  (_, row) => `new.user${row},new.user${row}@x.example,Given${row},Painter`,
);

/**
 * Runs everyday commands on a probed service: users, groups, a file of users with its undo, and an export.
 */
export async function expectToWork(world: Awaited<ReturnType<typeof openProbedService>>): Promise<void> {
  const { orgctl, path } = world;
  // Each command runs a second later, because IDs of runs in the same second differ only by chance.
  let seconds = 0;
  const ok = async (line: string, exit = 0) => {
    seconds += 1;
    const at = NOW + seconds * 1000;
    const ran = await orgctl(`-p acme ${line}`, { now: () => at });
    expect({ line, exit: ran.exit, stderr: ran.exit === exit ? '' : ran.stderr }).toEqual({
      line,
      exit,
      stderr: '',
    });
    return ran.stdout;
  };
  const names = async () =>
    (await ok('scim users list -o csv --columns userName --no-header')).trim().split('\n').sort();
  const before = await names();
  expect(before).toHaveLength(12);
  expect(await ok('scim users get clara.voss --query userName')).toBe('"clara.voss"\n');
  expect(await ok('scim users get tomas.rey@harbour-finch.example --query userName')).toBe('"tomas.rey"\n');
  expect(await ok(`scim users list --filter 'username sw "to"' -o csv --columns userName --no-header`)).toBe(
    'tomas.rey\n',
  );
  await ok('scim users get nobody.at.all', 6);
  await ok('scim users create --user-name eva.holm --email eva@x.example --given-name Eva');
  expect(await ok('scim users patch eva.holm --title Painter --query title')).toBe('"Painter"\n');
  await ok('scim users deactivate eva.holm --yes');
  expect(await ok('scim users activate eva.holm -o csv --columns state --no-header')).toBe('active\n');
  await ok('scim groups create Painters --member eva.holm');
  expect(await ok('scim groups members add Painters clara.voss -o csv --columns members --no-header')).toBe(
    '2\n',
  );
  expect(await ok('scim groups members remove Painters eva.holm -o csv --columns members --no-header')).toBe(
    '1\n',
  );
  await ok('scim groups delete Painters --yes');
  const file = path('people.csv');
  writeFileSync(file, `userName,email,givenName,title\n${ROWS.join('\n')}\n`);
  await ok(`bulk plan ${file}`);
  await ok(`bulk apply ${file} --yes`);
  expect(await names()).toHaveLength(13 + COUNT);
  const exported = await ok('scim users export');
  for (const row of [0, 7, COUNT - 1]) expect(exported).toContain(`new.user${row},new.user${row}@x.example`);
  await ok('bulk undo latest --yes --max-deactivate 60');
  const states = (await ok('scim users list -o csv --columns userName,state --no-header')).trim().split('\n');
  expect(states.filter((line) => /^new\.user\d+,active$/.test(line))).toEqual([]);
}
