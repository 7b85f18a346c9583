import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prettyInParts, prettyJson } from '../../src/output/render-json.ts';
import { readGroup } from '../../src/scim/group.ts';
import { getGroupInParts, membersInParts, type PartitionedGroup } from '../../src/scim/partitioned-group.ts';
import { MAX_RESOURCE_SIZE } from '../../src/scim/scim-client.ts';
import { groupId } from '../../src/values/ids.ts';
import { runsOf } from '../support/number-of-runs.ts';
import { clientOfAnswer } from '../support/scim-client-of.ts';

const read = (body: string) => getGroupInParts(clientOfAnswer(200, body), groupId('S1'));
const text = (group: PartitionedGroup) =>
  [...prettyInParts({ rest: group.rest, member: 'members', parts: group.entries() })].join('');
const group = (count: number) => ({
  id: 'S1',
  members: Array.from({ length: count }, (_, index) => ({ value: `W${index}`, display: `Ann ${index}` })),
  displayName: 'IT',
});

describe('group read in parts', () => {
  it.each([0, 1, 999, 1000, 1001, 2000, 2001])(
    'equals the parsed group with %i members, in parts of at most 1,000',
    async (count) => {
      const whole = group(count);
      const parts = await read(JSON.stringify(whole));
      expect([...membersInParts(parts)].flat()).toEqual(readGroup(whole).members);
      expect([...parts.entries()].map(({ length }) => length)).toEqual(
        Array.from({ length: Math.ceil(count / 1000) }, (_, part) => Math.min(1000, count - 1000 * part)),
      );
      expect(text(parts)).toBe(prettyJson(whole));
    },
  );

  it('equals the parsed group for any content and whitespace', async () => {
    const member = fc.record(
      { value: fc.string({ unit: 'binary' }), display: fc.jsonValue() },
      { requiredKeys: [] },
    );
    const members = fc.oneof(fc.array(member), fc.array(fc.oneof(member, fc.jsonValue())), fc.jsonValue());
    const resource = fc.record(
      {
        displayName: fc.oneof(fc.constant('\n  "members": []'), fc.constant('"members":['), fc.string()),
        extra: fc.oneof(fc.record({ members }), fc.jsonValue()),
        members,
        meta: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(resource, fc.constantFrom(0, 2), fc.boolean(), async (rest, indent, isFirst) => {
        const whole = JSON.parse(JSON.stringify(isFirst ? { id: 'S1', ...rest } : { ...rest, id: 'S1' }));
        const parts = await read(JSON.stringify(whole, null, indent));
        expect([...membersInParts(parts)].flat()).toEqual(readGroup(whole).members);
        expect(text(parts)).toBe(prettyJson(whole));
      }),
      { numRuns: runsOf(150) },
    );
  });

  it('uses the last members attribute if there are two', async () => {
    const parts = await read('{"id":"S1","members":[{"value":"W1"}],"members":[{"value":"W2"}]}');
    expect([...membersInParts(parts)].flat()).toEqual([{ id: 'W2', name: '' }]);
  });

  it.each([
    ['about another group', '{"id":"S2","members":[]}', 'the response is about "S2", not "S1"'],
    ['empty', '', 'empty response for group S1'],
    ['not JSON', '{"id":"S1","members":[{"value":"W1"}],}', 'the answer is not JSON (200, application/json)'],
    ['truncated', '{"id":"S1","members":[{"value":"W1"}', 'the answer is not JSON (200, application/json)'],
    ['a list', '[]', 'the answer is not a JSON object (200, application/json)'],
  ])('is refused if the response is %s', async (_, body, message) => {
    await expect(read(body)).rejects.toMatchObject({ kind: 'unreachable', message });
  });

  it.each([
    [MAX_RESOURCE_SIZE, 'read'],
    [MAX_RESOURCE_SIZE + 1, 'the answer is larger than 8 MB (200, application/json)'],
  ])('of %i bytes ends with: %s', async (size, end) => {
    const [before, behind] = ['{"id":"S1","members":[{"value":"', '"}]}'];
    const body = `${before}${'W'.repeat(size - before.length - behind.length)}${behind}`;
    const ended = await read(body).then(
      () => 'read',
      (error: unknown) => (error instanceof Error ? error.message : ''),
    );
    expect(ended).toBe(end);
  });
});
