import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasBrowser, sharedBrowser } from '../support/browser.ts';
import { warnMissingTool } from '../support/missing-tool.ts';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

/** A machine on which a file and single commands created, changed and deactivated users. */
async function busyMachine(): Promise<Machine> {
  const machine = freshMachine();
  const file = machine.path('people.csv');
  const apply = async (text: string) => {
    writeFileSync(file, text);
    expect((await machine.orgctl(`-p sandbox bulk apply ${file} --yes -o json`)).exit).toBe(0);
  };
  await apply(
    'userName,email,givenName,title,startDate\nada,ada@x.example,"Ada <b>",Chef,2026-12-01T00:00:00Z\nbob,bob@x.example,Bob,Cook,\n',
  );
  expect((await machine.orgctl('-p sandbox scim users patch ada --title Baker --yes')).exit).toBe(0);
  await apply('userName,email,title,active\nada,ada@x.example,,true\nbob,bob@x.example,Boss,false\n');
  return machine;
}

const NAMES = ['When', 'What', 'Name', 'Full name', 'E-mail', 'ID', 'Start date', 'Changes', 'By', 'Run'];

describe('bulk report --people', () => {
  it('writes the created and deactivated users with old and new values, actor and time, as CSV and Markdown', async () => {
    const machine = await busyMachine();
    const csv = machine.path('people-changes.csv');
    const home = machine.home;
    const ran = await machine.orgctl(`bulk report --merge ${home} --people ${csv}`);
    expect(ran).toMatchObject({
      exit: 0,
      stderr: expect.stringContaining(`changes of users and groups written to ${csv}\n`),
    });
    const lines = readFileSync(csv, 'utf8').trimEnd().split(/\r?\n/);
    expect(lines[0]).toBe(NAMES.join(','));
    expect(lines.find((line) => line.includes(',created,ada,'))).toMatch(
      /^\d{4}-\d\d-\d\dT[^,]*Z,created,ada,Ada <b>,ada@x\.example,[UW]\w+,2026-12-01,,\S.* on \S+,\d{8}-\d{6}-\w{5}$/,
    );
    expect(lines.find((line) => line.includes(',deactivated,bob,'))).toContain('Cook → Boss');
    const markdown = machine.path('people.md');
    await machine.orgctl(`bulk report --merge ${home} --people ${markdown}`);
    expect(readFileSync(markdown, 'utf8')).toMatch(
      /^### 2 created, 1 changed, 1 deactivated\n\n\| When \| What \| Name/,
    );
  });

  it('writes a self-contained page that escapes markup in names', async () => {
    const machine = await busyMachine();
    const page = machine.path('people.html');
    await machine.orgctl(`bulk report --merge ${machine.home} --people ${page}`);
    const html = readFileSync(page, 'utf8');
    expect(html).not.toMatch(/(src|href)=/);
    expect(html).toContain("default-src 'none'");
    expect(html).toContain('@media(prefers-color-scheme:dark)');
    expect(html).not.toContain('<b>');
    expect(html.match(/<tr>/g)).toHaveLength(1 + 4);
    expect(html).toContain('<td data-name="Start date">2026-12-01</td>');
    expect(html).toMatch(/<td data-name="When">\d{4}-\d\d-\d\d \d\d:\d\d UTC<\/td>/);
  });

  it('lists joins, leaves, renames and deletions of groups, by files and by single commands', async () => {
    const machine = freshMachine();
    const run = async (line: string) => {
      const ran = await machine.orgctl(`-p sandbox ${line} --yes -o json`);
      expect(ran.exit === 0 ? '' : ran.stderr).toBe('');
    };
    const people = machine.path('people.csv');
    const groups = machine.path('groups.csv');
    writeFileSync(people, 'userName,email,groups\nada,ada@x.example,Crew\n');
    await run(`bulk apply ${people} --create-groups`);
    writeFileSync(groups, 'group,member\nCrew,ada\nCrew,clara.voss\nIT,clara.voss\n');
    await run(`bulk apply ${groups}`);
    await run('scim groups members remove Crew ada');
    await run('scim groups patch Crew --name Crew2');
    await run('scim groups delete Crew2');
    const csv = machine.path('changes.csv');
    expect((await machine.orgctl(`bulk report --merge ${machine.home} --people ${csv}`)).exit).toBe(0);
    const rows = readFileSync(csv, 'utf8').trimEnd().split(/\r?\n/).slice(1);
    const cells = rows.map((row) => row.split(','));
    const told = cells.map(([, what, name, , email, , , values]) => `${what} ${name} ${email}${values}`);
    expect(told.toSorted()).toEqual(
      [
        'created ada ada@x.example',
        'group created Crew ',
        'joined group ada ada@x.exampleGroup: (empty) → Crew',
        'joined group clara.voss clara.voss@harbour-finch.exampleGroup: (empty) → Crew',
        'joined group clara.voss clara.voss@harbour-finch.exampleGroup: (empty) → IT',
        'left group ada ada@x.exampleGroup: Crew → (empty)',
        'group renamed Crew2 Name: Crew → Crew2',
        'left group clara.voss clara.voss@harbour-finch.exampleGroup: Crew2 → (empty)',
        'group deleted Crew2 ',
      ].toSorted(),
    );
    const markdown = machine.path('changes.md');
    await machine.orgctl(`bulk report --merge ${machine.home} --people ${markdown}`);
    expect(readFileSync(markdown, 'utf8')).toMatch(
      /^### 1 created, 1 group created, 3 joined a group, 2 left a group, 1 group renamed, 1 group deleted\n/,
    );
  });

  it('shows full name and start date of each user, even if the change did not touch them', async () => {
    const machine = freshMachine();
    const file = machine.path('people.csv');
    const apply = async (text: string) => {
      writeFileSync(file, text);
      expect((await machine.orgctl(`-p sandbox bulk apply ${file} --yes -o json`)).exit).toBe(0);
    };
    const people = (ann: string, bob: string) =>
      `userName,email,givenName,familyName,title,startDate\nann,ann@x.example,Ann,Ash,${ann}\nbob,bob@x.example,Bob,${bob}\n`;
    await apply(people('Eng,2026-03-01', 'Birch,Eng,2026-04-01'));
    await apply(people('Eng,2026-05-01', 'Oak,Boss,2026-04-01'));
    const first = async () => (await machine.orgctl('-p sandbox scim users deactivate bob --yes')).exit;
    expect(await first()).toBe(0);
    const cellsOf = (name: string) => {
      const rows = readFileSync(name, 'utf8').trimEnd().split(/\r?\n/).slice(1);
      return rows
        .map((row) => row.split(','))
        .map(([, what, who, full, , , start, values]) => [what, who, full, start, values].join(' | '));
    };
    const csv = machine.path('all.csv');
    await machine.orgctl(`bulk report --merge ${machine.home} --people ${csv}`);
    expect(cellsOf(csv).toSorted()).toEqual([
      'changed | ann | Ann Ash | 2026-05-01 | Start date: 2026-03-01 → 2026-05-01',
      'changed | bob | Bob Oak | 2026-04-01 | Family name: Birch → Oak; Title: Eng → Boss',
      'created | ann | Ann Ash | 2026-03-01 | ',
      'created | bob | Bob Birch | 2026-04-01 | ',
      'deactivated | bob | Bob Oak | 2026-04-01 | Active: true → false',
    ]);
    // The run of the single command is enough: its plan records the user.
    const alone = machine.path('alone.csv');
    const last = JSON.parse((await machine.orgctl('runs list -o json')).stdout)[0].id;
    await machine.orgctl(`bulk report ${last} --people ${alone}`);
    expect(cellsOf(alone)).toEqual(['deactivated | bob | Bob Oak | 2026-04-01 | Active: true → false']);
    const page = machine.path('alone.html');
    await machine.orgctl(`bulk report ${last} --people ${page}`);
    expect(readFileSync(page, 'utf8')).toContain('<td data-name="Full name">Bob Oak</td>');
  });

  it('refuses an unknown file extension and an existing file (exit 2)', async () => {
    const machine = await busyMachine();
    expect(await machine.orgctl('bulk report latest --people people.pdf')).toMatchObject({
      exit: 2,
      stderr: 'error: --people people.pdf: the file name must end in one of .html, .csv, .md\n',
    });
    const page = machine.path('there.html');
    writeFileSync(page, '');
    expect((await machine.orgctl(`bulk report latest --people ${page}`)).exit).toBe(2);
    expect((await machine.orgctl(`bulk report latest --people ${page} --force`)).exit).toBe(0);
  });
});

