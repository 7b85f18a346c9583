import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { textWidth } from '../../src/output/text-width.ts';
import { freshMachine } from '../support/run-orgctl.ts';

const on = (terminal: number) => ({ terminal, env: { NO_COLOR: '1' } }) as const;

/** A machine whose sandbox has users with names of different widths. */
async function wideMachine() {
  const machine = freshMachine();
  writeFileSync(
    machine.path('wide.csv'),
    [
      'userName,email,displayName,title,department,manager',
      'tanaka.hiroshi,tanaka@harbour.example,田中博 (Hiroshi Tanaka),主任エンジニア,エンジニアリング部門,clara.voss',
      'very.long.username.xx,long@harbour.example,Maximiliane von und zu Hohenlohe,Vice President of Everything,Research and Development,clara.voss',
      'zoe.combi,zoe@harbour.example,Zoe\u0308 Müller,Ingénieure,Support,tanaka.hiroshi',
    ].join('\n'),
  );
  expect((await machine.orgctl(`-p sandbox bulk apply ${machine.path('wide.csv')} --yes`)).exit).toBe(0);
  await machine.orgctl(
    "-p sandbox scim groups create '開発チーム 🎉 of a long name' --member tanaka.hiroshi --yes",
  );
  return machine;
}

describe('a table on a narrow terminal', () => {
  it.each([60, 80, 120])('fits %i columns, whatever the names', async (width) => {
    const machine = await wideMachine();
    for (const line of [
      'scim users list',
      'scim users list --columns userName,title,department,manager,id',
      'scim users get tanaka.hiroshi',
      'who tanaka.hiroshi',
      'who clara.voss',
      'scim groups list',
      'admin sessions',
      'admin sessions --by user',
      'logs',
      'logs --why Polls',
      'runs list',
      'runs list --feeds',
      'profile show',
      'probe',
      'manifest rules',
      'scim service schemas',
      'scim service resource-types',
    ]) {
      const { exit, stdout } = await machine.orgctl(`-p sandbox ${line} --no-pager`, on(width));
      expect({ line, exit }).toEqual({ line, exit: 0 });
      const wide = stdout.split('\n').filter((one) => textWidth(one) > width);
      expect({ line, wide }).toEqual({ line, wide: [] });
    }
  });

  it('wraps the reasons of logs --why without truncation', async () => {
    const { orgctl } = freshMachine();
    const { stdout } = await orgctl('-p sandbox logs --why RSS --no-pager', on(60));
    expect(stdout).not.toContain('…');
    const reasons = stdout.split('\n').map((line) => line.slice(45).trim());
    expect(reasons.join(' ')).toContain('manually disabled by a user');
  });

  it('shows every requested column, truncated rather than omitted', async () => {
    const machine = await wideMachine();
    const columns = '--columns userName,title,department,manager,id';
    const { stdout, stderr } = await machine.orgctl(
      `-p sandbox scim users list ${columns} --no-pager`,
      on(80),
    );
    expect(stdout.split('\n')[0]).toMatch(/^Username +Title +Department +Manager +ID$/);
    expect(stderr).not.toContain('left out');
  });

  it('omits the last columns if they cannot fit, and suggests -o csv', async () => {
    const columns = '--columns userName,displayName,email,title,department,manager,id,state';
    const machine = await wideMachine();
    const { stdout, stderr } = await machine.orgctl(
      `-p sandbox scim users list ${columns} --no-pager`,
      on(60),
    );
    expect(stdout.split('\n')[0]).toMatch(/^Username +Display na… +Primary e-… +Title$/);
    expect(stderr).toContain('hidden columns: Department, Manager, ID, State (-o csv shows\nall)\n');
  });

  it.each([60, 80])('truncates no userName, run ID or rule name at %i columns', async (width) => {
    const machine = await wideMachine();
    const users = await machine.orgctl('-p sandbox scim users list --no-pager', on(width));
    expect(users.stdout).toContain('very.long.username.xx ');
    const feeds = await machine.orgctl('runs list --feeds', on(width));
    expect(feeds.stdout).toMatch(/ \d{8}-\d{6}-[a-z0-9]{5}( |$)/m);
    expect(feeds.stdout).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z /m);
    expect(feeds.stderr).toContain('1 applied file');
    const rules = await machine.orgctl('manifest rules --no-pager', on(width));
    expect(rules.stdout).toContain('optional-scope-not-listed ');
    const copy = machine.path(`copy-${width}.ndjson`);
    await machine.orgctl(`migrate snapshot sandbox --out ${copy}`);
    const report = await machine.orgctl(`migrate verify ${copy} sandbox --no-pager`, on(width));
    expect(report.stdout).toContain('preferredLanguage ');
  });

  it('wraps the most important long cell, even in a middle column', async () => {
    const machine = freshMachine();
    const shown = await machine.orgctl('-p sandbox profile show', on(60));
    expect(shown.stdout.replaceAll(/ +/g, ' ')).toMatch(
      /^maxReactivate the larger of 10 and 5% of the default\n active users$/m,
    );
    const schemas = await machine.orgctl('-p sandbox scim service schemas', on(60));
    expect(schemas.stdout).not.toContain('…');
    const log = await machine.orgctl('-p sandbox logs --no-pager', on(60));
    expect(log.stdout).toMatch(/Outgoing .*\n +webhooks\n +\(418200777\)$/m);
  });

  it('wraps an email address before its domain', async () => {
    const columns = '--columns userName,displayName,email';
    const { stdout } = await freshMachine().orgctl(
      `-p sandbox scim users list ${columns} --no-pager`,
      on(60),
    );
    expect(stdout).toMatch(/^ines\.harbour +Inês Harbour +ines\.harbour\n +@harbour-finch\.example$/m);
    expect(stdout).toMatch(/^tomas\.rey +Tomás Rey +tomas\.rey@harbour-finch\.example$/m);
    expect(stdout).not.toContain('…');
  });

  it('shows the reasons of logs --why rather than the app', async () => {
    const { stdout, stderr } = await freshMachine().orgctl('-p sandbox logs --why Polls', on(60));
    expect(stdout).toMatch(/^When +Change +By +Reason$/m);
    expect(stderr).toContain('App or service');
  });
});

