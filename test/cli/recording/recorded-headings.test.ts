// cspell:disable: invented names
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { expectSameShape } from '../../support/record-and-replay.ts';
import { freshMachine } from '../../support/run-orgctl.ts';

const MAP = `columns:
  userName: E-Mail
  email: E-Mail
  givenName: Vorname
  title: {template: "{Vorname} {Last Name}", when: "E-Mail co \\"@\\" and Last_Name pr"}
provision: Status eq "aktiv"
`;

describe('headings of a recorded file', () => {
  it.each<[line: string, exit: number, content: string]>([
    ['scim users deactivate @in.csv --yes', 0, 'Benutzername;Grund\nclara.voss;Quicksilver\n'],
    [
      'scim users deactivate @in.csv --yes',
      0,
      'Email Address,Quicksilver\nclara.voss@harbour-finch.example,1\n',
    ],
    ['bulk check in.csv', 5, 'Vorname;Nachname;E-Mail;Ausgetreten\nOtto;Quicksilver;otto@q.example;ja\n'],
    [
      'bulk check in.csv --map map.yaml',
      0,
      'Vorname;Last Name;E-Mail;Status\nOtto;Quicksilver;o@q.example;aktiv\n',
    ],
    [
      `bulk plan in.csv --map map.yaml --where 'Status eq "aktiv" and E-Mail pr'`,
      0,
      'Vorname;Last Name;E-Mail;Status\nOtto;Quicksilver;o@q.example;aktiv\n',
    ],
  ])(
    'are kept if the program interprets them, so that a replay ends alike: %s',
    async (line, exit, content) => {
      const { orgctl, path } = freshMachine();
      writeFileSync(path('in.csv'), content);
      writeFileSync(path('map.yaml'), MAP);
      const placed = line.replace(/\b(?:in\.csv|map\.yaml)\b/g, (name) => path(name));
      const recorded = await orgctl(`--record ${path('a.tape')} -p sandbox ${placed}`);
      const replayed = await orgctl(`--replay ${path('a.tape')}`);
      expect([recorded.exit, replayed.exit]).toEqual([exit, exit]);
      expectSameShape(recorded.stdout, replayed.stdout);
      expect(replayed.stderr.split('\n')).toHaveLength(recorded.stderr.split('\n').length);
      expect(readFileSync(path('a.tape'), 'utf8')).not.toMatch(/Quicksilver|otto|clara/i);
    },
  );
});

it('a recording of a shard says that it cannot be replayed', async () => {
  const { orgctl, path } = freshMachine();
  writeFileSync(path('in.csv'), 'userName,email\nann.roe,ann@x.example\nned.roe,ned@x.example\n');
  const { exit, stderr } = await orgctl(
    `--record ${path('a.tape')} -p sandbox bulk apply ${path('in.csv')} --yes --shard 0/2`,
  );
  expect(exit).toBe(0);
  expect(stderr).toContain('the recording cannot be replayed: it does not contain the rows of a shard');
  expect(await orgctl(`--replay ${path('a.tape')}`)).toMatchObject({
    exit: 11,
    stderr: expect.stringContaining('it does not contain the rows of a shard'),
  });
});
