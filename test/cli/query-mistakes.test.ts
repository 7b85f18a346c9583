import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

const list = (query: string, ...flags: readonly string[]) =>
  freshMachine().words(['-p', 'sandbox', 'scim', 'users', 'list', '--query', query, ...flags]);

describe('--query in the syntax of other tools', () => {
  it.each([
    [
      "[?title='Designer'].userName",
      '--query compares with =, which is not an operator',
      "use == for equality: [?title=='Designer'].userName",
    ],
    [
      '[?title="Designer" && active=true]',
      '--query compares with =, which is not an operator',
      "use == for equality: [?title=='Designer' && active==`true`]",
    ],
    [
      "[?title=='a=b' && department='x']",
      '--query compares with =, which is not an operator',
      "use == for equality: [?title=='a=b' && department=='x']",
    ],
    [
      "[?title!='Lead' and active].userName",
      '--query is JMESPath, which has no "and"',
      "&& is and, || is or, ! is not: [?title!='Lead' && active].userName",
    ],
    [
      "[?title=='this or that' or not active]",
      '--query is JMESPath, which has no "or"',
      "&& is and, || is or, ! is not: [?title=='this or that' || !active]",
    ],
    [
      "[?created>='2024-03-10'].userName",
      '--query compares numbers only with >=: a text or date matches nothing',
      'dates and texts are compared by --where, where the command has it: --where \'created ge "2024-03-10"\'',
    ],
    [
      "[?'2024-03-10'<created && title=='a < b']",
      '--query compares numbers only with <: a text or date matches nothing',
      'dates and texts are compared by --where, where the command has it: --where \'created gt "2024-03-10"\'',
    ],
    [
      '[?created<`"2024-03-10"`]',
      '--query compares numbers only with <: a text or date matches nothing',
      'dates and texts are compared by --where, where the command has it: --where \'created lt "2024-03-10"\'',
    ],
    ['[?not active]', '--query is JMESPath, which has no "not"', '&& is and, || is or, ! is not: [?!active]'],
    [
      "[?userName sw 'a']",
      '--query is JMESPath, which has no "sw"',
      "use ==, !=, <, contains(title, 'x'), starts_with(title, 'x'); or --where, which has sw",
    ],
    [
      '[?title eq "Lead"]',
      '--query is JMESPath, which has no "eq"',
      "use ==, !=, <, contains(title, 'x'), starts_with(title, 'x'); or --where, which has eq",
    ],
    [
      '[?title=="a and b"]',
      '--query: "a and b" in double quotes is a member name',
      "write text in single quotes: [?title=='a and b']",
    ],
    [
      '[?title=="a\'b" && active==true]',
      '--query: "a\'b" in double quotes is a member name',
      "write text in single quotes: [?title=='a\\'b' && active==true]",
    ],
    [
      '[].{"😀": displayName, "b": x = 1}',
      '--query compares with =, which is not an operator',
      'use == for equality: [].{"😀": displayName, "b": x == 1}',
    ],
    [
      '[?"a or b" and active]',
      '--query is JMESPath, which has no "and"',
      '&& is and, || is or, ! is not: [?"a or b" && active]',
    ],
    ['  ', '--query is empty', "--query '[?active].userName'"],
  ])('is refused with the correct query: %s', async (query, message, hint) => {
    const ran = await list(query);
    expect(ran).toEqual({ exit: 2, stdout: '', stderr: `error: ${message}\nhint: ${hint}\n` });
  });

  it.each([
    ['.[].userName', "this is jq; in JMESPath: --query '[].userName'"],
    ['.userName', "this is jq; in JMESPath: --query 'userName'"],
    ['.[] | select(.active)', "this is jq; in JMESPath: --query '[?active].userName'"],
  ])('in jq syntax is answered with JMESPath: %s', async (query, hint) => {
    expect((await list(query)).stderr).toContain(`hint: ${hint}\n`);
  });

  it.each([
    ["[?title=='this and that'].userName", ''],
    ["[?contains(title, ' eq ')].userName", ''],
    ['[].{or: userName, and: title} | [0].or', 'ines.harbour\n'],
    ['[].{"First and last": displayName} | [0]."First and last"', 'Inês Harbour\n'],
    ['[].{"Active or not": active} | [0]."Active or not"', 'true\n'],
    ['[].{"a le b": userName} | [0]."a le b"', 'ines.harbour\n'],
    ['[].{"a==true": userName, "b = c": title} | [0]."a==true"', 'ines.harbour\n'],
    ['[?userName==nickName] | [0].userName', 'ines.harbour\n'],
  ])('is not suspected in a correct query: %s', async (query, stdout) => {
    const ran = await list(query, '-o', 'text', '-q');
    expect(ran).toEqual({ exit: 0, stdout, stderr: '' });
  });
});

