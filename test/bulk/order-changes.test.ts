import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cyclesIn, inOrder } from '../../src/bulk/plan/order-changes.ts';
import { changeId } from '../../src/values/ids.ts';

/** Changes as `a:bc`: a depends on b and c. */
const changes = (text: string) =>
  text.split(' ').map((word) => {
    const [id = '', after = ''] = word.split(':');
    return { id: changeId(id), after: [...after].map(changeId) };
  });

describe('cyclesIn', () => {
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
    // Unknown changes block no other change.
    ['a:x b:a', ''],
  ])('finds the cycle of %s: %s', (text, circular) => {
    expect([...cyclesIn(changes(text))].toSorted().join('')).toBe(circular);
  });

  it('supports a chain of any length', () => {
    const chain = Array.from({ length: 20_000 }, (_, at) => ({
      id: changeId(`${at}`),
      after: [changeId(`${at + 1}`)],
    }));
    expect(cyclesIn(chain).size).toBe(0);
    expect(cyclesIn([...chain, { id: changeId('20000'), after: [changeId('0')] }]).size).toBe(20_001);
  });
});

describe('inOrder', () => {
  it.each([
    ['a b c', 'abc', ''],
    ['a:c b c', 'bca', ''],
    ['1:23 2 3:2 4', '2314', ''],
    ['b:a c:a a', 'abc', ''],
    ['a:b b:a c', 'c', 'ab'],
    ['a:b b:a c:a d', 'd', 'abc'],
  ])('orders %s as "%s", with "%s" left', (text, order, never) => {
    const { ordered, left } = inOrder(changes(text));
    const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id).join('');
    expect([ids(ordered), ids(left)]).toEqual([order, never]);
  });

  it('returns all changes, each after its dependencies', () => {
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
        // The rest is a cycle or depends on one.
        expect(left.length === 0).toBe(cyclesIn(all).size === 0);
      }),
    );
  });
});
