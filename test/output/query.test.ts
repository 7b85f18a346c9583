// cspell:ignore Nmae actve acitve valeu
import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/failure/failure.ts';
import { paletteFor } from '../../src/output/palette.ts';
import { applyQuery } from '../../src/output/query.ts';
import { renderList, renderOne } from '../../src/output/render.ts';
import type { UnknownMember } from '../../src/output/unknown-members.ts';
import {
  FORMAT_TRAITS,
  type ListView,
  OUTPUT_FORMATS,
  type OutputFormat,
  type View,
} from '../../src/output/view.ts';
import type { JsonObject } from '../../src/spec/protocol-types.ts';
import { suggest } from '../../src/values/suggest.ts';
import { freshMachine } from '../support/run-orgctl.ts';
import { collected } from './collected.ts';

const VIEW: View<JsonObject> = {
  json: (user) => user,
  columns: [{ name: 'userName', heading: 'Username', importance: 1, value: () => 'from the view' }],
};
const USERS: readonly JsonObject[] = [
  { userName: 'anna', active: true, emails: [{ value: 'anna@example.com' }] },
  { userName: 'bo', active: false, emails: [] },
];

const OPTIONS = { hasHeader: true, palette: paletteFor(false), width: undefined, isTerminal: false };
const query = (expression: string, format: OutputFormat) =>
  collected(renderList(USERS, VIEW, { ...OPTIONS, format, query: expression }));

describe('JMESPath query', () => {
  it.each([
    ['nested parentheses', `${'('.repeat(5_000)}@${')'.repeat(5_000)}`],
    ['a long path', `${'a.'.repeat(5_000)}a`],
    ['many negations', `${'!'.repeat(5_000)}a`],
    ['a string of two billion characters', "pad_left('a', `2000000000`)"],
  ])('refuses an expression that is too deep or whose result is too large: %s', (_, expression) => {
    expect(() => applyQuery(expression, [])).toThrow(
      '--query is nested too deeply, or produces more than fits into memory',
    );
  });

  it.each([
    ['[].userName', ['anna', 'bo']],
    ['[?active].userName', ['anna']],
    ['length(@)', 2],
    ['[0].emails[0].value', 'anna@example.com'],
    ['[].{name: userName}', [{ name: 'anna' }, { name: 'bo' }]],
    ['[0].nothing', null],
  ])('evaluates %s', (expression, result) => {
    expect(applyQuery(expression, USERS)).toEqual(result);
  });

  it.each(['[', '[?active', 'a..b', 'nothing(@)', 'length(`5`)'])(
    'refuses %j as a usage error',
    (expression) => {
      expect(() => applyQuery(expression, USERS)).toThrow(Failure);
      try {
        applyQuery(expression, USERS);
      } catch (error) {
        expect(error).toMatchObject({
          kind: 'usage',
          message: expect.stringMatching(/^--query is not a JMESPath expression: [^\n]+$/),
        });
      }
    },
  );
});

describe('query with column names', () => {
  const view: View<JsonObject> = {
    json: (user) => user,
    columns: [
      { name: 'userName', heading: 'Username', value: () => 'from the view', members: ['userName'] },
      { name: 'email', heading: 'E-mail', value: () => 'short@x.example', members: ['emails'] },
      { name: 'active', heading: 'Active', value: () => 'from the view' },
    ],
  };
  it.each<[string, OutputFormat, string]>([
    ["[?email=='short@x.example'].userName", 'text', 'anna\nbo\n'],
    ['[].email', 'json', '[\n  "short@x.example",\n  "short@x.example"\n]\n'],
    ['length(@[?email])', 'text', '2\n'],
    ['[?active].userName', 'text', 'anna\n'],
    [
      "[?userName=='bo' && email=='short@x.example']",
      'ndjson',
      '{"userName":"bo","active":false,"emails":[]}\n',
    ],
    ['[?email].emails[].value', 'text', 'anna@example.com\n'],
  ])('prints %s as %s', async (expression, format, text) => {
    const printed = await collected(renderList(USERS, view, { ...OPTIONS, format, query: expression }));
    expect(printed).toBe(text);
  });

  it.each<[string, string]>([
    ['[].title', 'two\\nlines\\r\\n\nCORP\\x\ty\n'],
    ['[].[title]', 'two\\nlines\\r\\n\nCORP\\\\x\\ty\n'],
    ['[].{a:title}', 'two\\nlines\\r\\n\nCORP\\\\x\\ty\n'],
    ['[0].title', 'two\nlines\r\n\n'],
  ])('prints one line as text for each element of %s, and a single value unchanged', async (query, text) => {
    const titles = [{ title: 'two\nlines\r\n' }, { title: 'CORP\\x\ty' }];
    const plain: ListView<JsonObject> = { noun: ['user', 'users'], json: (user) => user, columns: [] };
    expect(await collected(renderList(titles, plain, { ...OPTIONS, format: 'text', query }))).toBe(text);
  });

  it('finds column names in a single object', async () => {
    const [user = {}] = USERS;
    expect(await collected(renderOne(user, view, { ...OPTIONS, format: 'text', query: 'email' }))).toBe(
      'short@x.example\n',
    );
  });
});

