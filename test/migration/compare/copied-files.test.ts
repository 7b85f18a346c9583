import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { copyExport } from '../../../src/migration/compare/copy-export.ts';
import { valuesOf } from '../../../src/migration/compare/organization-copy.ts';
import { memoryStreams } from '../../support/memory-streams.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const VENDOR = 'urn:scim:schemas:extension:orgctl:1.0';

async function copied(people: string, groups?: string) {
  const folder = temporaryFolder();
  const [file, groupFile] = [join(folder, 'people.csv'), join(folder, 'groups.csv')];
  writeFileSync(file, people);
  if (groups !== undefined) writeFileSync(groupFile, groups);
  const files = { people: file, ...(groups === undefined ? {} : { groups: groupFile }) };
  try {
    return await copyExport(files, { name: 'A' }, VENDOR, memoryStreams({}).stdin);
  } catch (error) {
    const { message, issues = [] } = error as Error & { issues?: readonly { code: string }[] };
    return { refused: message.replaceAll(`${folder}/`, ''), codes: issues.map(({ code }) => code) };
  }
}

describe('CSV exports read as an organization', () => {
  it('contain the users and attributes of the file, including users without an ID', async () => {
    const copy = await copied('id,userName,email,title\nU1,ann,ann@x.example,\n,bob,bob@x.example,Chief\n');
    if ('refused' in copy) throw new Error(copy.refused);
    expect(copy.people.map((person) => [person.id, valuesOf(person)])).toEqual([
      ['U1', { userName: 'ann', email: 'ann@x.example' }],
      ['line 3', { userName: 'bob', email: 'bob@x.example', title: 'Chief' }],
    ]);
    expect([[...copy.holds].toSorted(), copy.hasGroups, copy.groups]).toEqual([
      ['email', 'title', 'userName'],
      false,
      [],
    ]);
  });

  it('contain groups by name, with members given by ID, address or userName', async () => {
    const copy = await copied(
      'id,userName,email\nU1,ann,ann@x.example\nU2,bob,bob@x.example\n',
      'group,member,action\nTwo,ann@x.example,add\nOne,U2,add\nTwo,bob,add\nTwo,ANN,remove\nOne,X9,add\nOne,bob,add\n',
    );
    if ('refused' in copy) throw new Error(copy.refused);
    expect(
      copy.groups.map(({ id, displayName, members, strangers }) => [
        id,
        displayName,
        [...members],
        strangers,
      ]),
    ).toEqual([
      ['Two', 'Two', [1], []],
      ['One', 'One', [1], ['X9']],
    ]);
    expect(copy.hasGroups).toBe(true);
  });

  it.each([
    [
      'one ID',
      'group,member\nS0123TEAM9,ann\n',
      'groups.csv:2: S0123TEAM9 is the ID of a group; groups are compared by name',
    ],
    ['an ID next to a name', 'group,member\nS0123TEAM9,ann\nOne,ann\n', undefined],
  ])('are refused if groups are given only by ID: %s', async (_, groups, refused) => {
    const copy = await copied('id,userName,email\nU1,ann,ann@x.example\n', groups);
    expect('refused' in copy ? copy.refused : undefined).toBe(refused);
  });

  it('are refused with their findings', async () => {
    expect(await copied('email\nann@\n\n')).toEqual({
      refused: 'people.csv: 1 finding in the export',
      codes: [expect.any(String)],
    });
  });
});
