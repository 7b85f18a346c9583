import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placesInJson } from '../../src/json/json-places.ts';
import { freshMachine } from '../support/run-orgctl.ts';

it('NDJSON accepts short names, paths and nested values', async () => {
  const machine = freshMachine();
  const stdin =
    '\uFEFF{"userName":"anna","email":"anna@x.example","name":{"familyName":"Lind"},"guest":false}\r\n\n' +
    '{"userName":"bo","emails":[{"value":"bo@x.example"}],"title":null,"enterprise.department":"R&D"}\n';
  const { stdout } = await machine.orgctl('-p sandbox bulk plan - -o json', { stdin });
  expect(
    JSON.parse(stdout).changes.map(({ line, user }: Record<string, unknown>) => ({ line, user })),
  ).toEqual([
    { line: 1, user: { userName: 'anna', email: 'anna@x.example', familyName: 'Lind', guest: false } },
    { line: 3, user: { userName: 'bo', email: 'bo@x.example', department: 'R&D' } },
  ]);
});

it('a list of groups in NDJSON is read as the groups column', async () => {
  const stdin = '{"userName":"anna","email":"anna@x.example","groups":["IT","Everyone in Berlin"]}\n';
  const { stdout } = await freshMachine().orgctl('-p sandbox bulk plan - -o json', { stdin });
  const joined = JSON.parse(stdout).changes.filter(({ kind }: { kind: string }) => kind === 'addMembers');
  expect(joined.map(({ name }: { name: string }) => name).sort()).toEqual(['Everyone in Berlin', 'IT']);
  const odd = stdin.replace('"IT"', '"Sales; \\\\Ops"');
  const refused = await freshMachine().orgctl('-p sandbox bulk plan - --create-groups -o json', {
    stdin: odd,
  });
  expect(refused.stdout).toContain('"name":"Sales; \\\\Ops"');
});

it.each([['1.1'], ['2.0']])('an exported list of users over v%s plans no changes', async (version) => {
  const machine = freshMachine();
  const listed = await machine.orgctl(`-p sandbox scim users list -o ndjson --scim-version ${version}`);
  const planned = await machine.orgctl('-p sandbox bulk plan -', { stdin: listed.stdout });
  expect(planned).toMatchObject({ exit: 0 });
  expect(planned.stderr).toBe('nothing to change; 12 unchanged\n');
});

it('findings in NDJSON have line and column', async () => {
  const stdin = [
    '{"userName":"x","email":"x@"}',
    '{"email":"a@b.example","name":{"titel":"é"}}',
    '{"a":',
    '[1]',
    '{"title":"no key"}',
    '{"email":"b@b.example","displayName":"🎉"}',
  ].join('\n');
  const { exit, stdout } = await freshMachine().orgctl('bulk check - -o json', { stdin });
  expect(exit).toBe(5);
  const found = JSON.parse(stdout).map(
    ({ at, path, code }: { at: { line: number; column: number }; path: string; code: string }) =>
      `${at.line}:${at.column} ${path} ${code}`,
  );
  expect(found).toEqual([
    '1:25 email bad_email_address',
    '2:32 name.titel unknown_column',
    '3:6  damaged_record',
    '4:1  damaged_record',
    '5:1  missing_key',
    '6:38 displayName invalid_emoji_not_allowed',
  ]);
});

it('a map reads NDJSON whose objects lack a heading', async () => {
  const machine = freshMachine();
  const stdin = '{"Mail":"a@b.example","Job":"Chef"}\n{"Mail":"c@b.example"}\n';
  const { writeFileSync } = await import('node:fs');
  writeFileSync(machine.path('map.yaml'), 'columns: {email: Mail, title: Job}');
  const { exit, stderr } = await machine.orgctl(`bulk check - --map ${machine.path('map.yaml')}`, { stdin });
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: '(stdin): 2 rows, no findings\n' });
});

describe('placesInJson', () => {
  it('returns the place of every value', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue({ maxDepth: 2 })), (object) => {
        const text = JSON.stringify(object);
        const places = placesInJson(text);
        for (const [key, value] of Object.entries(object)) {
          // A key with a dot or bracket may look like the path of another value.
          if (/[.[\]]/.test(Object.keys(object).join(''))) continue;
          const place = places.get(key);
          expect(text.slice(place?.key).startsWith(JSON.stringify(key))).toBe(true);
          expect(text.slice(place?.value).startsWith(JSON.stringify(value))).toBe(true);
        }
      }),
    );
  });
});
