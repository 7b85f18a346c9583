import { expect, it } from 'vitest';
import { mostAbsent } from '../../src/bulk/plan/absent-members.ts';

/** Groups as `IT 2/3`: two of its three members leave it. */
const absences = (texts: readonly string[]) =>
  texts.map((text) => {
    const [group = '', leaving, members] = text.split(/[ /]/);
    return { group, leaving: Number(leaving), members: Number(members) };
  });

it.each<[string, readonly string[], string | undefined]>([
  ['none where nobody leaves', [], undefined],
  ['none that loses half of its members', ['IT 2/4'], undefined],
  ['one that loses more than half of them', ['IT 3/5'], 'IT'],
  ['none of two people', ['IT 2/2'], undefined],
  ['one of three people', ['IT 2/3'], 'IT'],
  ['the one that most leave, where it comes first', ['IT 4/5', 'HR 3/3'], 'IT'],
  ['the one that most leave, where it comes last', ['HR 3/3', 'IT 4/5'], 'IT'],
  ['the first of two that lose as many', ['HR 3/3', 'IT 3/5'], 'HR'],
  ['one that loses fewer than a large group does', ['All 9/90', 'IT 3/3'], 'IT'],
])('the group that loses most to a file: %s', (_, texts, expected) => {
  expect(mostAbsent(absences(texts))?.group).toBe(expected);
});
