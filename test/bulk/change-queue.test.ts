import { describe, expect, it } from 'vitest';
import type { Change } from '../../src/bulk/plan/change.ts';
import { type ChangeQueue, createChangeQueue } from '../../src/bulk/run/change-queue.ts';
import type { Outcome } from '../../src/bulk/run/journal-record.ts';
import { type ChangeId, changeId, groupId } from '../../src/values/ids.ts';

/** A change as `a:bc/d`: a depends on the success of b and c, and runs after the end of d. */
function change(text: string): Change {
  const [id = '', waits = ''] = text.split(':');
  const [after = '', behind] = waits.split('/');
  return {
    id: changeId(id),
    line: 2,
    name: id,
    after: [...after].map(changeId),
    ...(behind === undefined ? {} : { behind: [...behind].map(changeId) }),
    kind: 'createGroup',
  };
}

/** What is begun after each end, if all changes end in the order in which they began. */
function begun(changes: string, ended = '', intents = ''): string {
  const outcome: Outcome = { state: 'failed', code: 'x', message: '' };
  const outcomes = new Map([...ended].map((id) => [changeId(id), outcome]));
  const sent = new Map([...intents].map((id) => [changeId(id), 0]));
  const queue = createChangeQueue(changes.split(' ').map(change), { outcomes, intents: sent });
  const steps: string[] = [];
  const taken: ChangeId[] = [];
  const takeAll = () => {
    let step = '';
    while (queue.hasNext()) {
      const id = queue.take()?.id ?? changeId('?');
      step += id;
      taken.push(id);
    }
    steps.push(step);
  };
  takeAll();
  for (let id = taken.shift(); id !== undefined; id = taken.shift()) {
    queue.ended(id);
    takeAll();
  }
  return steps.join(' ').trim().replaceAll(/ +/g, ' ');
}

describe('change queue', () => {
  it.each([
    ['a b c', '', '', 'abc'],
    ['a:b b', '', '', 'b a'],
    ['a:b/c b c', '', '', 'bc a'],
    ['a:b/b b', '', '', 'b a'],
    ['a b:a c:b d', '', '', 'ad b c'],
    // A change that ended in an earlier attempt blocks no other change and is not repeated.
    ['a b:a c:b', 'a', '', 'b c'],
    ['a b:a/c c', 'ac', '', 'b'],
    ['a:x b', '', '', 'ab'],
    // Changes with a sent request and an unknown outcome come first, in the order of the plan.
    ['1 2 3 4', '', '24', '2413'],
    ['a b:a c', '', 'b', 'ac b'],
  ])(
    'begins a change as soon as it waits for no other: %s, ended "%s", sent "%s"',
    (changes, ended, intents, order) => {
      expect(begun(changes, ended, intents)).toBe(order);
    },
  );
});

describe('change queue while a quota refuses everything', () => {
  const deletion = (id: string): Change => ({
    id: changeId(id),
    line: 2,
    name: id,
    after: [],
    kind: 'deleteGroup',
    target: { id: groupId(id) },
    members: [],
  });
  const queueOf = () =>
    createChangeQueue([deletion('d'), change('a:b'), deletion('e'), change('b'), change('c')], {
      outcomes: new Map(),
      intents: new Map(),
    });
  const take = (queue: ChangeQueue, closed: readonly string[]) =>
    queue.hasNext(closed) ? (queue.take()?.id ?? 'none, although it has a next one') : undefined;

  it('passes over the changes that need it, and begins them first when it is open', () => {
    const queue = queueOf();
    expect(take(queue, ['deleteGroup'])).toBe('b');
    queue.ended(changeId('b'));
    expect([1, 2, 3].map(() => take(queue, ['deleteGroup']))).toEqual(['c', 'a', undefined]);
    expect(queue.hasNext()).toBe(true);
    expect([1, 2, 3].map(() => take(queue, []))).toEqual(['d', 'e', undefined]);
  });

  it('keeps the order of the others if another quota closes', () => {
    const queue = queueOf();
    expect(take(queue, ['deleteGroup'])).toBe('b');
    expect(take(queue, ['createGroup'])).toBe('d');
    expect(take(queue, ['createGroup', 'deleteGroup'])).toBeUndefined();
    expect([1, 2, 3].map(() => take(queue, []))).toEqual(['e', 'c', undefined]);
  });

  it('passes over changes that would only read from it', () => {
    const queue = queueOf();
    expect(take(queue, ['readOne'])).toBe('b');
    expect(take(queue, ['read', 'readOne'])).toBeUndefined();
  });
});
