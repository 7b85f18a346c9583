import { readdirSync, readFileSync } from 'node:fs';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { describe, expect, it } from 'vitest';
import { helpDetailsOf } from '../../src/cli/help-format.ts';
import { buildWholeProgram } from '../../src/cli/program.ts';
import { FAILURE_KINDS } from '../../src/failure/failure.ts';
import { RULE_IDS } from '../../src/manifest/rules/rule-book.ts';
import { OTHER_SCIM_CODES, SCIM_ERROR_CODES } from '../../src/spec/error-codes.ts';
import { FAILURE_CODES, OWN_CODES } from '../../src/spec/own-codes.ts';
import { WEB_ERROR_CODES } from '../../src/spec/webapi-error-codes.ts';
import { freshMachine } from '../support/run-orgctl.ts';

const CODES = Object.entries(SCIM_ERROR_CODES);

describe('SCIM §7: explain CODE', () => {
  it.each(CODES)('explains %s', async (code, { meaning, cause, remedy, status }) => {
    const { exit, stdout, stderr } = await freshMachine().orgctl(`explain ${code} -o table`);
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
    const words = stdout.replaceAll(/\s+/g, ' ');
    for (const text of [code, meaning, cause, remedy, String(status)])
      expect(words).toContain(text.replaceAll(/\s+/g, ' '));
    expect(stdout).toContain('Retry?');
  });

  it('lists all codes', async () => {
    const { stdout } = await freshMachine().orgctl('explain --query [].code');
    const listed: readonly string[] = JSON.parse(stdout);
    expect(CODES.filter(([code]) => !listed.includes(code))).toEqual([]);
  });

  it.each(Object.entries(OTHER_SCIM_CODES))('explains %s, used instead of %s', async (seen, documented) => {
    const { stdout } = await freshMachine().orgctl(`explain ${seen} --query code`);
    expect(JSON.parse(stdout)).toBe(documented);
  });

  it.each(['username_taken (username=x)', ' username_taken\n', '[username_taken]'])(
    'accepts a pasted code: %j',
    async (word) => {
      const { exit, stdout } = await freshMachine().orgctl(`explain '${word}' --query code`);
      expect({ exit, stdout }).toEqual({ exit: 0, stdout: '"username_taken"\n' });
    },
  );

  it.each([60, 80, 120])('lists codes and meanings without truncation at %i columns', async (terminal) => {
    const { stdout } = await freshMachine().orgctl('explain --limit 300', {
      terminal,
      env: { NO_COLOR: '1' },
    });
    expect(stdout).not.toContain('…');
    expect(stdout).toMatch(/^cannot_disable_bot_user_with_scim /m);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(terminal);
  });

  it('wraps an explanation on a narrow terminal without truncation', async () => {
    const { stdout } = await freshMachine().orgctl('explain group_member_max_exceeded', {
      terminal: 50,
      env: { NO_COLOR: '1' },
    });
    expect(stdout).not.toContain('…');
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(SCIM_ERROR_CODES.group_member_max_exceeded.remedy);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(50);
  });
});

describe('own codes of orgctl', () => {
  it.each(Object.entries(OWN_CODES))(
    'include an explanation of %s',
    async (code, { meaning, cause, remedy }) => {
      const { exit, stdout } = await freshMachine().orgctl(`explain ${code}`);
      expect(exit).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ code, api: 'orgctl', meaning, cause, remedy });
    },
  );

  it('are in snake case and differ from the codes of the service', () => {
    for (const code of Object.keys(OWN_CODES)) {
      expect(code).toMatch(/^[a-z0-9]+(_[a-z0-9]+)*$/);
      expect(code in SCIM_ERROR_CODES || code in WEB_ERROR_CODES).toBe(false);
    }
  });

  it('include one for each kind of failure, with its exit code', async () => {
    const kinds = Object.values(FAILURE_KINDS);
    expect(kinds.map(({ code }) => code).sort()).toEqual(Object.keys(FAILURE_CODES).sort());
    for (const { code, exit } of kinds) {
      const { stdout } = await freshMachine().orgctl(`explain ${code} --query exit`);
      expect(JSON.parse(stdout)).toBe(exit);
    }
  });

  it('include every code of a finding or failure in the source', () => {
    const known = new Set(
      [SCIM_ERROR_CODES, WEB_ERROR_CODES, OWN_CODES].flatMap((codes) => Object.keys(codes)),
    );
    const given = sourcesBelow('src')
      .filter((file) => !/^src\/(sandbox|manifest|spec)\//.test(file))
      .flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(/\bcode: '(\w+)'/g)].map(([, code]) => code),
      );
    expect(given.length).toBeGreaterThan(20);
    expect(given.filter((code) => code === undefined || !known.has(code))).toEqual([]);
  });
});

function leavesOf(command: CommandUnknownOpts): readonly CommandUnknownOpts[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);
}

function sourcesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `${folder}/${file}`);
}

