import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { faultySandbox } from '../support/faulty-sandbox.ts';
import { organizationHome } from '../support/organization-home.ts';
import { account, group, idOf, organizationOf, TOKENS } from '../support/organization-world.ts';
import { NOW } from '../support/test-sandbox.ts';

const FULL = { hasCustomProfile: true } as const;
const A = {
  users: [
    account('ada', { employeeNumber: '1', department: 'Support', phone: '1' }, FULL),
    account('bob', { department: 'Sales', phone: '2' }, FULL),
    account('gone', { active: false }),
  ],
  groups: [group(['ada', 'bob'])],
};
const B = {
  users: [
    account('ada', { employeeNumber: '1', department: 'Support', phone: '3' }, FULL),
    account('bob', { department: 'Sales', phone: '4' }, FULL),
    account('new'),
  ],
  groups: [group(['ada'])],
};
const SIZES = 'a (3 users, 1 group) with b (3 users, 1 group)';

async function twoHomes() {
  const [a, b] = [await organizationHome(A), await organizationHome(B)];
  const compare = async (flags: string) => {
    const ran = await a.orgctl(`compare ${a.home} ${b.home} --detailed-exitcode ${flags}`);
    return { ...ran, stderr: ran.stderr.replaceAll(a.home, 'a').replaceAll(b.home, 'b') };
  };
  return { a, b, compare };
}

/** The HTML pages in the home of a machine, including one that is being written. */
/** Returns the object with its members in reverse order. */
const reordered = (row: object) => Object.fromEntries(Object.entries(row).toReversed());

function filesOf({ home }: { readonly home: string }): readonly string[] {
  return readdirSync(home).filter((name) => name.includes('.html'));
}

