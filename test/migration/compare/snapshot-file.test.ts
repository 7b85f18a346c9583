import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { copyOf, userRecord } from '../../../src/migration/compare/copy-builder.ts';
import {
  COMPARED_ATTRIBUTES,
  isSingleChannelGuest,
  valuesOf,
} from '../../../src/migration/compare/organization-copy.ts';
import {
  looksLikeSnapshot,
  readSnapshotFile,
  snapshotLines,
} from '../../../src/migration/compare/snapshot-file.ts';
import { damagedForms } from '../../support/damaged-forms.ts';

const HEAD = { name: 'A', taken: '2026-01-01T00:00:00Z' };
const COPY = copyOf(
  'A',
  [
    userRecord('U1', { userName: 'ann', active: false, manager: 'U2' }, {}),
    userRecord('U2', { userName: 'bob', guest: true }, {}, true),
  ],
  [{ id: 'S1', displayName: 'One', members: ['U2', 'X1'] }],
);
const LINES = [...snapshotLines(COPY, HEAD)].map((line) => line.trimEnd());

async function* each(lines: readonly string[]) {
  yield* lines;
}
const read = (lines: readonly string[]) => readSnapshotFile(each(lines), 'a.ndjson', { name: 'A' });

/** A snapshot of these lines with a header and a matching end line. */
function sealed(rows: readonly object[], head: object = {}): readonly string[] {
  const lines = [
    {
      format: 'orgctl-snapshot',
      version: 1,
      ...HEAD,
      holds: ['userName', 'title', 'x'],
      hasGroups: true,
      ...head,
    },
    ...rows,
  ].map((row) => JSON.stringify(row));
  const digest = createHash('sha256')
    .update(lines.map((line) => `${line}\n`).join(''))
    .digest('hex');
  const count = (name: string) => rows.filter((row) => name in row).length;
  return [...lines, JSON.stringify({ end: { users: count('user'), groups: count('group'), digest } })];
}

