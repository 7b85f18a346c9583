// cspell:disable: invented names
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { canariesIn } from '../../support/canaries.ts';
import { expectSameShape } from '../../support/record-and-replay.ts';
import { freshMachine } from '../../support/run-orgctl.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');

const PEOPLE = `version: 1

# export by Groundskeeping
#  of Ptarmigan
dn: cn=Quenzilda Marovetsky,ou=Lanternhouse,dc=kestrelmoor,dc=example
objectClass: inetOrgPerson
uid: quenzilda.m
mail: quenzilda.m@kestrelmoor.example
givenName: Quenzilda
sn: Maro
 vetsky
title: Zoological lead
userPassword:: ${base64('Ptarmigan-981342759063')}
favouriteDrink;lang-de: Lanternhouse

dn:: ${base64('cn=Olga Marovetsky,dc=kestrelmoor,dc=example')}
objectClass: inetOrgPerson
uid: olga.marovetsky
mail:: ${base64('olga@kestrelmoor.example')}
title: Zoological aide
jpegPhoto:: ${Buffer.from([0xff, 0xd8, 0, 1]).toString('base64')}

dn: ou=Lanternhouse,dc=kestrelmoor,dc=example
objectClass: organizationalUnit
ou: Lanternhouse
`;
const MAP = 'columns: {userName: uid, email: mail, familyName: sn, title: title}\n';
const CANARIES = ['Quenzilda', 'marovetsky', 'kestrelmoor', 'Groundskeeping', 'Zoological', 'Lanternhouse'];

describe('LDIF in a recording', () => {
  async function recordedAndReplayed(content: string, line: string, stdin?: string) {
    const { orgctl, path } = freshMachine();
    writeFileSync(path('people.ldif'), content);
    writeFileSync(path('map.yaml'), MAP);
    const tape = path('call.tape');
    const placed = line.replace(/\b(?:people\.ldif|map\.yaml)\b/g, (name) => path(name));
    const recorded = await orgctl(
      `--record ${tape} -p sandbox ${placed}`,
      stdin === undefined ? {} : { stdin },
    );
    const replayed = await orgctl(`--replay ${tape}`);
    const text = readFileSync(tape, 'utf8');
    expect(canariesIn(text, [...CANARIES, 'Ptarmigan', '981342759063'])).toEqual([]);
    expect(text).not.toContain(base64('Quenzilda').slice(0, 8));
    return { recorded, replayed, header: JSON.parse(text.split('\n')[0] ?? '').recording };
  }

  const apply = 'bulk apply people.ldif --map map.yaml --yes';

  it.each([
    ['apply', PEOPLE, apply, 0],
    ['check', PEOPLE, 'bulk check people.ldif --map map.yaml', 0],
    ['Windows line ends', PEOPLE.replaceAll('\n', '\r\n'), apply, 0],
    ['a change record', PEOPLE.replace('uid: olga', 'changetype: add\nuid: olga'), apply, 5],
    ['a line without an attribute', PEOPLE.replace('uid: olga', 'Ptarmigan\nuid: olga'), apply, 5],
    ['an unknown class', PEOPLE.replaceAll('inetOrgPerson', 'lanternhousePerson'), apply, 5],
  ])('is replaced in place, so that a replay ends alike: %s', async (_, content, line, exit) => {
    const { recorded, replayed } = await recordedAndReplayed(content, line);
    expect([recorded.exit, replayed.exit]).toEqual([exit, exit]);
    expectSameShape(recorded.stdout, replayed.stdout);
    expect(replayed.stderr.match(/:\d+:1/g)).toEqual(recorded.stderr.match(/:\d+:1/g));
  });

  it('keeps its lines, attributes and classes', async () => {
    const { header } = await recordedAndReplayed(PEOPLE, apply);
    const [text = ''] = Object.entries<string>(header.inputs).flatMap(([name, held]) =>
      name.endsWith('.ldif') ? [held] : [],
    );
    const lines = text.split('\n');
    expect(lines).toHaveLength(PEOPLE.split('\n').length);
    expect(lines.map((line) => line.length)).toEqual(
      PEOPLE.split('\n').map((line, at) =>
        line.startsWith('userPassword') ? lines[at]?.length : line.length,
      ),
    );
    expect(text).toMatch(/^dn: cn=\w+ \w+,ou=\w+,dc=\w+,dc=\w+$/m);
    for (const name of ['objectClass: inetOrgPerson', 'objectClass: organizationalUnit'])
      expect(text).toContain(name);
  });

  it('is replaced on stdin', async () => {
    const { recorded, replayed } = await recordedAndReplayed(
      PEOPLE,
      'bulk apply - --map map.yaml --yes',
      PEOPLE,
    );
    expect([recorded.exit, replayed.exit]).toEqual([0, 0]);
    expectSameShape(recorded.stdout, replayed.stdout);
  });

  it.each(['ldif', 'csv', 'ndjson'])('keeps codes and places of rejected rows: %s', async (ending) => {
    const { orgctl, path } = freshMachine();
    const rows = [...Array(9).fill('walt'), 'quenzilda.m', 'quenzilda.m'].map((name, at) => ({
      uid: at < 9 ? `${name}.${at}` : name,
      mail: `${name}${at}@x.example`,
    }));
    const content = {
      ldif: rows.map((row) => `dn: uid=${row.uid}\nuid: ${row.uid}\nmail: ${row.mail}\n\n`).join('\n\n\n\n'),
      csv: ['uid,mail', ...rows.map((row) => `${row.uid},${row.mail}`), ''].join('\n'),
      ndjson: rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
    }[ending];
    writeFileSync(path(`people.${ending}`), content ?? '');
    writeFileSync(path('map.yaml'), 'columns: {userName: uid, email: mail}\n');
    const rejects = path(`rejects.${ending}`);
    const map = `--map ${path('map.yaml')}`;
    await orgctl(
      `-p sandbox bulk apply ${path(`people.${ending}`)} ${map} --on-bad-row skip --rejects ${rejects} --yes`,
    );
    await orgctl(`--record ${path('a.tape')} -p sandbox bulk check ${rejects} ${map}`);
    const tape = readFileSync(path('a.tape'), 'utf8');
    expect(tape).not.toContain('quenzilda');
    const { inputs } = JSON.parse(tape.split('\n')[0] ?? '').recording;
    const held = Object.values<string>(inputs).find((text) => text.includes('orgctl.code')) ?? '';
    const reasons = (text: string) => text.match(/same_user|:\d+(?::\d+)?(?=[,"\n])/g);
    expect(reasons(held)).toEqual(reasons(readFileSync(rejects, 'utf8')));
    expect(reasons(held)?.length).toBeGreaterThan(3);
  });
});
