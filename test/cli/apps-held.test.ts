import { describe, expect, it } from 'vitest';
import { appsHeld } from '../../src/cli/people/describe-person.ts';

const entry = (change_type: string, app_type: string, app_id = 'A0POLLS', date = '1709571600') => ({
  date,
  app_id,
  app_type,
  change_type,
});

describe('the apps of a user', () => {
  it.each([
    ['an app under its earlier name is not held', [entry('removed', 'Polls 2'), entry('added', 'Polls')], []],
    [
      'a renamed app counts once',
      [entry('updated', 'Polls 2'), entry('added', 'Polls')],
      ['Polls 2 (A0POLLS)'],
    ],
    [
      'two apps of one name count twice',
      [entry('added', 'Polls'), entry('added', 'Polls', 'A0OTHER')],
      ['Polls (A0POLLS)', 'Polls (A0OTHER)'],
    ],
    ['a disabled app is not held', [entry('disabled', 'Polls'), entry('added', 'Polls')], []],
  ])('%s', (_, entries, held) => {
    expect(appsHeld(entries).map(({ app }) => app)).toEqual(held);
  });
});