describe('a single resource on a narrow terminal', () => {
  it.each([
    [60, '2024-03-08T09:00:00-08:00 \\(.* ago\\)$'],
    [50, '2024-03-08T09:00:00-08:00\n +\\(.* ago\\)$'],
  ])('keeps the age of a time on one line at %i columns', async (width, created) => {
    const { stdout } = await freshMachine().orgctl('-p sandbox scim users get clara.voss', on(width));
    expect(stdout).toMatch(new RegExp(`^Created +${created}`, 'm'));
  });

  it('lists ten sessions per workspace, newest first, and the command for the rest', async () => {
    const machine = freshMachine();
    await machine.orgctl('sandbox seed --sessions 700 --log-entries 90');
    const { stdout } = await machine.orgctl('-p sandbox who clara.voss --no-pager', on(120));
    const shown = stdout.slice(stdout.indexOf('Sessions in T0FINCH'), stdout.indexOf('\nApps'));
    const days = [...shown.matchAll(/ on (\d{4}-\d\d-\d\d)$/gm)].map(([, day = '']) => day);
    expect(days.slice(0, 10)).toEqual(days.slice(0, 10).toSorted().toReversed());
    const [, rest, command = ''] =
      /(\d+) more: orgctl (-p sandbox admin sessions clara\.voss --team T0FINCH)/.exec(shown) ?? [];
    const all = await machine.orgctl(`${command} -o ndjson`);
    expect(all.stdout.trimEnd().split('\n')).toHaveLength(Number(rest) + 10);
    const about = await machine.orgctl('-p sandbox who ines.harbour --no-pager', on(120));
    const [, older, logs = ''] =
      /(\d+) more: orgctl (-p sandbox logs --user ines\.harbour)$/m.exec(about.stdout) ?? [];
    const entries = await machine.orgctl(`${logs} -o ndjson`);
    expect(entries.stdout.trimEnd().split('\n')).toHaveLength(Number(older) + 10);
  });
});

describe('note below a table', () => {
  it.each([
    ['admin sessions --by workspace', '18 sessions'],
    ['logs --by app', '26 entries'],
    ['migrate map sandbox sandbox', '17 pairs'],
    ['scim service schemas', '5 schemas'],
    ['scim service resource-types', '2 resource types'],
  ])('states the number of rows: %s', async (line, count) => {
    const { stderr } = await freshMachine().orgctl(`-p sandbox ${line}`, on(120));
    expect(stderr.trimEnd().split('\n').at(-1)).toBe(count);
  });

  it.each(['admin sessions --by workspace', 'logs --by app'])('is omitted in a pipe: %s', async (line) => {
    expect((await freshMachine().orgctl(`-p sandbox ${line}`)).stderr).toBe('');
  });

  it('states once that there is nothing, and why', async () => {
    const machine = freshMachine();
    const status = await machine.orgctl('migrate status', on(80));
    expect(status.stderr).toBe('no migrations yet; start one with: orgctl migrate apply A B\n');
    writeFileSync(machine.path('same.csv'), 'userName,title\nclara.voss,Designer\n');
    const plan = await machine.orgctl(`-p sandbox bulk plan ${machine.path('same.csv')}`, on(80));
    expect(plan.stderr).toMatch(/^nothing to change; 1 unchanged$/m);
    expect(plan.stderr).not.toContain('found');
  });
});