describe('compare', () => {
  it('prints each difference, and counts the differences', async () => {
    const { compare } = await twoHomes();
    expect(await compare('-o csv --columns found,subject,name,attribute,valueInA,valueInB,a,b,key')).toEqual({
      exit: 8,
      stdout: [
        'found,subject,name,attribute,valueInA,valueInB,a,b,key',
        'different,user,ada,phone,1,3,WADA,WADA,employeeNumber',
        `different,user,bob,phone,2,4,${idOf('bob')},${idOf('bob')},email`,
        'only-in-a,user,gone,,gone@example.com,,WGONE,,',
        'only-in-b,user,new,,,new@example.com,,WNEW,',
        'different,membership,Team,members,bob,,S1,S1,displayName',
        '',
      ].join('\n'),
      stderr: `compared ${SIZES}: 1 user only in A; 1 user only in B; 2 users differ in 2 values; 1 membership different\n`,
    });
  });

  it.each([
    ['', 0],
    ['--detailed-exitcode', 8],
    ['--exit-code', 8],
  ])(
    'prints text into a pipe, and reports differences by exit code if requested: %s',
    async (flags, exit) => {
      const { a, b } = await twoHomes();
      const words = `compare ${a.home} ${b.home} ${flags}`;
      const piped = await a.orgctl(words);
      expect(piped.exit).toBe(exit);
      expect(piped.stdout).toMatch(
        /^Found +What +Name +Attribute +A +B\ndifferent +user +ada +phone +1 +3\n/,
      );
      expect(piped.stdout).toBe((await a.orgctl(words, { terminal: 200, env: { NO_COLOR: '1' } })).stdout);
      expect(JSON.parse((await a.orgctl(`${words} -o json`)).stdout)).toHaveLength(5);
    },
  );

  it.each([
    ['--only phone', 2],
    ['--only users', 4],
    ['--only only-in-a,only-in-b', 2],
    ['--only memberships', 1],
    ['--only title', 0],
    ['--ignore phone', 3],
    ['--ignore leavers', 4],
    ['--ignore users,memberships', 0],
    ['--ignore different,only-in-a,only-in-b', 0],
    ['--where \'department eq "Support"\'', 1],
    ['--where \'department eq "Sales"\'', 2],
    ['--keys userName --only ambiguous', 0],
  ])('compares the selected parts: %s', async (flags, count) => {
    const { compare } = await twoHomes();
    const { stdout, exit } = await compare(`-o json -q ${flags}`);
    expect(JSON.parse(stdout)).toHaveLength(count);
    expect(exit).toBe(count === 0 ? 0 : 8);
  });

  const NOTHING = '--only and --ignore leave nothing to compare';
  it.each([
    ['--where \'userName eq "nobody"\'', 5, '--where matches no users in a or b, so nothing was compared'],
    ["--except 'userName pr'", 5, '--except leaves no users of a and b to compare'],
    [
      '--where \'userName eq "ada"\' --except \'userName eq "ada"\'',
      5,
      '--where and --except leave no users of a and b to compare',
    ],
    ['--only phone --ignore phone', 2, NOTHING],
    ['--only users --ignore users', 2, NOTHING],
    ['--only different --ignore different', 2, NOTHING],
    ['--only phone --ignore different', 2, NOTHING],
    ['--only memberships --ignore different', 2, NOTHING],
  ])('refuses to report an empty comparison as equal: %s', async (flags, exit, problem) => {
    const { a, b, compare } = await twoHomes();
    const expected = { exit, stdout: '', stderr: `error: ${problem}\n` };
    const page = a.path('verified.html');
    expect(await compare(`${flags} --html ${page}`)).toEqual(expected);
    expect(filesOf(a)).toEqual([]);
    const verified = await a.orgctl(`migrate verify ${a.home} ${b.home} ${flags} --html ${page}`);
    expect(verified.stderr.replaceAll(a.home, 'a').replaceAll(b.home, 'b')).toBe(expected.stderr);
    expect([verified.exit, existsSync(page)]).toEqual([exit, false]);
  });

  it('counts all differences even if the table is limited', async () => {
    const { compare } = await twoHomes();
    const { stdout, stderr } = await compare('-o table --limit 1');
    expect(stdout.trim().split('\n')).toHaveLength(2);
    expect(stderr).toContain('1 of 5');
    expect(stderr).toContain('2 users differ in 2 values; 1 membership different');
  });

  it('prints Markdown, writes a page, and does not overwrite it', async () => {
    const { a, compare } = await twoHomes();
    const page = a.path('page.html');
    const { stdout, exit } = await compare(`-o md --html ${page}`);
    expect(exit).toBe(8);
    expect(stdout).toContain('| different | user | ada | phone | 1 | 3 |');
    const html = readFileSync(page, 'utf8');
    expect(html).toContain(
      '<td>different</td><td>membership</td><td>Team</td><td>members</td><td>bob</td><td></td>',
    );
    expect((await compare(`--html ${page}`)).stderr).toContain(
      `exists\nhint: choose another name or add --force`,
    );
  });

  it.each(['--columns nothing', '--query nothing['])(
    'writes no page if the command is refused: %s',
    async (flags) => {
      const { a, b } = await twoHomes();
      for (const command of ['compare', 'migrate verify']) {
        const line = `${command} ${a.home} ${b.home} ${flags} --html ${a.path('page.html')}`;
        expect((await a.orgctl(line)).exit).toBe(2);
        expect(filesOf(a)).toEqual([]);
      }
    },
  );

  it('labels values that differ only in Unicode composition', async () => {
    const [a, b] = await Promise.all(
      ['NFC', 'NFD'].map((form) =>
        organizationHome({ users: [account('ada', { givenName: 'Zoë'.normalize(form) })] }),
      ),
    );
    for (const command of ['compare', 'migrate verify']) {
      const line = `${command} ${a?.home} ${b?.home} --exit-code -o md --html ${a?.path('page.html')} --force`;
      const ran = await a?.orgctl(line);
      expect(ran?.exit).toBe(8);
      expect(ran?.stdout).toContain('| givenName: different Unicode composition |');
      expect(readFileSync(a?.path('page.html') ?? '', 'utf8')).toContain(
        '<td>givenName: different Unicode composition</td>',
      );
    }
    expect(await a?.orgctl(`migrate verify --check ${a.path('page.html')} -q`)).toMatchObject({ exit: 0 });
  });

  it('compares an export, and lists what the file lacks', async () => {
    const { a } = await twoHomes();
    const [people, groups] = [a.path('people.csv'), a.path('groups.csv')];
    await a.orgctl(`-p sandbox scim users export --out ${people}`);
    await a.orgctl(`-p sandbox scim groups export --names --out ${groups}`);
    expect(await a.orgctl(`compare ${people},${groups} sandbox`)).toMatchObject({
      exit: 0,
      stderr: `compared ${people},${groups} (3 users, 1 group) with sandbox (3 users, 1 group): no differences\n`,
    });
    writeFileSync(
      people,
      'email,department\nada@example.com,Sales\nbob@example.com,Sales\ngone@example.com,\n',
    );
    const ran = await a.orgctl(`compare ${people} sandbox -o csv --no-header --exit-code`);
    expect(ran).toMatchObject({
      exit: 8,
      stdout: 'different,user,ada@example.com,department,Sales,Support\n',
    });
    expect(ran.stderr).toContain(
      `groups are not compared: ${people} has none\nnot compared: employeeNumber, userName`,
    );
    writeFileSync(people, 'email\nada@\n');
    expect(await a.orgctl(`compare ${people} sandbox`)).toMatchObject({ exit: 5 });
  });

  it.each(['compare', 'migrate map', 'migrate plan'])('%s refuses groups given by ID', async (command) => {
    const a = await organizationHome({
      users: [account('ada')],
      groups: [group(['ada'], { id: 'S0123TEAM9', displayName: 'Team' })],
    });
    const [people, groups] = [a.path('people.csv'), a.path('groups.csv')];
    await a.orgctl(`-p sandbox scim users export --out ${people}`);
    await a.orgctl(`-p sandbox scim groups export --no-names --out ${groups}`);
    const out = command === 'migrate map' ? ` --out ${a.path('ids.csv')}` : '';
    expect(await a.orgctl(`${command} ${people},${groups} sandbox${out}`)).toEqual({
      exit: 5,
      stdout: '',
      stderr: `error: ${groups}:2: S0123TEAM9 is the ID of a group; groups are compared by name\nhint: orgctl scim groups export --names\n`,
    });
  });

  it('treats addresses as equal under --domain', async () => {
    const a = await organizationHome({ users: [account('ada')] });
    const b = await organizationHome({
      users: [account('x', { userName: 'ada', email: 'ada@new.example' })],
    });
    expect((await a.orgctl(`compare ${a.home} ${b.home} -q -o csv --no-header`)).stdout).toBe(
      'different,user,ada,email,ada@example.com,ada@new.example\n',
    );
    expect(await a.orgctl(`compare ${a.home} ${b.home} --domain example.com=new.example`)).toMatchObject({
      exit: 0,
    });
  });

  it('joins the pairs of a map before any key', async () => {
    const { a, compare } = await twoHomes();
    const map = a.path('ids.csv');
    writeFileSync(map, `from,to\n${idOf('gone')},${idOf('new')}\nWNOBODY,WNEW\n`);
    const { stdout } = await compare(
      `--map ${map} -o csv --no-header --columns name,attribute,key --only userName,email`,
    );
    expect(stdout).toBe('gone,email,map\ngone,userName,map\n');
  });

  it('warns about each unused pair of a map, naming the wrong ID', async () => {
    const { a, compare } = await twoHomes();
    const map = a.path('ids.csv');
    const warned = async (pairs: string) => {
      writeFileSync(map, `from,to\n${pairs}`);
      const { exit, stderr } = await compare(`--map ${map} --only ambiguous`);
      expect(exit).toBe(0);
      return stderr.split('\n').filter((line) => line.startsWith('warning: '));
    };
    expect(await warned('WGONE,WNOBODY\n')).toEqual([
      'warning: a/ids.csv:2: WNOBODY is not a user of b; the pair is not used',
    ]);
    expect(await warned('WGONE,WNEW\nWADA,WNEW\n')).toEqual([
      'warning: a/ids.csv:3: WGONE and WADA both become WNEW; the pair is not used',
    ]);
    expect(await warned('WGONE,WNEW\nW8,WADA\n')).toEqual([
      'warning: a/ids.csv: 1 pair names an ID that a does not have, such as W8',
    ]);
    expect(await warned('WNEW,WGONE\n')).toEqual([
      'warning: a/ids.csv seems to be reversed: "from" must be an ID of a, "to" one of b',
    ]);
  });

  it.each<[string, (rows: readonly object[]) => string, string]>([
    [
      'over many lines',
      (rows) => rows.map((row) => `${JSON.stringify(row, null, 2)}\n`).join(''),
      'is a snapshot that was rewritten by another program',
    ],
    [
      'as one list',
      (rows) => `${JSON.stringify(rows)}\n`,
      'is a snapshot that was rewritten by another program',
    ],
    [
      'with spaces',
      (rows) => rows.map((row) => `${JSON.stringify(row).replaceAll('":', '": ')}\n`).join(''),
      'is a snapshot that was rewritten by another program',
    ],
    [
      'with reordered JSON members',
      (rows) => rows.map((row) => `${JSON.stringify(reordered(row))}\n`).join(''),
      'is a snapshot that was rewritten by another program',
    ],
    [
      'with reordered JSON members of users',
      (rows) =>
        rows
          .map((row) => `${JSON.stringify(row).replace(/("id":"[^"]*"),("values":.*})}}/, '$2,$1}}')}\n`)
          .join(''),
      'does not match its digest; it was edited or is damaged',
    ],
  ])('refuses a snapshot rewritten by another program %s', async (_, print, message) => {
    const { a } = await twoHomes();
    const file = a.path('a.ndjson');
    await a.orgctl(`migrate snapshot sandbox --out ${file} -q`);
    const lines = readFileSync(file, 'utf8');
    expect(await a.orgctl(`compare ${file} ${file}`)).toMatchObject({ exit: 0 });
    const rewritten = print(
      lines
        .trim()
        .split('\n')
        .map((line): object => JSON.parse(line)),
    );
    expect(rewritten).not.toBe(lines);
    writeFileSync(file, rewritten);
    const ran = await a.orgctl(`compare ${file} ${file}`);
    expect(ran).toMatchObject({ exit: 5, stdout: '' });
    expect(ran.stderr).toContain(message);
    expect(ran.stderr.split('\n')).toHaveLength(3);
  });

  it('compares a snapshot, and refuses a truncated or edited one', async () => {
    const { a } = await twoHomes();
    const file = a.path('before.ndjson');
    expect(await a.orgctl(`migrate snapshot sandbox --out ${file}`)).toEqual({
      exit: 0,
      stdout: '',
      stderr: `3 users and 1 group saved to ${file}\n`,
    });
    expect(await a.orgctl(`compare ${file} sandbox`)).toMatchObject({ exit: 0, stdout: '' });
    const text = readFileSync(file, 'utf8');
    const lines = text.trimEnd().split('\n');
    writeFileSync(file, `${lines.slice(0, -1).join('\n')}\n`);
    expect(await a.orgctl(`compare ${file} sandbox`)).toEqual({
      exit: 7,
      stdout: '',
      stderr: `error: ${file} is incomplete: its end is missing after line ${lines.length - 1}\nhint: take a new snapshot\n`,
    });
    writeFileSync(file, text.slice(0, -20));
    expect(await a.orgctl(`compare ${file} sandbox`)).toMatchObject({ exit: 7 });
    writeFileSync(file, text.replace('Support', 'Sales'));
    expect(await a.orgctl(`compare ${file} sandbox`)).toMatchObject({ exit: 5 });
  });

  it('refuses a list that changed while it was read', async () => {
    const sandbox = await faultySandbox(
      organizationOf(A),
      [{ contains: 'startIndex=1', times: 'always', do: 'total', add: 1 }],
      () => NOW,
    );
    const { a } = await twoHomes();
    await a.orgctl(
      `profile add acme --scim-url ${sandbox.origin} --scim-version 2.0 --token-stdin --no-check`,
      {
        stdin: TOKENS.primaryOwner,
      },
    );
    for (const words of ['acme sandbox', 'sandbox acme'])
      expect(await a.orgctl(`compare ${words} --html ${a.path('page.html')}`)).toEqual({
        exit: 7,
        stdout: '',
        stderr:
          'error: acme: the list of users changed while it was read, in 3 attempts\nhint: try again when no other program changes users\n',
      });
    expect(filesOf(a)).toEqual([]);
  });

  it.each([
    ['compare - sandbox', 'error: stdin is not a regular file, and it must be read twice\nhint: save it'],
    [
      'compare /dev/null sandbox',
      'error: /dev/null is not a regular file, and it must be read twice\nhint: ',
    ],
    ['compare nowhere sandbox', 'error: "nowhere" is neither a profile nor a file; profiles: sandbox'],
    ['compare sandbox sandbox --only phones', 'error: --only does not take "phones" (did you mean "phone"?)'],
    ['compare sandbox sandbox --keys title', 'Keys are employeeNumber, email, userName.'],
    ['compare sandbox sandbox --domain x', 'It must be old=new, such as example.com=example.org.'],
  ])('refuses %s', async (line, message) => {
    const { a } = await twoHomes();
    const { exit, stderr } = await a.orgctl(line);
    expect(exit).toBe(2);
    expect(stderr).toContain(message);
  });

  it('refuses a given token for two organizations', async () => {
    const { a } = await twoHomes();
    const { exit, stderr } = await a.orgctl('compare sandbox sandbox', {
      env: { ORGCTL_TOKEN: 'given-token' },
    });
    expect({ exit, stderr }).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining(
        'a token that is given for this run would be sent to both organizations',
      ),
    });
  });
});

