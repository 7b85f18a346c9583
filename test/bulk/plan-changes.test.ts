import { expect, it } from 'vitest';
import type { DesiredUser, Mode } from '../../src/bulk/input/desired-state.ts';
import { planChanges } from '../../src/bulk/plan/plan-changes.ts';
import { snapshotOf } from '../../src/bulk/plan/snapshot.ts';
import { userId } from '../../src/values/ids.ts';

const user = (name: string, active = true) => ({
  id: userId(`W${name.toUpperCase()}`),
  values: { userName: name, title: 'Cook', active },
});
const SNAPSHOT = snapshotOf([user('ann'), user('bob'), user('gone', false)]);

/** Rows as `ann` with a new title, `ann-` for a leaver and `ann~` for an ignored user; lines count from 2. */
function planned(text: string, mode: Mode) {
  const rows = text.split(' ').map((word, index): DesiredUser & { readonly name: string } => {
    const outside = word.endsWith('-') ? 'deactivate' : word.endsWith('~') ? 'ignore' : undefined;
    const row = { line: index + 2, name: word.replace(/[-~]/, ''), set: { title: 'Lead' }, clear: [] };
    return outside === undefined ? row : { ...row, outside };
  });
  const found = new Map(rows.map(({ line, name }) => [line, SNAPSHOT.users.get(`W${name.toUpperCase()}`)]));
  const matchOf = ({ line }: DesiredUser) => {
    const is = found.get(line);
    return is === undefined ? { hits: [] } : { hits: [], user: is };
  };
  const { changes, unchanged, issues, inactive } = planChanges(rows, SNAPSHOT, {
    mode,
    file: 'p.csv',
    matchOf,
  });
  const set = (change: (typeof changes)[number]) => ('set' in change ? Object.keys(change.set).join() : '');
  return {
    changes: changes.map((change) => `${change.id} ${change.kind} ${set(change)}`).join(', '),
    issues: issues.map(({ code, at }) => `${at?.line} ${code}`).join(', '),
    counts: [unchanged, inactive],
  };
}

it.each<[string, string, Mode, string, string, readonly number[]]>([
  ['changes values', 'ann', 'upsert', 'L2 patchUser title', '', [0, 0]],
  ['changes values of a deactivated user', 'gone', 'upsert', 'L2 patchUser title', '', [0, 1]],
  ['only deactivates in deactivate mode', 'ann', 'deactivate', 'L2 deactivateUser active', '', [0, 0]],
  ['leaves a deactivated user unchanged', 'gone', 'deactivate', '', '', [1, 0]],
  ['deactivates a leaver and sets nothing', 'ann-', 'upsert', 'L2 deactivateUser active', '', [0, 0]],
  ['deactivates a leaver in update mode', 'ann-', 'update', 'L2 deactivateUser active', '', [0, 0]],
  ['leaves a leaver unchanged in create mode', 'ann-', 'create', '', '', [1, 0]],
  ['leaves an ignored user unchanged', 'ann~', 'deactivate', '', '', [1, 0]],
  ['is refused for an existing user in create mode', 'ann', 'create', '', '2 user_creation_failed', [0, 0]],
])('a planned row %s', (_, rows, mode, changes, issues, counts) => {
  expect(planned(rows, mode)).toEqual({ changes, issues, counts });
});

it.each<[string, string, string, string, readonly number[]]>([
  ['leaver first', 'ann- ann', 'L3 patchUser title', '', [0, 0]],
  ['leaver last', 'ann ann-', 'L2 patchUser title', '', [0, 0]],
  ['ignored first', 'ann~ ann', 'L3 patchUser title', '', [0, 0]],
  ['two leavers', 'ann- ann-', 'L2 deactivateUser active', '', [0, 0]],
  [
    'no leaver',
    'ann bob ann',
    'L2 patchUser title, L3 patchUser title, L4 patchUser title',
    '2 same_user, 4 same_user',
    [0, 0],
  ],
  ['leaver among other users', 'bob ann- ann gone-', 'L2 patchUser title, L4 patchUser title', '', [1, 0]],
])(
  'a user with two rows keeps the account if one row provisions it: %s',
  (_, rows, changes, issues, counts) => {
    expect(planned(rows, 'upsert')).toEqual({ changes, issues, counts });
  },
);
