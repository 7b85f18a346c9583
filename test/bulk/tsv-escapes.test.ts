import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

const FOUND =
  'a backslash could be part of the value, or an escape that -o tsv writes; ' +
  'expected a list saved with -o csv; if it is part of the value, a file with commas, or --delimiter tab (unclear_escape)\n';

describe('a file with tabs whose backslashes may be escapes', () => {
  it.each([
    ['a tab', 'userName\ttitle\nwalt.finch\tIT\nmei.tanaka\ta\\tb\n', '3:12 title'],
    ['a line feed', 'userName\ttitle\nmei.tanaka\ta\\nb\n', '2:12 title'],
    ['a carriage return', 'userName\ttitle\nmei.tanaka\ta\\rb\n', '2:12 title'],
    ['a backslash', 'userName\ttitle\nmei.tanaka\tC:\\\\x\n', '2:12 title'],
    ['a group', 'group\tmember\nCORP\\tom\twalt.finch\n', '2:1 group'],
  ])('is refused: %s', async (_, text, place) => {
    const machine = freshMachine();
    const file = machine.path('list.tsv');
    writeFileSync(file, text);
    const { exit, stderr } = await machine.orgctl(`-p sandbox bulk plan ${file}`);
    expect({ exit, stderr }).toEqual({
      exit: 5,
      stderr: expect.stringContaining(`${file}:${place}: ${FOUND}`),
    });
  });

  it.each([
    ['--delimiter tab', 'userName\ttitle\nmei.tanaka\ta\\tb\n', 'a\\tb'],
    ['', 'userName\ttitle\nwalt.finch\ta\\xb\nmei.tanaka\ta\\tb\n', 'a\\tb'],
    ['', 'userName\ttitle\nmei.tanaka\ta\\tb\nwalt.finch\ta\\\n', 'a\\tb'],
    ['', 'userName,title\nmei.tanaka,a\\tb\n', 'a\\tb'],
  ])('is read as it is with "%s": %j', async (flags, text, title) => {
    const machine = freshMachine();
    const file = machine.path('list.tsv');
    writeFileSync(file, text);
    const { exit, stdout } = await machine.orgctl(`-p sandbox bulk plan ${file} -o table ${flags}`.trim());
    expect({ exit, stdout }).toEqual({ exit: 0, stdout: expect.stringContaining(`→ ${title}\n`) });
  });
});

it.each([
  ['failed', '--failed-out rows.tsv', 'general\ta\\tb\tgen@x.example'],
  ['skipped', '--on-bad-row skip --rejects rows.tsv', 'nb\ta\\tb\tnb@x'],
])('the %s rows of a file with literal backslashes are read as they are', async (_, flags, wrong) => {
  const machine = freshMachine();
  const [file, rows] = [machine.path('list.tsv'), machine.path('rows.tsv')];
  writeFileSync(file, `userName\ttitle\temail\nwalt.finch\tC:\\x\t\n${wrong}\n`);
  await machine.orgctl(`-p sandbox bulk apply ${file} --yes ${flags.replace('rows.tsv', rows)}`);
  writeFileSync(rows, readFileSync(rows, 'utf8').replace(/^\w+(.*)\t\w+@x\S*/m, 'nora$1\tnora@x.example'));
  const { exit, stdout } = await machine.orgctl(`-p sandbox bulk plan ${rows} -o table`);
  expect({ exit, stdout }).toEqual({ exit: 0, stdout: expect.stringContaining('nora@x.example, a\\tb\n') });
});

it.each(['compare FILE sandbox', 'sandbox seed --people FILE'])(
  '%s, which has no --delimiter, names commas',
  async (line) => {
    const machine = freshMachine();
    const file = machine.path('list.tsv');
    writeFileSync(file, 'userName\temail\ttitle\nna\tna@x.example\ta\\tb\n');
    const { exit, stderr } = await machine.orgctl(line.replace('FILE', file));
    expect({ exit, stderr }).toEqual({
      exit: 5,
      stderr: expect.stringContaining(`${file}:2:17 title: ${FOUND}`),
    });
    writeFileSync(file, 'userName,email,title\nna,na@x.example,a\\tb\n');
    expect((await machine.orgctl(line.replace('FILE', file))).exit).toBe(0);
  },
);

it.each([
  ['userName', '', 'CORP\\tom'],
  ['Login', '--map MAP', 'tom'],
])('a login with a domain is no escape: %s %s', async (heading, flags, userName) => {
  const machine = freshMachine();
  const file = machine.path('list.tsv');
  const map = machine.path('map.yaml');
  writeFileSync(file, `${heading}\temail\ttitle\nCORP\\tom\ttom@x.example\tR\\nD\n`);
  writeFileSync(
    map,
    `columns: {userName: {from: Login, steps: [{after: "\\\\"}]}, email: email, title: title}\n`,
  );
  const { exit, stdout } = await machine.orgctl(
    `-p sandbox bulk plan ${file} -o json --query changes[0].user.[userName,title] ${flags.replace('MAP', map)}`.trim(),
  );
  expect({ exit, said: JSON.parse(stdout) }).toEqual({ exit: 0, said: [userName, 'R\\nD'] });
});

it('a list that -o tsv wrote never changes a value', async () => {
  const machine = freshMachine();
  await machine.words(['-p', 'sandbox', 'scim', 'users', 'patch', 'mei.tanaka', '--title', 'C:\\new']);
  const columns = '--columns userName,title';
  const written = await machine.orgctl(`-p sandbox scim users list ${columns} -o tsv`);
  const file = machine.path('list.tsv');
  writeFileSync(file, written.stdout);
  expect(await machine.orgctl(`-p sandbox bulk apply ${file} --yes`)).toMatchObject({ exit: 5 });
  const same = await machine.orgctl(`-p sandbox scim users list ${columns} -o tsv`);
  expect(same.stdout).toBe(written.stdout);
});