describe('compare with files', () => {
  const files = async () => {
    const machine = await organizationHome(A);
    const at = (name: string) => machine.path(name);
    await machine.orgctl(`-p sandbox scim users export --out ${at('people.csv')}`);
    await machine.orgctl(`-p sandbox scim groups export --names --out ${at('groups.csv')}`);
    await machine.orgctl(`migrate snapshot sandbox --out ${at('k.snap')}`);
    await machine.orgctl(`sandbox seed --users 3 --state ${at('st.ndjson')}`);
    const compare = async (one: string, flags = '') => {
      const words = one.split(',').map(at).join(',');
      const ran = await machine.orgctl(`compare ${words} sandbox ${flags}`);
      return { ...ran, stderr: ran.stderr.replaceAll(`${machine.home}/`, '') };
    };
    return { machine, compare };
  };

  it('accepts users and groups in either order', async () => {
    const { compare } = await files();
    const rows = '-o csv --only users,memberships';
    const right = await compare('people.csv,groups.csv', rows);
    expect(await compare('groups.csv,people.csv', rows)).toMatchObject({
      exit: right.exit,
      stdout: right.stdout,
    });
    expect(right).toMatchObject({ exit: 0 });
  });

  it('reads the state file of a sandbox, whatever its name', async () => {
    const { machine } = await files();
    const state = machine.path('st.ndjson');
    expect(await machine.orgctl(`compare ${state} ${state} -o csv`)).toMatchObject({ exit: 0 });
    const snapshot = await machine.orgctl(`migrate snapshot ${state}`);
    expect(snapshot.exit).toBe(0);
    expect(snapshot.stdout.split('\n').filter((line) => line.includes('userName')).length).toBeGreaterThan(2);
  });

  it.each([
    ['people.csv,nosuch.csv', 'cannot read nosuch.csv of "people.csv,nosuch.csv": there is no such file'],
    ['people.csv,people.csv', 'people.csv and people.csv are both files of people'],
    ['groups.csv,groups.csv', 'groups.csv and groups.csv are both files of groups'],
    ['people.csv,groups.csv,k.snap', '"people.csv,groups.csv,k.snap" names 3 files'],
    ['k.snap,k.snap', 'k.snap is a snapshot, which already contains users and groups'],
    ['people.csv,st.ndjson', 'st.ndjson is the state of a sandbox, which already contains users and groups'],
  ])('refuses %s', async (given, message) => {
    const { compare } = await files();
    const { exit, stderr } = await compare(given);
    expect([exit, stderr.split('\n')[0]]).toEqual([2, `error: ${message}`]);
  });
});
