import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SCIM_ERROR_CODES } from '../../src/spec/error-codes.ts';
import { SCIM_ENDPOINTS } from '../../src/spec/scim-endpoints.ts';
import { WEB_ERROR_CODES } from '../../src/spec/webapi-error-codes.ts';
import { WEB_API_METHODS } from '../../src/spec/webapi-methods.ts';
import { hasBrowser, startBrowser } from '../support/browser.ts';
import { warnMissingTool } from '../support/missing-tool.ts';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';
import { newUser } from '../support/test-sandbox.ts';
import { whileServing } from '../support/while-serving.ts';

/** Sends some requests of each kind. */
async function recorded(machine: Machine, record = machine.path('requests.ndjson')): Promise<string> {
  const served = await whileServing(machine, `--record ${record}`, async ({ ask }) => {
    await ask('GET', '/scim/v1/Users');
    await ask('GET', '/scim/v2/Users/W10IMBXVJ');
    await ask('POST', '/scim/v2/Users', { ...newUser('2.0', 'eva'), password: 'hunter2hunter2' });
    await ask('POST', '/scim/v2/Users', newUser('2.0', 'eva'));
    await ask('POST', '/scim/v2/Users', newUser('2.0', 'general'));
    await ask('GET', '/scim/v2/Persons?x=1');
    await ask('POST', '/api/auth.test', {});
    await ask('POST', '/_sandbox/faults', { faults: [{ do: 'throttle' }] });
    await ask('GET', '/scim/v2/Groups');
  });
  expect(served.stderr).toContain('serving until Ctrl-C');
  return record;
}

describe('"sandbox serve --record"', () => {
  it('writes one request per line, readable only by the user, without tokens and passwords', async () => {
    const file = await recorded(freshMachine());
    const text = readFileSync(file, 'utf8');
    const lines = text.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).operation)).toEqual([
      'listUsers',
      'getUser',
      'createUser',
      'createUser',
      'createUser',
      undefined,
      'auth.test',
      'listGroups',
    ]);
    expect(text).not.toMatch(/sandbox-owner-token|hunter2/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('appends to an existing file', async () => {
    const machine = freshMachine();
    const file = await recorded(machine);
    await recorded(machine, file);
    expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toHaveLength(16);
  });

  it.each(['{"se', '{"seq":9,"time":"2026'])('continues after an incomplete last line: %s', async (torn) => {
    const machine = freshMachine();
    const file = machine.path('requests.ndjson');
    for (const text of [torn, torn]) {
      appendFileSync(file, text);
      await recorded(machine, file);
    }
    const ran = await machine.words(['sandbox', 'report', file, '-o', 'json', '--query', 'requests']);
    expect(ran).toMatchObject({ exit: 0, stdout: '16\n' });
  });

  it('refuses a file with other content, and leaves it unchanged', async () => {
    const machine = freshMachine();
    const file = machine.path('people.csv');
    writeFileSync(file, 'userName\nada');
    expect(await machine.orgctl(`sandbox serve --memory --record ${file}`)).toEqual({
      exit: 12,
      stdout: '',
      stderr: `error: ${file} is not a recording of requests; nothing was appended\nhint: name another file: --record requests.ndjson\n`,
    });
    expect(readFileSync(file, 'utf8')).toBe('userName\nada');
  });

  it('continues serving if the file cannot be written, and reports it at the end', async () => {
    const ran = await whileServing(freshMachine(), '--record /dev/full', async ({ ask }) => {
      expect(await ask('GET', '/scim/v2/Users')).toBe(200);
      expect(await ask('GET', '/scim/v2/Users')).toBe(200);
    });
    expect(ran.exit).toBe(12);
    expect(ran.stderr).toContain('cannot write /dev/full');
  });

  it('is refused before serving if the file cannot be opened', async () => {
    const machine = freshMachine();
    const ran = await machine.orgctl(`sandbox serve --memory --record ${machine.path('none/r.ndjson')}`);
    expect(ran).toMatchObject({ exit: 12, stdout: '' });
    expect(ran.stderr).toContain('r.ndjson');
  });
});

describe('"sandbox serve --inspect"', () => {
  it('prints the URL of the page, and serves the page', async () => {
    await whileServing(freshMachine(), '--inspect', async ({ origin, printed, ask }) => {
      expect(printed).toMatchObject({ inspectUrl: `${origin}/_inspect#token=sandbox-owner-token` });
      expect(await ask('GET', '/_inspect')).toBe(200);
      expect(await ask('GET', '/_inspect/organization')).toBe(200);
    });
  });

  it('is off by default', async () => {
    await whileServing(freshMachine(), '', async ({ printed, ask }) => {
      expect(printed).not.toHaveProperty('inspectUrl');
      expect(await ask('GET', '/_inspect')).toBe(404);
    });
  });
});