describe('user report page in a browser', () => {
  if (!hasBrowser()) {
    warnMissingTool('chromium');
    return;
  }
  const browser = sharedBrowser();

  it.each([
    ['light', 1100],
    ['dark', 1100],
    ['light', 400],
    ['dark', 400],
  ] as const)('filters rows and fits the window: %s, %i px wide', async (colorScheme, width) => {
    const machine = await busyMachine();
    const file = machine.path('people.html');
    await machine.orgctl(`bulk report --merge ${machine.home} --people ${file}`);
    const page = await browser().newPage({ colorScheme, viewport: { width, height: 900 } });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`file://${file}`);
    expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
    const [text, back] = await Promise.all(
      ['color', 'backgroundColor'].map((name) => page.evaluate(`getComputedStyle(document.body).${name}`)),
    );
    const isDark = colorScheme === 'dark';
    expect([text, back]).toEqual(
      isDark ? ['rgb(238, 240, 243)', 'rgb(21, 24, 28)'] : ['rgb(22, 25, 29)', 'rgb(255, 255, 255)'],
    );
    // A narrow screen shows cards, and each value has its own label.
    expect(await page.locator('thead').isVisible()).toBe(width > 1000);
    const shown = () => page.locator('tbody tr:visible').count();
    expect(await shown()).toBe(4);
    for (const [words, count] of [
      ['BOB', 2],
      ['bob cook', 1],
      ['nobody', 0],
      ['', 4],
    ] as const) {
      await page.locator('input').fill(words);
      // The browser lays the page out after the event.
      await expect.poll(async () => ({ words, count: await shown() })).toEqual({ words, count });
    }
    expect(asked).toEqual([`file://${file}`]);
    await page.close();
  });
});

