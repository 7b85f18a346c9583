import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { organizationHome } from '../support/organization-home.ts';
import { account, group, idOf } from '../support/organization-world.ts';

const FULL = { hasCustomProfile: true } as const;
const worldOf = (prefix: string, phone: string) => ({
  users: ['ada', 'bob', 'cat'].map((name) => ({
    ...account(
      name,
      {
        employeeNumber: name,
        phone: name === 'bob' ? phone : '1',
        ...(name === 'ada' ? {} : { manager: `${prefix}${idOf('ada')}` }),
      },
      FULL,
    ),
    id: `${prefix}${idOf(name)}`,
  })),
  groups: [group([], { id: `S${prefix}`, members: [`${prefix}${idOf('ada')}`] })],
});

interface Report {
  readonly verdict: string;
  readonly joined: object;
  readonly attributes: readonly {
    attribute: string;
    compared: number;
    different: number;
    digestInA: string;
    digestInB: string;
  }[];
  readonly samples: readonly { name: string; values: readonly object[] }[];
  readonly digest: string;
  readonly differences: readonly object[];
}

async function verified(phone: string, flags: string) {
  const a = await organizationHome(worldOf('U', '2'));
  const b = await organizationHome(worldOf('W', phone));
  return { a, b, ran: await a.orgctl(`migrate verify ${a.home} ${b.home} ${flags}`) };
}