describe('likely mistakes with names in JMESPath', () => {
  it.each([
    [
      '[?title=="Engineer"].userName',
      '--query: "Engineer" in double quotes is a member name',
      "write text in single quotes: [?title=='Engineer'].userName",
    ],
    [
      '[?active && contains(title, "Eng")]',
      '--query: "Eng" in double quotes is a member name',
      "write text in single quotes: [?active && contains(title, 'Eng')]",
    ],
    [
      "[?active==true && title!='true']",
      '--query: true is a member name',
      "write the value in backticks: [?active==`true` && title!='true']",
    ],
    [
      '[?manager != null]',
      '--query: null is a member name',
      'write the value in backticks: [?manager != `null`]',
    ],
  ])('%s is refused with a correction', (expression, message, hint) => {
    expect(() => applyQuery(expression, USERS)).toThrow(
      expect.objectContaining({ kind: 'usage', message, hint }),
    );
  });

  it.each([
    '[?"urn:x".department==\'Product\'].userName',
    '[].[userName, "urn:x"]',
    '[].{"a b": "urn:x"}',
    '[?title==\'"Engineer" == true\']',
    '[?`true`==active]',
    '[?active==truth]',
    'sort_by(@, &"userName")',
  ])('%s is accepted', (expression) => {
    expect(() => applyQuery(expression, USERS)).not.toThrow();
  });
});

describe('printed result of a query', () => {
  it.each<[OutputFormat, string]>([
    ['table', 'value\nanna\nbo\n'],
    ['json', '[\n  "anna",\n  "bo"\n]\n'],
    ['ndjson', '"anna"\n"bo"\n'],
    ['csv', 'value\nanna\nbo\n'],
    ['tsv', 'value\nanna\nbo\n'],
    ['yaml', '- anna\n- bo\n'],
  ])('prints plain values as %s', async (format, text) => {
    expect(await query('[].userName', format)).toBe(text);
  });

  it.each<[OutputFormat, string]>([
    ['table', 'name  on     to\nanna  true   ["anna@example.com"]\nbo    false  []\n'],
    ['csv', 'name,on,to\nanna,true,"[""anna@example.com""]"\nbo,false,[]\n'],
    ['tsv', 'name\ton\tto\nanna\ttrue\t["anna@example.com"]\nbo\tfalse\t[]\n'],
    ['ndjson', '{"name":"anna","on":true,"to":["anna@example.com"]}\n{"name":"bo","on":false,"to":[]}\n'],
  ])('prints objects as %s with one column for each key', async (format, text) => {
    expect(await query('[].{name: userName, on: active, to: emails[].value}', format)).toBe(text);
  });

  it.each<[OutputFormat, string]>([
    ['table', 'userName  anna\nactive    true\n'],
    ['json', '{\n  "userName": "anna",\n  "active": true\n}\n'],
    ['ndjson', '{"userName":"anna","active":true}\n'],
    ['csv', 'userName,active\nanna,true\n'],
    ['tsv', 'userName\tactive\nanna\ttrue\n'],
    ['yaml', 'userName: anna\nactive: true\n'],
  ])('prints one object as %s', async (format, text) => {
    expect(await query('[0].{userName: userName, active: active}', format)).toBe(text);
  });

  it.each<[OutputFormat, string, string, string]>([
    ['table', 'anna\n', '2\n', ''],
    ['json', '"anna"\n', '2\n', 'null\n'],
    ['ndjson', '"anna"\n', '2\n', 'null\n'],
    ['csv', 'anna\n', '2\n', '""\n'],
    ['tsv', 'anna\n', '2\n', '\n'],
    ['yaml', 'anna\n', '2\n', 'null\n'],
    ['text', 'anna\n', '2\n', ''],
  ])('prints a string, a number and null as %s', async (format, text, number, nothing) => {
    expect(await query('[0].userName', format)).toBe(text);
    expect(await query('length(@)', format)).toBe(number);
    expect(await query('[0].nothing', format)).toBe(nothing);
  });

  it.each<[OutputFormat, string]>([
    ['table', ''],
    ['json', '[]\n'],
    ['ndjson', ''],
    ['yaml', '[]\n'],
  ])('prints an empty list as %s', async (format, text) => {
    expect(await query("[?userName=='nobody']", format)).toBe(text);
  });

  it('prints raw values, one per line, as text', async () => {
    expect(await query('[].userName', 'text')).toBe('anna\nbo\n');
    expect(await query('[].[userName,active]', 'text')).toMatch(/^anna\ttrue\n/);
    expect(await query('[].{a:userName,b:active}', 'text')).toMatch(/^anna\ttrue\n/);
    expect(await query("[?userName=='nobody']", 'text')).toBe('');
  });

  it('escapes control characters on a terminal as text', async () => {
    const hostile = [{ userName: '\u001b]0;x\u0007\u009b' }];
    for (const expression of ['[].userName', '[].[userName]', '[]', '[0].userName']) {
      const options = { ...OPTIONS, isTerminal: true, format: 'text' as const, query: expression };
      const text = await collected(renderList(hostile, VIEW, options));
      expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
    }
  });

  it.each([
    ['[?userName==`anna`]', `write text in single quotes: --query "[?userName=='anna']"`],
    ["[?userName='anna']", "use == for equality: [?userName=='anna']"],
    ['.[] | .userName', "this is jq; in JMESPath: --query '[?active].userName'"],
    ['[?', "--query '[?active].userName'"],
  ])('suggests a correction for %s', async (expression, hint) => {
    await expect(query(expression, 'json')).rejects.toMatchObject({ kind: 'usage', hint });
  });

  it.each([
    ...OUTPUT_FORMATS.map((format) => [format, 'on a terminal', true] as const),
    // In a pipe, cells are data for programs, except those of a table.
    ...OUTPUT_FORMATS.filter((name) => name === 'table' || FORMAT_TRAITS[name].holds === 'objects').map(
      (format) => [format, 'in a pipe', false] as const,
    ),
  ])('escapes control characters of keys and values in %s %s', async (format, _, isTerminal) => {
    const hostile = [{ '\u001b[31mkey': '\u009b\u202evalue', userName: '\u001b]0;x\u0007' }];
    for (const expression of ['[]', '[0]', '[0].userName']) {
      const options = { ...OPTIONS, format, query: expression, isTerminal };
      const text = await collected(renderList(hostile, VIEW, options));
      expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/);
    }
  });

  it('applies to a single object', async () => {
    const options = { ...OPTIONS, format: 'table' as const, query: 'emails[].value' };
    const text = await collected(renderOne({ emails: [{ value: 'a@example.com' }] }, VIEW, options));
    expect(text).toBe('value\na@example.com\n');
  });
});