describe('run report page in a browser', () => {
  if (!hasBrowser()) {
    warnMissingTool('chromium');
    return;
  }
  const browser = sharedBrowser();

  it.each([400, 1280])(
    'shows all numbers of its plots and breaks no word of a heading: %i px wide',
    async (width) => {
      const machine = freshMachine();
      // The second row of each pair wants a userName that the service gave to the first.
      const pairs = Array.from(
        { length: 20 },
        (_, n) => `u${n}@x.example,u${n}@x.example\nu${n},b${n}@x.example\n`,
      );
      writeFileSync(machine.path('people.csv'), `userName,email\n${pairs.join('')}`);
      const line = `-p sandbox bulk apply ${machine.path('people.csv')} --yes`;
      expect((await machine.orgctl(line)).exit).toBe(3);
      const page = machine.path('run.html');
      await machine.orgctl(`bulk report latest --html ${page}`);
      const tab = await browser().newPage({ viewport: { width, height: 900 } });
      await tab.goto(`file://${page}`);
      const fits = 'document.documentElement.scrollWidth <= window.innerWidth';
      expect(await tab.evaluate(fits)).toBe(true);
      const cut = await tab.evaluate(`[...document.querySelectorAll('section')].flatMap((section) => {
      const box = section.getBoundingClientRect();
      return [...section.querySelectorAll('svg text, svg rect')].filter((one) => {
        const { left, right, width } = one.getBoundingClientRect();
        return width > 0 && (left < box.left || right > box.right);
      }).map((one) => one.textContent);
    })`);
      expect(cut).toEqual([]);
      const broken = await tab.evaluate(`[...document.querySelectorAll('th')]
      .filter((one) => one.getClientRects()[0].height > 60).map((one) => one.textContent)`);
      expect(broken).toEqual([]);
      await tab.close();
    },
  );
});