describe('migrate verify', () => {
  it('reports equality for each attribute', async () => {
    const { ran } = await verified('2', '-o json --signed-off-by "Nora Quay" --samples 1');
    expect(ran.exit).toBe(0);
    const report: Report = JSON.parse(ran.stdout);
    expect(report).toMatchObject({
      verdict: 'equal',
      joined: { users: 3, groups: 1, memberships: 1 },
      differences: [],
      signedOffBy: 'Nora Quay',
    });
    for (const { compared, different, digestInA, digestInB } of report.attributes)
      expect({ compared, different, digestInA }).toEqual({ compared: 3, different: 0, digestInA: digestInB });
    expect(report.samples).toMatchObject([{ name: 'ada', a: `U${idOf('ada')}`, b: `W${idOf('ada')}` }]);
    const { digest, ...rest } = report;
    expect(createHash('sha256').update(JSON.stringify(rest)).digest('hex')).toBe(digest);
  });

  it('has different digests for exactly the attributes that differ', async () => {
    const { ran } = await verified('3', '-o json');
    expect(ran.exit).toBe(8);
    const report: Report = JSON.parse(ran.stdout);
    const other = report.attributes.filter(({ digestInA, digestInB }) => digestInA !== digestInB);
    expect(other).toMatchObject([{ attribute: 'phone', compared: 3, different: 1 }]);
    expect(report).toMatchObject({
      verdict: 'different',
      differences: [{ name: 'bob', attribute: 'phone' }],
    });
  });

  it('prints a table, and lists the ignored attributes', async () => {
    const { a, b, ran } = await verified(
      '3',
      '-o csv --only phone,title --columns attribute,compared,different',
    );
    expect(ran.stdout).toBe('attribute,compared,different\ntitle,3,0\nphone,3,1\n');
    const { stdout } = await a.orgctl(
      `migrate verify ${a.home} ${b.home} --ignore phone,leavers -o json --query notCompared`,
    );
    expect(JSON.parse(stdout)).toEqual(['phone', 'leavers']);
  });

  it('writes a page and Markdown with the same content', async () => {
    const a = await organizationHome(worldOf('U', '2'));
    const b = await organizationHome(worldOf('W', '3'));
    const page = a.path('report.html');
    const line = `migrate verify ${a.home} ${b.home} --signed-off-by Nora`;
    const { stdout, exit } = await a.orgctl(`${line} -o md --html ${page}`, { now: () => 1_800_000_000_000 });
    expect(exit).toBe(8);
    const html = readFileSync(page, 'utf8');
    const [, digest = ''] = /Digest of the report \| (\w{64})/.exec(stdout) ?? [];
    expect(html).toContain(`<td>Digest of the report</td><td>${digest}</td>`);
    expect(html).toContain('<td>different</td><td>user</td><td>bob</td><td>phone</td><td>2</td><td>3</td>');
    expect(stdout).toContain('| different | user | bob | phone | 2 | 3 |');
    expect(stdout).toContain('Sample: ada');
    const { stdout: json } = await a.orgctl(`${line} -o json --query digest`, {
      now: () => 1_800_000_000_000,
    });
    expect(JSON.parse(json)).toBe(digest);
  });

  describe('--check', () => {
    const reported = async () => {
      const a = await organizationHome(worldOf('U', '2'));
      const b = await organizationHome(worldOf('W', '3'));
      const page = a.path('report.html');
      const line = `migrate verify ${a.home} ${b.home}`;
      const { exit } = await a.orgctl(`${line} --signed-off-by "Nora & <Quay>" --html ${page} -q`);
      expect(exit).toBe(8);
      const edit = (from: string | RegExp, to: string) => {
        const text = readFileSync(page, 'utf8');
        expect(text.replace(from, to)).not.toBe(text);
        writeFileSync(page, text.replace(from, to));
      };
      return { a, b, page, line, edit, check: () => a.orgctl(`migrate verify --check ${page}`) };
    };

    it('confirms that a page or the output of -o json was not edited', async () => {
      const { a, line, check, page } = await reported();
      const { exit, stdout, stderr } = await check();
      expect({ exit, stdout }).toEqual({ exit: 0, stdout: '' });
      expect(stderr).toMatch(
        /report\.html is unmodified: taken \S+Z, signed off by Nora & <Quay>, digest [0-9a-f]{64}\n$/,
      );
      const printed = await a.orgctl(`${line} -o json -q`);
      const piped = await a.orgctl('migrate verify --check -', { stdin: printed.stdout });
      expect(piped.stderr).toMatch(/^\(stdin\) is unmodified: /);
      writeFileSync(page, printed.stdout);
      expect((await check()).exit).toBe(0);
      writeFileSync(page, printed.stdout.replace('"compared": 3', '"compared": 4'));
      const edited = await check();
      expect(edited.exit).toBe(5);
      expect(edited.stderr).toMatch(/its data has the digest [0-9a-f]{64}, but the report says [0-9a-f]{64}/);
    });

    it('confirms a page whose line ends were converted', async () => {
      const { edit, check } = await reported();
      edit(/\n/g, '\r\n');
      expect((await check()).exit).toBe(0);
    });

    it('confirms a page with characters that markup cannot contain', async () => {
      const a = await organizationHome({
        users: [account('ada', { title: 'Lead\uffff of\ufffe "A"' })],
        groups: [],
      });
      const page = a.path('report.html');
      await a.orgctl(`migrate verify ${a.home} ${a.home} --samples 1 --html ${page} -q`);
      expect(readFileSync(page, 'utf8')).toContain('Lead\ufffd of\ufffd');
      expect(await a.orgctl(`migrate verify --check ${page}`)).toMatchObject({ exit: 0 });
    });

    it.each<[string | RegExp, string, string]>([
      [
        '<td>Nora &amp; &lt;Quay&gt;</td>',
        '<td>Eve</td>',
        'says "Signed off by Eve", its data says "Signed off by Nora & <Quay>"',
      ],
      [/<tr><td>different<.td>.*<.tr>/, '', 'says "", its data says "different user bob phone 2 3"'],
      [
        '<span class="state failures">different',
        '<span class="state failures">equal',
        'says "Verification of',
      ],
      ['<main>', '<main>\n<p>approved</p>', 'says "approved", its data says "Verification of'],
      ['Nora &amp; &lt;Quay&gt;&quot;', 'Eve&quot;', 'its data has the digest'],
      ['<main>', '<main hidden>', 'has other markup than its data: <main hidden>'],
    ])('detects an edit of the page: %s to %s', async (from, to, message) => {
      const { edit, check } = await reported();
      edit(from, to);
      const { exit, stderr } = await check();
      expect(exit).toBe(5);
      expect(stderr).toContain('report.html was edited or is damaged');
      expect(stderr).toContain(message);
    });

    it('lists changes since the report', async () => {
      const { a, b, page, line } = await reported();
      const check = `${line} --check ${page} -o csv`;
      const same = await a.orgctl(check);
      expect(same.exit).toBe(0);
      expect(same.stderr).toContain('as they are now: no changes');
      await b.orgctl('-p sandbox scim users patch cat --title Chief --yes -q');
      const { exit, stdout } = await a.orgctl(check);
      expect(exit).toBe(8);
      expect(stdout.split('\n').map((row) => row.split(',')[0])).toEqual([
        'what',
        'differences',
        'users: different',
        'title: digestInB',
        'title: different',
        '',
      ]);
      expect(stdout).toContain('users: different,1,2');
    });

    it.each([
      ['migrate verify', 'both organizations are needed'],
      ['migrate verify PAGE --check PAGE', '--check needs both organizations, or neither'],
      ['migrate verify --check PAGE --html x.html', '--check and --html contradict each other; give one'],
    ])('refuses %s', async (line, message) => {
      const { a, page } = await reported();
      const { exit, stderr } = await a.orgctl(line.replaceAll('PAGE', page));
      expect(exit).toBe(2);
      expect(stderr).toContain(message);
    });

    it('calls stdin by its name if it is not a report', async () => {
      const { a } = await reported();
      const ran = await a.orgctl('migrate verify --check -', { stdin: '' });
      expect(ran.stderr).toContain('error: (stdin) is not a report from');
    });

    it('refuses a file that is not a report', async () => {
      const { a, page } = await reported();
      for (const text of ['<html></html>', '{}', '{"digest":"1"}', '', '{"a":']) {
        writeFileSync(page, text);
        expect((await a.orgctl(`migrate verify --check ${page}`)).exit).toBe(5);
      }
    });
  });
});
