import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SANDBOX_METHODS } from '../../src/sandbox/sandbox-methods.ts';
import { WEB_API_METHODS } from '../../src/spec/webapi-methods.ts';
import { freshMachine } from '../support/run-orgctl.ts';
import { onService } from '../support/web-machine.ts';

describe('an empty team_id of api', () => {
  it('names no workspace, so that the usual token is sent', async () => {
    const call = '-p sandbox api migration.exchange users=U10IMBXVJ';
    const [plain, empty] = [
      await freshMachine().orgctl(call),
      await freshMachine().orgctl(`${call} team_id=`),
    ];
    expect(plain.exit).toBe(0);
    expect(empty).toEqual(plain);
  });

  it('is asked for in the words of api where the service needs it', async () => {
    const { stderr } = await freshMachine().orgctl('-p sandbox api admin.inviteRequests.denied.list');
    expect(stderr).toContain('hint: specify the workspace: --team T…, or team_id=T… of "orgctl api"\n');
  });
});

describe('api (WEB §1)', () => {
  it('prints the response of a method unchanged', async () => {
    const { stdout, exit } = await freshMachine().orgctl('-p sandbox api auth.test');
    expect(exit).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, user: 'walt.finch', team_id: 'T0HARBOUR' });
  });

  it.each([
    ['auth.test -o csv', /^ok,url,team,user,.*\ntrue,https:.*,Harbour,walt\.finch,T0HARBOUR,.*\n$/],
    ['auth.test -o tsv --no-header', /^true\thttps:\S+\tHarbour\twalt\.finch\t.*\n$/],
    ['auth.test -o text', /^true\thttps:\S+\tHarbour\twalt\.finch\t.*\n$/],
    ['auth.test -o csv --columns user', /^user\nwalt\.finch\n$/],
    ['auth.test -o table --columns user', /^user {2}walt\.finch\n$/],
    ['conversations.mark channel=C0RANDOM ts=1709571600.000100 -o csv', /^ok\ntrue\n$/],
    ['migration.exchange users=U10IMBXVJ -o csv', /,"\{""U10IMBXVJ"":""W10IMBXVJ""\}",\[\]\n$/],
  ])('prints one object in every format: %s', async (words, shown) => {
    expect((await freshMachine().orgctl(`-p sandbox api ${words}`)).stdout).toMatch(shown);
  });

  it.each(['', '--json'])('sends arguments as a form, or with --json as JSON (%s)', async (flag) => {
    const machine = freshMachine();
    const words = 'channel_id=D0DEPLOY thread_ts=1709830800.000100 status=busy';
    const line = `-p sandbox api assistant.threads.setStatus ${words} loading_messages:='["a, b","c"]' ${flag}`;
    expect(await machine.orgctl(line)).toMatchObject({ exit: 0 });
    const { stdout } = await machine.orgctl(
      '-p sandbox api sandbox.threads.list --query statuses[].loading_messages',
    );
    expect(JSON.parse(stdout)).toEqual([['a, b', 'c']]);
  });

  it('reads a value from a file', async () => {
    const machine = freshMachine();
    writeFileSync(machine.path('status.txt'), 'from a file\n');
    const words = `channel_id=D0DEPLOY thread_ts=1709830800.000100 status=@${machine.path('status.txt')}`;
    await machine.orgctl(`-p sandbox api assistant.threads.setStatus ${words}`);
    const { stdout } = await machine.orgctl('-p sandbox api sandbox.threads.list');
    expect(JSON.parse(stdout).statuses[0].status).toBe('from a file');
  });

  it.each(['Token=abc', "' token=abc'"])('refuses a token as an argument: %s', async (word) => {
    const ran = await freshMachine().orgctl(`-p sandbox api auth.test ${word}`);
    expect(ran).toMatchObject({ exit: 2, stdout: '' });
    expect(ran.stderr).toContain('a token on the command line can be seen by others; it was not used');
  });

  it('refuses two values from stdin, of which the second would be empty', async () => {
    const ran = await freshMachine().orgctl('-p sandbox api conversations.mark channel=@- ts=@- -n', {
      stdin: 'D0DEPLOY\n',
    });
    expect(ran).toMatchObject({ exit: 2, stdout: '' });
    expect(ran.stderr).toContain('stdin can be read only once, but channel and ts both read it');
  });

  it.each([
    ['admin.users.session.list limit=5', 18, 'session_id'],
    ['team.integrationLogs count=7', 26, 'date'],
  ])('reads all pages of %s with --paginate, in either style', async (words, count, member) => {
    const { stdout } = await freshMachine().orgctl(`-p sandbox api ${words} --paginate -o ndjson`);
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toHaveLength(count);
    for (const line of lines) expect(line).toHaveProperty(member);
  });

  it('calls a method without description, and reports the service error for an unknown one', async () => {
    const { orgctl } = freshMachine();
    expect(await orgctl('-p sandbox api sandbox.cursors.list')).toMatchObject({ exit: 0 });
    const unknown = await orgctl('-p sandbox api no.such.method a=1');
    expect(unknown).toMatchObject({ exit: 6, stdout: '' });
    expect(unknown.stderr).toContain('[unknown_method]');
  });

  it('points to --describe for a method missing in the sandbox, and suggests a similar name', async () => {
    const { orgctl } = freshMachine();
    const other = await orgctl('-p sandbox api users.list');
    expect(other.exit).toBe(6);
    expect(other.stderr).toBe(
      'error: users.list: there is no such method; the sandbox has only the methods that orgctl knows [unknown_method]\n' +
        'hint: list the methods that orgctl knows: orgctl -p sandbox api --describe\n',
    );
    const typo = await orgctl('-p sandbox api auth.tes');
    expect(typo.exit).toBe(6);
    expect(typo.stderr).toContain(
      'there is no such method (did you mean "auth.test"?); the sandbox has only',
    );
    expect(typo.stderr).toContain('hint: orgctl -p sandbox api auth.test\n');
    expect((await orgctl('api auth.tes --describe')).stderr).toBe(
      'error: auth.tes is not described here (did you mean "auth.test"?); it can still be called\n' +
        'hint: list the methods that orgctl knows: orgctl api --describe\n',
    );
  });

  it('suggests a similar name for a mistyped method of a service, if there is one', async () => {
    const { orgctl } = await onService();
    const typo = await orgctl('api auth.tes');
    expect(typo.stderr).toContain(
      'auth.tes: there is no such method (did you mean "auth.test"?) [unknown_method]\n',
    );
    const other = await orgctl('api users.list');
    expect(other.stderr).toContain('users.list: there is no such method [unknown_method]\n');
  });

  it('lists the known methods with --describe alone, as its help states', async () => {
    const { orgctl } = freshMachine();
    const listed = await orgctl('api --describe');
    expect(listed.exit).toBe(0);
    const names: readonly string[] = JSON.parse(listed.stdout).map(({ name }: { name: string }) => name);
    expect(names.filter((name) => !name.startsWith('sandbox.'))).toEqual(Object.keys(WEB_API_METHODS));
    const narrow = await orgctl('api --describe --no-pager', { terminal: 60, env: { NO_COLOR: '1' } });
    for (const name of Object.keys(WEB_API_METHODS))
      expect(narrow.stdout).toMatch(new RegExp(`^${name}( |$)`, 'm'));
    const help = await orgctl('api --help');
    expect(help.stdout.replaceAll(/\s+/g, ' ')).toContain('or without a method all known methods');
    expect(await orgctl('api')).toMatchObject({
      exit: 2,
      stderr:
        "error: missing required argument 'method'\nhint: list the methods that orgctl knows: orgctl api --describe\n",
    });
  });

  it('refuses arguments that break a rule and lists all issues, unless --unchecked is set', async () => {
    const { orgctl } = freshMachine();
    const refused = await orgctl('-p sandbox api admin.users.session.list limit=0 user_id=W10IMBXVJ -o json');
    expect(refused.exit).toBe(2);
    expect(JSON.parse(refused.stderr)).toMatchObject({
      issues: [{ code: 'invalid_arguments' }, { code: 'missing_team' }],
    });
    const sent = await orgctl('-p sandbox api admin.users.session.list limit=0 --unchecked');
    expect(sent).toMatchObject({ exit: 6 });
    expect(sent.stderr).toContain('[invalid_arguments]');
  });

  it('withholds writes in a dry run, and sends reads', async () => {
    const { orgctl } = freshMachine();
    const write = await orgctl('-p sandbox api chat.postMessage channel=C1 text=hello -n -o json');
    expect(JSON.parse(write.stdout)).toMatchObject([{ arguments: { channel: 'C1', text: 'hello' } }]);
    expect(JSON.parse((await orgctl('-p sandbox api auth.test -n')).stdout)).toMatchObject({ ok: true });
  });

  it('lists and describes the methods that only the sandbox has, after the others', async () => {
    const { orgctl } = freshMachine();
    const listed = await orgctl('api --describe --query "[?section==\'sandbox\'].[name, purpose]"');
    const rows: readonly (readonly [string, string])[] = JSON.parse(listed.stdout);
    const names = SANDBOX_METHODS.map(({ method }) => method.name);
    expect(rows.map(([name]) => name)).toEqual(names);
    expect(rows.every(([, purpose]) => purpose.endsWith(' (sandbox only)'))).toBe(true);
    for (const name of names) expect((await orgctl(`api ${name} --describe`)).exit).toBe(0);
    expect(await orgctl('api sandbox.trouble --describe -o csv --no-header --columns name')).toMatchObject({
      stdout: 'method\nerror\ntimes\nretry_after\n',
      stderr: 'sandbox.trouble (sandbox): Make a method answer an error code (sandbox only)\n',
    });
    expect((await orgctl('-p sandbox api sandbox.toruble')).stderr).toContain(
      '(did you mean "sandbox.trouble"?)',
    );
  });

  it('describes the arguments of a method', async () => {
    const { stdout } = await freshMachine().orgctl('api migration.exchange --describe');
    expect(JSON.parse(stdout)[0]).toEqual({
      name: 'users',
      type: 'strings',
      required: true,
      expected: 'a list of at most 400 strings',
      purpose: 'user IDs of the workspace',
    });
  });

  it.each([
    ['auth.test token=xoxp-secret', 'can be seen by others'],
    ['auth.test justaword', 'is not of the form name=value'],
    ['auth.test a=1 a=2', 'given twice'],
    ['auth.test a:={', 'not JSON'],
    [`foo.bar 'a:={"x":1,"x":2}'`, 'a: this is ambiguous: it has the key "x" twice'],
    ['foo.bar a:=12345678901234567890', 'a: a number in it cannot be sent as it is written'],
    ['foo.bar a:=[1709571600.000100]', 'or as text: a=VALUE'],
    ['foo.bar a:=1709571600.000000', 'or as text: a=VALUE'],
    ['foo.bar a:=0.12345678901234567890', 'cannot be sent as it is written'],
    ['foo.bar a:=9007199254740993', 'cannot be sent as it is written'],
    ['foo.bar a:=1e999', 'a: '],
    ['../admin', 'not a method name'],
  ])('refuses %s', async (words, message) => {
    const ran = await freshMachine().orgctl(`-p sandbox api ${words}`);
    expect(ran).toMatchObject({ exit: 2, stdout: '' });
    expect(ran.stderr).toContain(message);
    expect(ran.stderr).not.toContain('xoxp-secret');
  });
});

