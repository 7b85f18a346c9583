import { readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readExactJson } from '../../src/json/exact-json.ts';
import { freshMachine } from '../support/run-orgctl.ts';

const row = (name: string, number: string) =>
  `{"userName":"${name}","email":"${name}@x.example","employeeNumber":${number}}`;

async function planned(name: string, text: string, first = '') {
  const machine = freshMachine();
  writeFileSync(machine.path('first.ndjson'), first);
  if (first !== '') await machine.orgctl(`-p sandbox bulk apply ${machine.path('first.ndjson')} --yes`);
  writeFileSync(machine.path(name), text);
  const { stdout } = await machine.orgctl(`-p sandbox bulk plan ${machine.path(name)} -o json`);
  return JSON.parse(stdout).changes;
}

describe('number that JSON parsers round', () => {
  it.each([
    ['a.ndjson', row('otto', '90071992547409929')],
    ['a.json', `[${row('otto', '90071992547409929')}]`],
  ])('is not confused with a number next to it in %s', async (name, text) => {
    expect(await planned(name, text, row('nina', '90071992547409931'))).toMatchObject([
      { kind: 'createUser', user: { userName: 'otto', employeeNumber: '90071992547409929' } },
    ]);
  });

  it.each([['9007199254740991'], ['9007199254740993'], ['1e3'], ['-5e2'], ['12345678901234567890']])(
    'is read exactly as written: %s',
    async (number) => {
      const [change] = await planned('a.ndjson', row('ann', number));
      expect(change.user.employeeNumber).toBe(number);
    },
  );

  it('is reported if it has decimals, as in a CSV', async () => {
    const machine = freshMachine();
    const { stdout } = await machine.orgctl('bulk check - -o json', { stdin: row('ann', '1001.0') });
    expect(JSON.parse(stdout)).toMatchObject([
      { code: 'spreadsheet_damage', message: '"1001.0" has decimals; --decimal . reads it as 1001' },
    ]);
  });

  it('stays unchanged in rejected rows', async () => {
    const machine = freshMachine();
    const bad = row('ann', '90071992547409931').replace('ann@', '@');
    writeFileSync(machine.path('a.ndjson'), `${bad}\n${row('bo', '2')}\n`);
    const flags = `--on-bad-row skip --rejects ${machine.path('bad.ndjson')}`;
    await machine.orgctl(`-p sandbox bulk apply ${machine.path('a.ndjson')} --yes ${flags}`);
    expect(readFileSync(machine.path('bad.ndjson'), 'utf8')).toContain('"90071992547409931"');
  });

  it('is read as text, while all other values are read as in JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 1 }), (value, number) => {
        const text = JSON.stringify({ value, number });
        const read = readExactJson(text);
        // Numbers with an exponent or decimals are printed unchanged.
        expect(read).toEqual({ value: JSON.parse(text) });
        expect(readExactJson(`[${number}.0]`)).toEqual({ value: [`${number}.0`] });
      }),
    );
    for (const text of ['{1.0: 2}', '[0123]', '[-01.0]', '[1.0.0]', '[1.]'])
      expect(readExactJson(text)).toHaveProperty('fault');
  });
});

describe('duplicate key in an object', () => {
  const twice = '{"userName":"ann","email":"ann@x.example","email":"bob@x.example"}';
  it.each([
    ['a.ndjson', `${row('otto', '"1"')}\n${twice}\n`, 'a.ndjson:2:1', 'this line is ambiguous'],
    ['a.json', `[${row('otto', '"1"')},\n ${twice}]`, 'a.json:2:2', 'this element of the array is ambiguous'],
    [
      'b.json',
      `{"value": [\n${twice},\n${row('otto', '"1"')}]}`,
      'b.json:2:1',
      'this element of the array is',
    ],
  ])('is a finding in %s, and its row can be skipped', async (name, text, place, words) => {
    const machine = freshMachine();
    const file = machine.path(name);
    writeFileSync(file, text);
    const ran = await machine.orgctl(`-p sandbox bulk plan ${file}`);
    expect(ran.exit).toBe(5);
    expect(ran.stderr).toContain(`${place} ${words}`);
    expect(ran.stderr).toContain('it has the key "email" twice');
    const skipped = await machine.orgctl(
      `-p sandbox bulk plan ${file} --on-bad-row skip --max-bad-rows 1 -o json`,
    );
    expect(JSON.parse(skipped.stdout).changes).toMatchObject([{ name: 'otto' }]);
  });

  it.each([
    ['{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}', undefined],
    ['{"a":"\\":","b":" : "}', undefined],
    ['{"a":{"b":1,"b":2}}', 'b'],
    ['{"a":[{"x":1},{"x":1,"y":{},"x":2}]}', 'x'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"a":"\\",\\"a\\":","b":2}', undefined],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['{"a":["b","b"],"b":"a"}', undefined],
  ])('is detected only within the same object: %s', (text, key) => {
    const read = readExactJson(text);
    expect('fault' in read ? read.fault : undefined).toBe(
      key === undefined ? undefined : `ambiguous: it has the key "${key}" twice`,
    );
  });

  it('is never found in JSON printed by a program', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        expect('value' in readExactJson(JSON.stringify(value))).toBe(true);
      }),
    );
  });
});