describe('warning for an unknown property in a query', () => {
  const told = async (expression: string, format: OutputFormat, rows: readonly JsonObject[] = USERS) => {
    const names: string[] = [];
    const onUnknown = (members: readonly UnknownMember[]) => {
      for (const { name, known } of members) names.push(`${name}?${suggest(name, known)}`);
    };
    await collected(renderList(rows, VIEW, { ...OPTIONS, format, query: expression, onUnknown }));
    return names;
  };

  it.each([
    ['[].userNmae', ['userNmae?userName']],
    ['[?actve].userName', ['actve?active']],
    ['[].emails[].valeu', ['valeu?value']],
    ['[].{a: userNmae, b: acitve}', ['userNmae?userName', 'acitve?active']],
    ['[].userName', []],
    ['[].emails[].value', []],
    ['[].{name: userName} | [?name == `"anna"`].name', []],
    ['[0].{id: `{"own": 1}`.own}', []],
    ['group_by(@, &userName).anna', []],
    ['length(@)', []],
  ])('%s reports %j', async (expression, names) => {
    expect(await told(expression, 'json')).toEqual(names);
    expect(await told(expression, 'ndjson')).toEqual(names);
    expect(await told(expression, 'text')).toEqual(names);
  });

  it('is not given for an empty list or if one row has the property', async () => {
    expect(await told('[].userNmae', 'json', [])).toEqual([]);
    expect(await told('[].title', 'json', [...USERS, { title: 'x' }])).toEqual([]);
    expect(await told('[].title', 'json', USERS)).toEqual(['title?undefined']);
  });

  it('is given for a single object', async () => {
    const names: string[] = [];
    const onUnknown = (members: readonly UnknownMember[]) =>
      void names.push(...members.map(({ name }) => name));
    const [user = {}] = USERS;
    await collected(renderOne(user, VIEW, { ...OPTIONS, format: 'json', query: 'userNmae', onUnknown }));
    expect(names).toEqual(['userNmae']);
  });

  it('is printed once and does not change the result and the exit code', async () => {
    const ran = await freshMachine().orgctl("-p sandbox scim users list --query '[].userNmae' -o json");
    expect(ran).toEqual({
      exit: 0,
      stdout: '[]\n',
      stderr: 'warning: --query: no object has a member "userNmae" (did you mean "userName"?)\n',
    });
    const known = await freshMachine().orgctl(
      "-p sandbox scim users list --query '[?title].department' -o json",
    );
    expect(known.stderr).toBe('');
  });
});
