import { writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printAnnotations } from '../../src/output/github-annotations.ts';
import { printJunit } from '../../src/output/junit.ts';
import { escapeMarkdown, escapeMarkup, markdownTable } from '../../src/output/markup.ts';
import { freshMachine } from '../support/run-orgctl.ts';

const BROKEN = 'userName,email\nanna,anna@\n"b|o<!--",bo@x.example\n';

describe('output formats for CI', () => {
  it('print findings as annotations of the lines of the file', async () => {
    const { exit, stdout } = await freshMachine().orgctl('bulk check - -o github', { stdin: BROKEN });
    expect(exit).toBe(5);
    expect(stdout).toBe(
      '::error file=(stdin),line=2,col=6,title=bad_email_address::email: "anna@" is not an address\n',
    );
  });

  it('print findings as failed tests, and one passed test if there are none', async () => {
    const machine = freshMachine();
    const failed = await machine.orgctl('bulk check - -o junit', { stdin: BROKEN });
    expect(failed.stdout).toContain('tests="1" failures="1" errors="0" skipped="0"');
    expect(failed.stdout).toContain(
      '<testcase name="line 2 email" classname="(stdin)" file="(stdin)" line="2">' +
        '<failure type="bad_email_address" message="&quot;anna@&quot; is not an address">',
    );
    const passed = await machine.orgctl('bulk check examples/people.csv -o junit');
    expect(passed).toMatchObject({ exit: 0, stdout: expect.stringContaining('tests="1" failures="0"') });
  });

  it.each([
    [
      'bulk apply --yes',
      'github',
      '::error file=g.csv,line=2,title=no_such_group_members::member: "clara.vos" is',
    ],
    ['bulk apply --yes', 'junit', '<failure type="no_such_group_members" message="&quot;clara.vos&quot; is'],
    ['bulk apply --yes', 'md', '### 1 finding in g.csv\n\n| Line | Column | Finding | Code |\n'],
    [
      'bulk apply -n',
      'github',
      '::error file=g.csv,line=2,title=no_such_group_members::member: "clara.vos" is',
    ],
    ['bulk plan', 'md', '### 1 finding in g.csv\n\n| Line | Column | Finding | Code |\n'],
  ])('print the findings of a file that %s refuses: %s', async (verb, format, text) => {
    const machine = freshMachine();
    writeFileSync(machine.path('g.csv'), 'group,member\nIT,clara.vos\n');
    const ran = await machine.orgctl(`-p sandbox ${verb} ${machine.path('g.csv')} -o ${format}`);
    expect(ran.exit).toBe(5);
    expect(ran.stdout.replaceAll(machine.path('g.csv'), 'g.csv')).toContain(text);
    expect(ran.stderr).toBe(`error: ${machine.path('g.csv')} is not accepted: 1 finding; nothing was sent\n`);
  });

  it('print the findings of an invalid file and of a stale plan', async () => {
    const machine = freshMachine();
    const { orgctl, path } = machine;
    const invalid = await orgctl('-p sandbox bulk apply - --yes -o github', { stdin: BROKEN });
    expect(invalid).toMatchObject({
      exit: 5,
      stdout: '::error file=(stdin),line=2,col=6,title=bad_email_address::email: "anna@" is not an address\n',
    });
    writeFileSync(path('p.csv'), 'userName,title\nclara.voss,VP\n');
    await orgctl(`-p sandbox bulk plan ${path('p.csv')} --out ${path('plan.json')}`);
    await orgctl('-p sandbox scim users patch clara.voss --title CEO --yes');
    const stale = await orgctl(`-p sandbox bulk apply ${path('plan.json')} --yes -o github`);
    expect(stale.exit).toBe(7);
    expect(stale.stdout).toMatch(
      /^::error file=\S+p\.csv,line=2,title=stale_plan::clara\.voss: title is now "CEO"/,
    );
    expect(stale.stderr).toMatch(/^error: \S+plan\.json is stale: 1 change no longer matches/);
  });

  it('print a plan as a comment that escapes markup from the file', async () => {
    const machine = freshMachine();
    const rows = Array.from(
      { length: 230 },
      (_, index) => `u${index},u${index}@x.example,"a|b <img> [x](y) @all"`,
    );
    writeFileSync(machine.path('people.csv'), `userName,email,title\n${rows.join('\n')}\n`);
    const { exit, stdout } = await machine.orgctl(`-p sandbox bulk plan ${machine.path('people.csv')} -o md`);
    expect(exit).toBe(0);
    expect(stdout.split('\n').slice(0, 9).join('\n').replaceAll(escapeMarkdown(machine.home), '')).toBe(
      '<!-- orgctl-plan -->\n' +
        '### Plan for sandbox: 230 to create\n\n' +
        '230 rows of /people.csv; 0 unchanged; 230 calls, about 1 minute 10 seconds at the documented rates\n\n' +
        'not in the file: 10 active users \\(ines.harbour, walt.finch, mei.tanaka, samir.aziz, clara.voss, …\\); not in the organization: 230 rows\n\n' +
        '| Line | Action | Name | What |\n| --- | --- | --- | --- |',
    );
    expect(stdout).toContain(
      '| 2 | create | u0 | u0&#64;x.example, a\\|b &lt;img> \\[x\\]\\(y\\) &#64;all |\n',
    );
    expect(stdout).toContain('<details><summary>205 more</summary>');
    expect(stdout).toContain('\nand 30 more\n');
    expect(stdout.length).toBeLessThan(65_536);
  });

  it.each([
    ['junit', '--format junit'],
    ['github', '--format github'],
    ['md', '--format takes human, json, ndjson, sarif, github, junit, gitlab'],
  ])('refuse -o %s for a manifest, with a hint about --format', async (format, hint) => {
    const machine = freshMachine();
    for (const command of ['validate', 'lint']) {
      const ran = await machine.orgctl(`manifest ${command} app.yaml -o ${format}`);
      expect(ran).toEqual({
        exit: 2,
        stdout: '',
        stderr: `error: this command does not support -o ${format}\nhint: ${hint}\n`,
      });
    }
  });

  it('are refused by commands without them before any request; the variable is ignored', async () => {
    const machine = freshMachine();
    const line = '-p sandbox scim users create --user-name eva --email eva@x.example';
    expect(await machine.orgctl(`${line} -o md`)).toMatchObject({
      exit: 2,
      stdout: '',
      stderr: expect.stringContaining('this command does not support -o md'),
    });
    expect(await machine.orgctl(line, { env: { ORGCTL_OUTPUT: 'md' } })).toMatchObject({ exit: 0 });
  });
});