describe('explain for other words', () => {
  it.each([302, 400, 401, 403, 404, 405, 409, 413, 418, 429, 500, 501, 502, 503, 504, 599])(
    'explains HTTP status %i',
    async (status) => {
      const { stdout, exit } = await freshMachine().orgctl(`explain ${status}`);
      expect(exit).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({
        code: String(status),
        api: 'HTTP',
        meaning: expect.stringMatching(/\.$/),
        remedy: expect.stringMatching(/\.$/),
      });
    },
  );

  it('lists the codes of an HTTP status', async () => {
    const { stdout } = await freshMachine().orgctl('explain 409 --query codes');
    expect(JSON.parse(stdout)).toEqual(
      CODES.filter(([, { status }]) => status === 409).map(([code]) => code),
    );
  });

  it.each([...new Set(Object.values(FAILURE_KINDS).map(({ exit }) => exit)), 0, 129, 130, 143])(
    'explains exit code %i',
    async (code) => {
      const { stdout, exit } = await freshMachine().orgctl(`explain ${code} -o json`);
      const rows = [JSON.parse(stdout)].flat();
      expect(exit).toBe(0);
      for (const row of rows)
        expect(row).toMatchObject({ exit: code, meaning: expect.stringMatching(/\.$/) });
    },
  );

  it.each(['costCenter', 'Cost center', '--cost-center', 'enterprise.costCenter'])(
    'explains an attribute by column name, heading, flag or path: %s',
    async (name) => {
      const { stdout } = await freshMachine().words(['explain', '--', name]);
      expect(JSON.parse(stdout)).toEqual({
        column: 'costCenter',
        heading: 'Cost center',
        path: 'enterprise.costCenter',
        example: '4130',
        mayClear: true,
        write: 'always',
      });
    },
  );

  it('explains a manifest rule like "manifest explain"', async () => {
    const { orgctl } = freshMachine();
    for (const rule of RULE_IDS)
      expect(await orgctl(`explain ${rule}`)).toEqual(await orgctl(`manifest explain ${rule}`));
    expect((await orgctl('explain "(event-scope)" -o table')).stdout).toContain('wrong');
  });

  it.each([
    ['Last change', { column: 'lastSeen', heading: 'Last change', commands: ['admin sessions'] }],
    ['outcome', { column: 'outcome', heading: 'Outcome', commands: ['bulk apply'] }],
    ['groups', { column: 'groups', commands: ['scim users list'] }],
  ])('explains a column of a table: %s', async (word, row) => {
    const { stdout } = await freshMachine().words(['explain', word]);
    expect(JSON.parse(stdout)).toMatchObject(row);
  });

  it.each([
    [
      'kind',
      [
        'Column      kind',
        'Heading     Kind (orgctl logs); Mode (orgctl runs list)',
        'Printed by  orgctl logs, orgctl runs list',
        'Use it as   --columns kind',
      ],
    ],
    [
      'User ID',
      [
        'Column      value (orgctl scim groups members list); user (orgctl admin sessions); userId (orgctl logs)',
        'Heading     User ID',
        'Printed by  orgctl scim groups members list, orgctl admin sessions, orgctl logs',
        "Use it as   --columns 'User ID'",
      ],
    ],
    [
      'mode',
      ['Column      mode', 'Heading     Mode', 'Printed by  orgctl runs list', 'Use it as   --columns mode'],
    ],
  ])('explains a column by its name and heading in each table: %s', async (word, lines) => {
    const { words } = freshMachine();
    expect((await words(['explain', word, '-o', 'table'])).stdout).toBe(`${lines.join('\n')}\n`);
  });

  it('lists the tables in which a column has other names or headings, as JSON', async () => {
    const { orgctl } = freshMachine();
    expect(JSON.parse((await orgctl('explain kind')).stdout)).toEqual({
      column: 'kind',
      heading: 'Kind',
      commands: ['logs', 'runs list'],
      tables: [
        { command: 'logs', column: 'kind', heading: 'Kind' },
        { command: 'runs list', column: 'kind', heading: 'Mode' },
      ],
    });
    expect(JSON.parse((await orgctl('explain mode')).stdout)).not.toHaveProperty('tables');
  });

  it('explains every column of every list', async () => {
    const columns = leavesOf(await buildWholeProgram()).flatMap(
      (command) => helpDetailsOf(command)?.lists?.columns.map(({ name }) => name) ?? [],
    );
    const { words } = freshMachine();
    const unexplained: string[] = [];
    for (const name of new Set(columns))
      if ((await words(['explain', name])).exit !== 0) unexplained.push(name);
    expect(unexplained).toEqual([]);
    expect(columns.length).toBeGreaterThan(50);
  });

  it.each(['', ' '])('refuses an empty code and lists nothing', async (word) => {
    expect(await freshMachine().words(['explain', word])).toEqual({
      exit: 2,
      stdout: '',
      stderr: 'error: no code was given\nhint: orgctl explain\n',
    });
  });

  it.each(['77', '600', '999', 'nosuch'])('refuses the unknown word %s', async (word) => {
    const { exit, stderr } = await freshMachine().orgctl(`explain ${word}`);
    expect(exit).toBe(2);
    expect(stderr).toContain(`"${word}" is not an error code, HTTP status, exit code or column`);
  });
});

it.each(['invalid_authentication', 'unauthorized'])(
  'names the command that replaces the token of an existing profile: %s',
  async (code) => {
    const { stdout } = await freshMachine().orgctl(`explain ${code} -o json`);
    expect(stdout).toContain('profile edit NAME --token-stdin');
    expect(stdout).not.toContain('profile add');
  },
);