describe('snapshot file', () => {
  it('contains everything of an organization', async () => {
    const copy = await read(LINES);
    expect(copy).toEqual(COPY);
    expect(copy.people.map(valuesOf)).toEqual(COPY.people.map(valuesOf));
    expect(copy.people.map(isSingleChannelGuest)).toEqual([false, true]);
  });

  it('has one line for each user and group between a header and an end line', () => {
    expect(LINES.map((line) => JSON.parse(line))).toEqual([
      { format: 'orgctl-snapshot', version: 1, ...HEAD, holds: [...COMPARED_ATTRIBUTES], hasGroups: true },
      { user: { id: 'U1', values: { userName: 'ann', active: false, manager: 'U2' } } },
      { user: { id: 'U2', isSingleChannel: true, values: { userName: 'bob' } } },
      { group: { id: 'S1', displayName: 'One', members: ['U2', 'X1'] } },
      { end: { users: 2, groups: 1, digest: expect.stringMatching(/^[0-9a-f]{64}$/) } },
    ]);
  });

  it('records the read attributes and whether groups were read', async () => {
    const copy = await read(sealed([], { hasGroups: false }));
    expect([[...copy.holds], copy.hasGroups]).toEqual([['userName', 'title'], false]);
  });

  it('ignores attributes that are unknown or not compared', async () => {
    const values = { guest: true, title: 'x', password: 'p', toString: 'y', ofAnotherVersion: 7 };
    const copy = await read(sealed([{ user: { id: 'U1', values } }]));
    expect(copy.people.map(valuesOf)).toEqual([{ guest: true, title: 'x' }]);
  });

  const CUT = 'is incomplete: its end is missing after line';
  const EDITED = 'it does not match its digest; it was edited or is damaged';
  it.each<[string, readonly string[], string]>([
    ['has no end line', LINES.slice(0, -1), `a.ndjson ${CUT} 4`],
    ['has only a header', LINES.slice(0, 1), `a.ndjson ${CUT} 1`],
    ['is empty', [], `a.ndjson ${CUT} 0`],
    [
      'is cut within a line',
      [...LINES.slice(0, 2), '{"user":'],
      'a.ndjson is incomplete: line 3 is truncated',
    ],
    [
      'has a line that is not an object',
      [...LINES.slice(0, 2), '5'],
      'a.ndjson is incomplete: line 3 is truncated',
    ],
    ['lacks a user', LINES.filter((_, at) => at !== 1), `a.ndjson:4: ${EDITED}`],
    ['has an edited value', LINES.map((line) => line.replace('ann', 'ANN')), `a.ndjson:5: ${EDITED}`],
    ['has lines in a different order', [0, 2, 1, 3, 4].map((at) => LINES[at] ?? ''), `a.ndjson:5: ${EDITED}`],
    ['continues after its end line', [...LINES, LINES[1] ?? ''], 'a.ndjson:6: it continues after its end'],
    [
      'has a different version',
      sealed([], { version: 2 }),
      'a.ndjson:1: it is not an orgctl-snapshot of version 1',
    ],
    ['has a line of an unknown kind', sealed([{ team: {} }]), 'a.ndjson:2: expected one of user, group, end'],
    [
      'has a user and a group in one line',
      sealed([{ user: { id: 'U1', values: {} }, group: { id: 'S1', displayName: 'One', members: [] } }]),
      'a.ndjson:2: expected one of user, group, end',
    ],
    [
      'was rewritten by another program',
      LINES.map((line) => JSON.stringify(JSON.parse(line), null, 1).replaceAll('\n', '')),
      'a.ndjson is a snapshot that was rewritten by another program',
    ],
  ])('is refused if it %s', async (_, lines, message) => {
    await expect(read(lines)).rejects.toMatchObject({
      message,
      kind: /incomplete|not whole/.test(message) ? 'stale' : 'invalidInput',
      hint: expect.stringMatching(/take a new snapshot$/),
    });
  });

  const ROWS = [
    { user: { id: 'U1', isSingleChannel: true, values: { userName: 'ann', active: true } } },
    { group: { id: 'S1', displayName: 'One', members: ['U1'] } },
    { end: { users: 1, groups: 1, digest: 'x' } },
  ];
  it.each(ROWS)('is refused at a missing value or a value of the wrong type: %j', async (row) => {
    for (const wrong of [undefined, null, [[7]], { a: [7] }])
      for (const [path, damaged] of damagedForms(row, wrong)) {
        if (wrong === undefined && /^\.\w+$|Single|values\./.test(path)) continue;
        if (wrong !== undefined && 'a' in Object(wrong) && path.endsWith('.values')) continue;
        const lines = sealed([ROWS[0] ?? {}, Object(damaged)]);
        await expect(read(lines), path).rejects.toMatchObject({
          message: expect.stringContaining(`a.ndjson:3: ${path.slice(1)}`),
          kind: 'invalidInput',
        });
      }
  });

  it('is refused at a missing value or a value of the wrong type in its header', async () => {
    const head = { ...HEAD, holds: ['userName'], hasGroups: true };
    for (const wrong of [undefined, null, [[7]], { a: [7] }])
      for (const [path, damaged] of damagedForms(head, wrong))
        await expect(read(sealed([], { ...head, ...Object(damaged) })), path).rejects.toMatchObject({
          message: expect.stringContaining(`a.ndjson:1: ${path.slice(1)}`),
          kind: 'invalidInput',
        });
  });

  it.each([
    ['{"format":"orgctl-snapshot","version":1', true],
    ['\ufeff [{"version":1,"format" : "orgctl-snapshot"}]', true],
    ['{ "format": "orgctl-snapshot" }', true],
    ['{"format":"other"}', false],
    ['"format":"orgctl-snapshot"', false],
    ['id,userName\n{"format":"orgctl-snapshot"', false],
  ])('is recognized by its first characters: %s is one: %s', (start, isOne) => {
    expect(looksLikeSnapshot(start)).toBe(isOne);
  });
});