describe('--query with an empty result', () => {
  it('suggests quotes for a bare word in a comparison', async () => {
    const ran = await list('[?title==Designer].userName', '-o', 'json');
    expect(ran).toEqual({
      exit: 0,
      stdout: '[]\n',
      stderr: `warning: --query: no object has a member "Designer" (write a string as 'Designer')\n`,
    });
  });

  it.each([
    ['userName', 'json', 'null\n'],
    ['userName', 'text', ''],
    ['userName | [0]', 'table', ''],
    ['emails[0].value', 'json', 'null\n'],
  ])('reports that the result is a list: %s as %s', async (query, format, stdout) => {
    const ran = await list(query, '-o', format);
    expect(ran).toEqual({
      exit: 0,
      stdout,
      stderr: `warning: --query: the result is a list; write []. in front: [].${query}\n`,
    });
  });

  it('prints no empty line as text', async () => {
    const get = (query: string) =>
      freshMachine().orgctl(`-p sandbox scim users get clara.voss --query ${query} -o text`);
    expect(await get('userType')).toEqual({ exit: 0, stdout: '', stderr: '--query selects nothing\n' });
    expect((await get('title')).stdout).toBe('Designer\n');
  });
});

describe('selections that are empty or inverted', () => {
  it.each(['', ',', ' , '])('refuses an empty list of columns: "%s"', async (columns) => {
    const ran = await freshMachine().words(['-p', 'sandbox', 'scim', 'users', 'list', '--columns', columns]);
    expect(ran).toMatchObject({ exit: 2, stdout: '' });
    expect(ran.stderr).toContain('It must name a column.');
  });

  it('refuses a time range of the log that ends before it begins', async () => {
    const log = (flags: string) => freshMachine().orgctl(`-p sandbox logs -o text ${flags}`);
    const turned = await log('--since 2024-04-22 --until 2024-04-20');
    expect(turned).toEqual({ exit: 2, stdout: '', stderr: 'error: --since is later than --until\n' });
    expect((await log('--since 2024-04-20 --until 2024-04-20')).stdout.split('\n')).toHaveLength(2);
  });

  it('names the users of sessions printed as text', async () => {
    const sessions = (flags: string) => freshMachine().orgctl(`-p sandbox admin sessions ${flags} -o text`);
    expect((await sessions('clara.voss --columns name')).stdout).toBe('clara.voss\n'.repeat(3));
    expect((await sessions('--by user')).stdout).toMatch(/^clara\.voss\t3\t/);
  });
});

it('the query suggested for --sort keeps the users without a value', async () => {
  const { orgctl, words } = freshMachine();
  const { stderr } = await orgctl('-p sandbox scim users list --sort title');
  const query = /^hint: .*--query '(.*)'$/m.exec(stderr)?.[1] ?? '';
  const { stdout } = await words(['-p', 'sandbox', 'scim', 'users', 'list', '-o', 'csv', '--query', query]);
  const lines = stdout.trim().split('\n');
  expect(lines).toHaveLength(1 + 12);
  expect(lines).toContain('dev.partner,');
  expect([lines[0], lines.at(-1)]).toEqual(['userName,title', 'mei.tanaka,Workspace owner']);
});

it('says that a value is null if a valid query fails on it', async () => {
  const nulls = await list('sort_by(@,&department)');
  expect(nulls.exit).toBe(2);
  expect(nulls.stderr).toContain('error: --query sorts or compares by a value that is null in a row');
  expect(nulls.stderr).toContain('--query \'sort_by(@,&department || `""`)\'');
  expect((await list('sort_by(@,&department || `""`)')).exit).toBe(0);
  const flags = await list('sort_by(@, &active)');
  expect(flags.stderr).toContain('error: --query sorts or compares by a value that is boolean in a row');
  const missing = await list("[?contains(department, 'x')]");
  expect(missing.stderr).toContain('error: --query calls contains() with a value that is null in a row');
});
