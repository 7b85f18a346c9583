import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { circlesIn, inOrder } from '../../src/bulk/plan/order-changes.ts';
import { changeId } from '../../src/values/ids.ts';

/** Changes as `a:bc`: a waits for b and c. */
const changes = (text: string) =>
  text.split(' ').map((word) => {
    const [id = '', after = ''] = word.split(':');
    return { id: changeId(id), after: [...after].map(changeId) };
  });

describe('changes that wait for themselves', () => {
  it.each([
    ['a b c', ''],
    ['a:b b:c c', ''],
    ['a:a b', 'a'],
    ['a:b b:a c:a', 'ab'],
    ['c:a a:b b:a', 'ab'],
    ['a:b b:c c:a d:c e:d', 'abc'],
    ['a:b b:a c:d d:c', 'abcd'],
    ['a:bc b:d c:d d', ''],
    ['a:b b:cd c:b d', 'bc'],
    ['a:bc c:b b:c', 'bc'],
    // What is in no plan is waited for by nobody.
    ['a:x b:a', ''],
  ])('are found in %s: %s', (text, circular) => {
    expect([...circlesIn(changes(text))].toSorted().join('')).toBe(circular);
  });

  it('are found in a chain of any length', () => {
    const chain = Array.from({ length: 20_000 }, (_, at) => ({
      id: changeId(`${at}`),
      after: [changeId(`${at + 1}`)],
    }));
    expect(circlesIn(chain).size).toBe(0);
    expect(circlesIn([...chain, { id: changeId('20000'), after: [changeId('0')] }]).size).toBe(20_001);
  });
});

describe('changes in an order in which each can be made', () => {
  it.each([
    ['a b c', 'abc', ''],
    ['a:c b c', 'bca', ''],
    ['1:23 2 3:2 4', '2314', ''],
    ['b:a c:a a', 'abc', ''],
    ['a:b b:a c', 'c', 'ab'],
    ['a:b b:a c:a d', 'd', 'abc'],
  ])('%s are made as "%s", and "%s" never', (text, order, never) => {
    const { ordered, left } = inOrder(changes(text));
    const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id).join('');
    expect([ids(ordered), ids(left)]).toEqual([order, never]);
  });

  it('come after everything they wait for, and none is lost', () => {
    const plans = fc.array(fc.uniqueArray(fc.nat(9)), { minLength: 10, maxLength: 10 });
    fc.assert(
      fc.property(plans, (lists) => {
        const all = lists.map((after, id) => ({
          id: changeId(`${id}`),
          after: after.map((one) => changeId(`${one}`)),
        }));
        const { ordered, left } = inOrder(all);
        const done = new Set<string>();
        for (const { id, after } of ordered) {
          expect(after.every((other) => done.has(other))).toBe(true);
          done.add(id);
        }
        expect(left.map(({ id }) => id)).toEqual(all.map(({ id }) => id).filter((id) => !done.has(id)));
        // What is left waits for itself, or for somebody who does.
        expect(left.length === 0).toBe(circlesIn(all).size === 0);
      }),
    );
  });
});