describe('runs export and runs verify', () => {
  async function trail(machine: Machine, since = '90d'): Promise<readonly string[]> {
    const file = machine.path(`audit-${since}.ndjson`);
    expect((await machine.orgctl(`runs export --since ${since} --out ${file} --force`)).exit).toBe(0);
    return readFileSync(file, 'utf8').trimEnd().split('\n');
  }

  it('exports every change of files and single commands with actor, before and after', async () => {
    const machine = await busyMachine();
    const [end, ...reversed] = (await trail(machine)).map((line) => JSON.parse(line)).toReversed();
    const records = reversed.toReversed();
    expect(end).toMatchObject({ seq: 5, end: true, records: 4 });
    expect(records.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    expect(records.map(({ action, name }) => `${action} ${name}`).toSorted()).toEqual(
      ['create ada', 'create bob', 'change ada', 'deactivate bob'].toSorted(),
    );
    expect(records.every(({ by, run, state }) => by.host !== '' && run !== '' && state === 'succeeded')).toBe(
      true,
    );
    const changed = records.find(({ action }) => action === 'change');
    expect(changed).toMatchObject({ before: { title: 'Chef' }, after: { title: 'Baker' } });
  });

  it('exports the members of a deleted group, which nothing else keeps', async () => {
    const machine = freshMachine();
    expect((await machine.orgctl('-p sandbox scim groups delete IT --yes')).exit).toBe(0);
    const [first = ''] = await trail(machine);
    expect(JSON.parse(first)).toMatchObject({
      action: 'delete group',
      name: 'IT',
      members: ['W1118NVR2', 'W122HBRI4'],
    });
  });

  it.each([
    ['exports no records since now', '0s', 0],
    ['exports all records since a date', '2000-01-01', 4],
  ])('%s', async (_, since, count) => {
    const lines = (await trail(await busyMachine(), since)).filter((line) => line !== '');
    expect(lines).toHaveLength(count + 1);
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ end: true, records: count });
  });

  it.each<[string, (lines: readonly string[]) => readonly string[], number]>([
    ['a record is missing', (lines) => [...lines.slice(0, 1), ...lines.slice(2)], 2],
    ['the first record is missing', (lines) => lines.slice(1), 1],
    ['a record is edited', (lines) => lines.map((line) => line.replace('Baker', 'Chief')), 0],
    ['two records are swapped', ([one = '', two = '', ...rest]) => [two, one, ...rest], 1],
    ['a line is not a record', (lines) => [...lines, 'x'], 6],
    ['the end record is missing', (lines) => lines.slice(0, -1), 5],
    ['the end record and the last records are missing', (lines) => lines.slice(0, -3), 3],
    ['everything is missing', () => [], 1],
    ['a line follows the end record', (lines) => [...lines, lines.at(-1) ?? ''], 6],
  ])('detects that %s', async (_, damage, line) => {
    const machine = await busyMachine();
    const lines = await trail(machine);
    const good = machine.path('good.ndjson');
    writeFileSync(good, `${lines.join('\n')}\n`);
    expect(await machine.orgctl(`runs verify ${good}`)).toMatchObject({
      exit: 0,
      stderr: `${good} is complete and unmodified: 4 records\n`,
    });
    const bad = machine.path('bad.ndjson');
    writeFileSync(bad, `${damage(lines).join('\n')}\n`);
    const ran = await machine.orgctl(`runs verify ${bad}`);
    expect(ran.exit).toBe(5);
    expect(ran.stderr).toContain('the audit trail is not intact');
    if (line > 0) expect(ran.stderr).toContain(`bad.ndjson:${line} `);
  });

  it('refuses a time in the future (exit 2)', async () => {
    const machine = await busyMachine();
    const out = machine.path('future.ndjson');
    expect(await machine.orgctl(`runs export --since 2999-01-01 --out ${out}`)).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('--since is in the future: 2999-01-01T00:00:00.000Z\n'),
    });
    expect(existsSync(out)).toBe(false);
  });

  it('reports a missing run and a journal that changed after its run ended', async () => {
    const machine = await busyMachine();
    const folder = machine.path('state/runs');
    const [first = '', , last = ''] = readdirSync(folder).sort();
    rmSync(join(folder, first), { recursive: true });
    const journal = join(folder, last, 'journal.ndjson');
    writeFileSync(
      journal,
      `${readFileSync(journal, 'utf8').trimEnd().split('\n').slice(0, -2).join('\n')}\n`,
    );
    const out = machine.path('gaps.ndjson');
    const ran = await machine.orgctl(`runs export --since 90d --out ${out}`);
    const gaps = [`run ${first} is missing`, `the journal of run ${last} was changed after the run ended`];
    for (const gap of gaps) expect(ran.stderr).toContain(`warning: ${gap}; recorded in the audit trail\n`);
    const verified = await machine.orgctl(`runs verify ${out}`);
    expect(verified).toMatchObject({
      exit: 5,
      stderr: `error: ${out} is unmodified, but records were already missing when it was written: ${gaps.join('; ')}\n`,
    });
    // The recorded gaps cannot be removed from the trail.
    writeFileSync(out, readFileSync(out, 'utf8').replace(/,"gaps":\[[^\]]*\]/, ''));
    expect((await machine.orgctl(`runs verify ${out}`)).stderr).toContain('the audit trail is not intact');
  });

  it('records pruned runs, and reports a removed line of the run index', async () => {
    const machine = await busyMachine();
    const runs = readdirSync(machine.path('state/runs')).length;
    expect((await machine.orgctl('runs prune --older-than 0s --yes')).exit).toBe(0);
    const records = (await trail(machine)).filter((line) => line !== '').map((line) => JSON.parse(line));
    expect(records.map(({ action }) => action)).toEqual([...Array(runs).fill('prune'), undefined]);
    expect(records.at(-1)).not.toHaveProperty('gaps');
    const index = machine.path('state/runs-index.ndjson');
    const lines = readFileSync(index, 'utf8').split('\n');
    // A line cut by a power failure is ignored, and the next entry starts on a new line.
    writeFileSync(index, `${lines.join('\n')}{"t":"20`);
    expect((await machine.orgctl('-p sandbox scim users patch bob --title Cook --yes')).exit).toBe(0);
    expect(JSON.parse((await trail(machine)).at(-1) ?? '')).not.toHaveProperty('gaps');
    writeFileSync(index, lines.toSpliced(1, 1).join('\n'));
    expect(JSON.parse((await trail(machine)).at(-1) ?? '').gaps).toContain(
      'line 2 of the run index breaks the hash chain',
    );
  });

  it('refuses both a run and --since, and neither of them', async () => {
    const machine = await busyMachine();
    for (const words of ['', 'latest --since 90d'])
      expect((await machine.orgctl(`runs export ${words} --out ${machine.path('x')}`)).exit).toBe(2);
  });
});
