import { describe, expect, it } from 'vitest';
import { readWrittenPatch } from '../../src/rules/patch-operations.ts';
import type { JsonObject } from '../../src/spec/protocol-types.ts';

const replace = (path: string, value: unknown) => ({ op: 'replace', path, value });

describe('SCIM §2.3: reading a hand-written PATCH', () => {
  it.each<[JsonObject, readonly unknown[], readonly string[]]>([
    [{ title: 'x' }, [replace('title', 'x')], []],
    [
      { title: 'x', meta: { attributes: ['nickName', 'photos'] } },
      [
        { op: 'remove', path: 'nickName', value: undefined },
        { op: 'remove', path: 'photos', value: undefined },
        replace('title', 'x'),
      ],
      [],
    ],
    [{ meta: { attributes: 'title' } }, [], []],
    [{ meta: 'title' }, [], []],
    [{ operations: [{ OP: 'Replace', Path: 'title', VALUE: 'x' }] }, [replace('title', 'x')], []],
    [
      { Operations: [{ op: 'remove', path: 'title' }] },
      [{ op: 'remove', path: 'title', value: undefined }],
      [],
    ],
    [{ Operations: [{ op: 'add', value: { title: 'x' } }] }, [{ op: 'add', path: 'title', value: 'x' }], []],
    [{ Operations: [{ op: 'remove', value: { title: 'x' } }] }, [], ['operation 1 cannot be read']],
    [{ Operations: [{ op: 'add', value: 'x' }] }, [], ['operation 1 cannot be read']],
    [{ Operations: [{ op: 'add', path: 7, value: { title: 'x' } }] }, [], ['operation 1 cannot be read']],
    [{ Operations: [{ op: 'add', path: null, value: { title: 'x' } }] }, [], ['operation 1 cannot be read']],
    [{ Operations: [{ op: 'move', path: 'title' }] }, [], ['operation 1 cannot be read']],
    [
      { Operations: [{ path: 'title' }, 'x', null] },
      [],
      [1, 2, 3].map((at) => `operation ${at} cannot be read`),
    ],
    [
      { Operations: [null, { op: 'replace', path: 'title', value: 'x' }] },
      [replace('title', 'x')],
      ['operation 1 cannot be read'],
    ],
    [{ Operations: { op: 'replace' } }, [], ['"Operations" is not a list']],
    [{ Operations: [] }, [], []],
  ])('SCIM §2.3: reads %j', (body, operations, unclear) => {
    expect(readWrittenPatch(body)).toEqual({ operations, unclear });
  });
});