it.each([
  [`a:={"x":[1,"y"]}`, 'a={"x":[1,"y"]}'],
  [`a:=[{"x":1}]`, 'a=[{"x":1}]'],
  [`a:=["x","y"]`, 'a=x,y'],
  ['a:=null', 'a=null'],
  ['a:=9007199254740991', 'a=9007199254740991'],
  ['a:=1.0', 'a=1'],
  ['a:=1e0', 'a=1'],
  ['a:=-2.50E1', 'a=-25'],
])('a dry run of api shows %s as it is sent', async (word, shown) => {
  const { stdout } = await freshMachine().words(['-p', 'sandbox', 'api', 'foo.bar', word, '-n', '-o', 'csv']);
  expect(stdout.replaceAll('""', '"')).toContain(shown);
});

describe('error responses of api', () => {
  it('waits and retries if rate limited (WEB §1, ratelimited)', async () => {
    const { orgctl, requests } = await onService();
    await orgctl(
      'api sandbox.trouble method=admin.users.session.list error=ratelimited times=1 retry_after=1',
    );
    const before = requests();
    expect(await orgctl('admin sessions --limit 1')).toMatchObject({ exit: 0 });
    expect(requests() - before).toBe(2);
  });

  it('gives up if the requested wait exceeds --max-wait', async () => {
    const { orgctl } = await onService();
    await orgctl('api sandbox.trouble method=admin.users.session.list error=ratelimited retry_after=3000');
    const ran = await orgctl('admin sessions --max-wait 5s');
    expect(ran).toMatchObject({ exit: 10, stdout: '' });
    expect(ran.stderr).toContain('--max-wait');
  });

  it.each([
    ['internal_error', 10],
    ['service_unavailable', 10],
    ['fatal_error', 6],
    ['access_denied', 4],
    ['method_deprecated', 6],
  ])('a read that fails with %s exits with %i', async (code, exit) => {
    const { orgctl } = freshMachine();
    await orgctl(`-p sandbox api sandbox.trouble method=admin.users.session.list error=${code}`);
    const ran = await orgctl('-p sandbox admin sessions', { sleep: async () => {} });
    expect(ran).toMatchObject({ exit });
    expect(ran.stderr).toContain(`[${code}]`);
  });

  it.each(['fatal_error', 'internal_error'])(
    'reports that a write answered with %s may have been applied',
    async (code) => {
      const { orgctl } = freshMachine();
      await orgctl(`-p sandbox api sandbox.trouble method=conversations.mark error=${code}`);
      const ran = await orgctl('-p sandbox conversations mark C0RANDOM 1709571600.000100', {
        sleep: async () => {},
      });
      expect(ran).toMatchObject({ exit: 13 });
      expect(ran.stderr).toContain(`[${code}]`);
    },
  );
});
