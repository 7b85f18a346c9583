import { expect, it } from 'vitest';
import { correctedRowsWords, planCommandOf } from '../../src/bulk/plan/plan-command.ts';
import type { Plan } from '../../src/bulk/plan/plan-file.ts';

type Made = Parameters<typeof planCommandOf>[0];

const wordsOf = (made: Partial<Made>, reading: Plan['source']['reading'] = {}) =>
  planCommandOf({
    profile: 'sandbox',
    created: '2026-11-02T08:00:00Z',
    mode: 'upsert',
    source: { file: 'hr.csv', reading },
    ...made,
  });

it.each([
  [wordsOf({}), ''],
  [wordsOf({ aims: { prune: true, exact: true } }), ' --exact --prune'],
  [wordsOf({ aims: { createGroups: true, pruneGroups: true } }), ' --create-groups --prune-groups'],
  [wordsOf({ mode: 'deactivate' }), ' --mode deactivate'],
  [wordsOf({}, { idMap: { file: 'my ids.csv', digest: '' } }), " --id-map 'my ids.csv'"],
  [wordsOf({}, { skip: 2, first: 3, shard: { index: 1, count: 4 } }), ' --first 3 --skip 2 --shard 1/4'],
  [wordsOf({}, { today: '2026-11-02' }), ''],
  [wordsOf({}, { today: '2027-01-15' }), ' --today 2027-01-15'],
  [
    wordsOf({}, { dialect: { delimiter: '\t', encoding: 'utf-16le', headerRow: 3, decimal: ',' } }),
    ' --delimiter tab --encoding utf-16le --header-row 3 --decimal ,',
  ],
  [wordsOf({}, { accept: [2, 7], onBadRow: 'skip' }), ' --accept-identity-change 2,7 --on-bad-row skip'],
])('planCommandOf keeps the options of the plan: %s', (words, flags) => {
  expect(words).toBe(`bulk plan hr.csv${flags}`);
});

it('names stdin as an argument', () => {
  expect(wordsOf({ source: { file: '(stdin)' } })).toBe('bulk plan -');
});

it.each<[string, Partial<Made>, NonNullable<Plan['source']['reading']>, string]>([
  ['the mode', { mode: 'deactivate' }, {}, ' --mode deactivate'],
  [
    'only flags that apply to single rows',
    { aims: { prune: true, exact: true, createGroups: true, pruneGroups: true } },
    { where: 'title pr', first: 3, accept: [2], onBadRow: 'skip', shard: { index: 1, count: 4 } },
    ' --create-groups',
  ],
  [
    'how cells are read',
    {},
    { match: ['email'], today: '2027-01-15', dialect: { delimiter: '\t', headerRow: 3, decimal: ',' } },
    ' --match email --today 2027-01-15 --decimal ,',
  ],
  ['a delimiter that is not detected', {}, { dialect: { delimiter: '~' } }, " --delimiter '~'"],
])('the command for corrected rows keeps %s', (_, made, reading, flags) => {
  const { mode = 'upsert', aims = {} } = made;
  const plan = {
    profile: 'sandbox',
    created: '2026-11-02T08:00:00Z',
    mode,
    aims,
    source: { file: 'hr.csv', reading },
  };
  expect(correctedRowsWords(plan, mode, 'rest.csv')).toBe(`bulk apply rest.csv${flags}`);
});