describe('untrusted text in output formats', () => {
  it('never ends or begins a workflow command', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (title, message) => {
        const printed = printAnnotations([{ level: 'error', title, message: `${message}\n::error::x` }]);
        expect(printed.split('\n')).toHaveLength(2);
        expect(printed.startsWith('::error title=')).toBe(true);
        expect(printed.slice('::error title='.length).split('::')[0]).not.toMatch(/[,\n\r]/);
      }),
    );
  });

  it('is escaped in HTML and XML', () => {
    expect(escapeMarkup(`<b a="1" c='2'>&\u0000\ud800</b>`)).toBe(
      '&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;^@\ufffd&lt;/b&gt;',
    );
    const document = printJunit(
      '<&>',
      [{ name: '"]]>', file: 'a', failure: { code: '<', message: '\u001b[31m' } }],
      1,
    );
    expect(document).not.toMatch(/[\u001b]|]]>|name="<&>"/);
  });

  it('stays in its cell of a Markdown table', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 2, maxLength: 2 }), (cells) => {
        const row = markdownTable(['a', 'b'], [cells]).split('\n')[2] ?? '';
        expect(row.replace(/\\./g, '').split('|')).toHaveLength(4);
        expect(row).not.toMatch(/[<@\r\n]|:\/\//);
      }),
    );
  });
});