describe('"sandbox report"', () => {
  it('lists the operations, codes and rules met by a client', async () => {
    const machine = freshMachine();
    const file = await recorded(machine);
    const ran = await machine.words(['sandbox', 'report', file, '-o', 'json']);
    const report = JSON.parse(ran.stdout);
    expect(report).toMatchObject({
      requests: 8,
      done: 4,
      refused: 4,
      lost: 0,
      clients: [{ agent: 'probe <b>/1.0', requests: 8 }],
      unknown: [{ call: 'GET /scim/v2/Persons', requests: 1 }],
      faults: [{ fault: 'throttle', requests: 1 }],
    });
    const operation = (api: string, call: string) =>
      report.operations.find((row: { api: string; call: string }) => row.api === api && row.call === call);
    expect(operation('SCIM 2.0', 'POST /Users')).toMatchObject({
      requests: 3,
      done: 1,
      refused: 2,
      codes: ['username_taken'],
    });
    expect(operation('SCIM 1.1', 'POST /Users')).toMatchObject({ requests: 0, codes: [] });
    expect(operation('SCIM 1.1', 'GET /Users')).toMatchObject({ requests: 1, done: 1 });
    expect(operation('Web API', 'POST auth.test')).toMatchObject({ requests: 1 });
    const rule = (code: string) => report.rules.find((row: { code: string }) => row.code === code);
    expect(rule('username_taken')).toMatchObject({
      section: 'SCIM §2.1',
      requests: 2,
      operations: ['createUser'],
    });
    expect(rule('bad_endpoint')).toMatchObject({ requests: 1, operations: ['unknown path'] });
    // An injected fault is not a rule of the service.
    expect(rule('too_many_requests')).toMatchObject({ requests: 0 });
  });

  it('lists every verb, resource and version, every method, and every code', async () => {
    const machine = freshMachine();
    writeFileSync(machine.path('empty.ndjson'), '');
    const ran = await machine.words(['sandbox', 'report', machine.path('empty.ndjson'), '-o', 'json']);
    const { operations, rules } = JSON.parse(ran.stdout);
    const scim = Object.values(SCIM_ENDPOINTS).reduce((sum, { versions }) => sum + versions.length, 0);
    expect(operations).toHaveLength(scim + Object.keys(WEB_API_METHODS).length);
    const codes = Object.keys(SCIM_ERROR_CODES).length + Object.keys(WEB_ERROR_CODES).length;
    expect(rules).toHaveLength(codes);
    for (const { section, rule, remedy } of rules) {
      expect(section).toMatch(/^(SCIM|WEB) §\d/);
      expect(rule).toMatch(/[.!]$/);
      expect(remedy).not.toBe('');
    }
  });

  it('prints a table of operations met, and of all operations with --all', async () => {
    const machine = freshMachine();
    const file = await recorded(machine);
    const short = (await machine.words(['sandbox', 'report', file, '-o', 'table'])).stdout;
    expect(short).toMatch(/^Requests +8\nDone +4\nRefused +4\nLost +0\nOperations +\d+ of \d+ used\n/);
    expect(short).toMatch(/^SCIM 2\.0 +POST \/Users +3 +2 +0 +username_taken\n/m);
    expect(short).toMatch(/^username_taken +SCIM §2\.1 +2 +A userName belongs to one user/m);
    expect(short).not.toContain('never');
    const all = (await machine.words(['sandbox', 'report', file, '--all', '-o', 'table'])).stdout;
    expect(all).toMatch(/^SCIM 1\.1 +POST \/Users +never/m);
    expect(all).toMatch(/^email_taken +SCIM §2\.1 +never/m);
  });

  it.each([
    ['{"seq":1}\n', 1],
    ['\n[]\n', 2],
    ['{\n', 1],
    [`"${'x'.repeat(1024 * 1024 + 1)}`, 1],
  ])('refuses a file that is not a recording of requests', async (text, line) => {
    const machine = freshMachine();
    const file = machine.path('other.ndjson');
    writeFileSync(file, text);
    const ran = await machine.words(['sandbox', 'report', file]);
    expect(ran).toMatchObject({ exit: 5, stdout: '' });
    expect(ran.stderr).toContain(`other.ndjson:${line}: not a recorded request`);
  });

  it('ignores an incomplete last line', async () => {
    const machine = freshMachine();
    const file = await recorded(machine);
    appendFileSync(file, '{"seq":9,"ti');
    const ran = await machine.words(['sandbox', 'report', file, '-o', 'json', '--query', 'requests']);
    expect(ran).toMatchObject({ exit: 0, stdout: '8\n' });
  });

  it('replaces an existing page only with --force', async () => {
    const machine = freshMachine();
    const file = await recorded(machine);
    writeFileSync(machine.path('page.html'), 'mine');
    const words = ['sandbox', 'report', file, '--html', machine.path('page.html')];
    expect(await machine.words(words)).toMatchObject({ exit: 2 });
    expect(readFileSync(machine.path('page.html'), 'utf8')).toBe('mine');
    expect(await machine.words([...words, '--force'])).toMatchObject({ exit: 0 });
    expect(readFileSync(machine.path('page.html'), 'utf8')).toContain('<h1>Client coverage</h1>');
  });
});

describe('page of "sandbox report" in a browser', () => {
  if (!hasBrowser()) {
    warnMissingTool('chromium');
    return;
  }

  it('shows all content in light and dark, at 1280 and 400 pixels, without requests and scripts', async () => {
    const machine = freshMachine();
    const file = await recorded(machine);
    await machine.words(['sandbox', 'report', file, '--html', machine.path('page.html')]);
    const browser = await startBrowser();
    try {
      for (const [colorScheme, width] of [
        ['light', 1280],
        ['dark', 400],
      ] as const) {
        const page = await browser.newPage({ colorScheme, viewport: { width, height: 900 } });
        const said: string[] = [];
        const asked: string[] = [];
        page.on('request', (request) => asked.push(request.url()));
        page.on('console', (message) => said.push(message.text()));
        page.on('pageerror', (error) => said.push(error.message));
        await page.goto(`file://${machine.path('page.html')}`);
        const text = (await page.locator('main').textContent()) ?? '';
        for (const words of ['username_taken', 'SCIM §2.1', 'POST /Users', 'never', 'probe <b>/1.0'])
          expect(text).toContain(words);
        expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
        expect({ said, asked }).toEqual({ said: [], asked: [`file://${machine.path('page.html')}`] });
        await page.close();
      }
    } finally {
      await browser.close();
    }
  });
});