describe('a terminal of unknown width', () => {
  it.each([
    ['has 80 columns', {}, 80],
    ['has the width of COLUMNS', { COLUMNS: '60' }, 60],
  ])('%s: lists, help, and changes of a run', async (_, told, width) => {
    const machine = await wideMachine();
    const env = { NO_COLOR: '1', ...told };
    const columns = 'userName,displayName,email,title,department,manager,id';
    const lines = [
      `-p sandbox scim users list --columns ${columns}`,
      'scim users list --help',
      'bulk apply --help',
      `-p sandbox bulk apply ${machine.path('wide.csv')} --yes`,
    ];
    for (const line of lines) {
      const unknown = await machine.orgctl(line, { terminal: 0, rows: 0, env: { PAGER: 'false', ...env } });
      const known = await machine.orgctl(line, { terminal: width, env });
      expect({ line, shown: unknown.stdout }).toEqual({ line, shown: known.stdout });
      expect({ line, told: unknown.stderr }).toEqual({ line, told: known.stderr });
    }
  });
});

describe('messages on a narrow terminal', () => {
  const FINDING =
    'email: "kim.example" is not an address; for example anna.lind@example.com (bad_email_address)';

  async function machineWithBadRow() {
    const machine = freshMachine();
    writeFileSync(machine.path('bad.csv'), 'userName,email\nkim.lee,kim.example\n');
    const place = `${machine.path('bad.csv')}:2:9`;
    return { ...machine, place };
  }

  it.each([
    ['stdout', 'bulk check'],
    ['stderr', 'bulk apply'],
    ['stderr', 'bulk apply --on-bad-row skip --max-bad-rows 5'],
  ] as const)('breaks a finding between words on %s', async (stream, command) => {
    const { orgctl, path, place } = await machineWithBadRow();
    const line = `-p sandbox ${command} ${path('bad.csv')}`;
    const wide = await orgctl(line, on(400));
    const narrow = await orgctl(line, on(60));
    expect(wide[stream]).toContain(`${place} ${FINDING}\n`);
    expect(narrow[stream]).toContain(
      `${place}\nemail: "kim.example" is not an address; for example\nanna.lind@example.com (bad_email_address)\n`,
    );
    expect(narrow[stream].replace(/\s+/g, ' ')).toBe(wide[stream].replace(/\s+/g, ' '));
  });

  it('breaks a finding about a manifest, its hint and its fix, but not the source line', async () => {
    const { orgctl, path } = freshMachine();
    const manifest = 'features:\n  bot_user:\n    display_name: watch\n    always_online: "yes"\n';
    writeFileSync(path('m.yaml'), manifest);
    const line = `manifest validate ${path('m.yaml')}`;
    const wide = (await orgctl(line, on(400))).stdout;
    const narrow = (await orgctl(line, on(50))).stdout;
    expect(wide).toMatch(/^ {2}hint: .{50}/m);
    for (const text of narrow.split('\n'))
      expect(textWidth(text) <= 50 || !text.trim().includes(' ') || text.includes('orgctl ')).toBe(true);
    expect(narrow).toMatch(/^ {2}hint: .*\n {2}\S/m);
    const words = (text: string) => text.replace(/^.*(?:\||\^).*$/gm, '').replace(/\s+/g, ' ');
    expect(words(narrow)).toBe(words(wide));
  });

  it.each([
    ['a note', 'bulk check people.csv'],
    ['an error', 'scim users get nobody.of.this.name.is.in.the.sandbox'],
    ['a warning', 'scim users list --query titel'],
  ])('breaks %s between words, but no command', async (_, words) => {
    const { orgctl, path } = freshMachine();
    writeFileSync(path('people.csv'), 'userName,email,manager\nkim,kim@x.example,boss@x.example\n');
    const line = `-p sandbox ${words.replace('people.csv', path('people.csv'))}`;
    const { stderr } = await orgctl(line, on(40));
    const plain = (await orgctl(line, on(400))).stderr;
    expect(plain.split('\n').some((line) => textWidth(line) > 40)).toBe(true);
    const isBroken = (line: string) =>
      textWidth(line) <= 40 || !line.includes(' ') || line.includes('orgctl ');
    expect(stderr.split('\n').filter((line) => !isBroken(line))).toEqual([]);
    for (const [command] of plain.matchAll(/orgctl [^;\n]*/g)) expect(stderr).toContain(command);
    expect(stderr.replace(/\s+/g, ' ')).toBe(plain.replace(/\s+/g, ' '));
  });

  it.each(['json', 'ndjson'])('breaks no error with -o %s', async (format) => {
    const { orgctl, path, place } = await machineWithBadRow();
    const { stderr } = await orgctl(`-p sandbox bulk apply ${path('bad.csv')} -o ${format}`, on(40));
    const line = stderr.split('\n').find((one) => one.startsWith('{')) ?? '';
    expect(JSON.parse(line)).toMatchObject({
      code: 'invalid_input',
      issues: [{ at: { file: path('bad.csv'), line: 2, column: 9 } }],
    });
    expect(place).toContain(path('bad.csv'));
  });

  it('breaks nothing in a pipe', async () => {
    const { orgctl, path, place } = await machineWithBadRow();
    const env = { COLUMNS: '40' };
    expect((await orgctl(`-p sandbox bulk check ${path('bad.csv')} -o table`, { env })).stdout).toContain(
      `${place} ${FINDING}\n`,
    );
  });
});
