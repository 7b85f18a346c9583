import { describe, expect, it } from 'vitest';
import {
  asFailure,
  FAILURE_KINDS,
  Failure,
  type FailureKind,
  systemErrorCode,
} from '../../src/failure/failure.ts';
import { SIGNAL_EXITS } from '../../src/failure/interrupted.ts';
import { formatPlace } from '../../src/failure/issue.ts';

describe('exit code of a failure', () => {
  it.each([
    ['internal', 1, 'a bug in orgctl'],
    ['usage', 2, 'invalid command line'],
    ['itemsFailed', 3, 'at least one item failed'],
    ['unauthorized', 4, 'authentication or permission refused'],
    ['invalidInput', 5, 'input rejected'],
    ['refused', 6, 'the service refused the request: not found, a conflict, or another error code'],
    ['stale', 7, 'the plan is stale'],
    ['pendingChanges', 8, 'changes are pending'],
    ['limit', 9, 'stopped by a safety limit'],
    ['throttled', 10, 'throttled or unavailable for longer than allowed'],
    ['unavailable', 10, 'unreachable for longer than allowed'],
    ['unreachable', 11, 'waiting would not help: DNS, TLS, wrong URL, refused by a proxy'],
    ['storage', 12, 'local storage'],
    ['unknownOutcome', 13, 'an outcome is still unknown'],
    ['declined', 14, 'declined; nothing was sent'],
  ] as const)('%s exits with %i: %s', (kind, exit, words) => {
    expect(FAILURE_KINDS[kind].exit).toBe(exit);
    expect(FAILURE_KINDS[kind].means).toContain(words);
  });

  it('every exit code from 1 to 14 belongs to a kind of failure', () => {
    const exits = Object.values(FAILURE_KINDS).map(({ exit }) => exit);
    expect([...new Set(exits)].sort((one, other) => one - other)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
    ]);
    expect(exits).toHaveLength(15);
  });

  it('a run stopped by a signal exits with 128 plus the signal number', () => {
    expect(SIGNAL_EXITS).toEqual({ SIGHUP: 129, SIGINT: 130, SIGTERM: 143 });
  });

  it.each(['usage', 'invalidInput', 'limit'] as const)('%s states that nothing was sent', (kind) => {
    expect(FAILURE_KINDS[kind].means).toContain('nothing was sent');
  });
});

describe('Failure', () => {
  it('keeps its details and cause', () => {
    const details = {
      code: 'email_taken',
      hint: 'orgctl explain email_taken',
      status: 409,
      issues: [{ code: 'email_empty', path: 'emails', message: 'is blank' }],
      excerpt: { text: 'a b', at: 2 },
    };
    const cause = new Error('underneath');
    const failure = new Failure('refused', 'taken', { ...details, cause });
    expect(failure).toMatchObject({ name: 'Failure', kind: 'refused', ...details });
    expect(failure.message).toBe('taken');
    expect(failure.cause).toBe(cause);
  });

  it('has an empty list of issues and no other details by default', () => {
    const failure = new Failure('usage', 'wrong');
    expect(failure).toBeInstanceOf(Error);
    expect(failure.message).toBe('wrong');
    expect(failure.issues).toEqual([]);
    expect([failure.code, failure.hint, failure.status, failure.excerpt, failure.cause]).toEqual(
      Array.from({ length: 5 }),
    );
    expect('cause' in failure).toBe(false);
  });
});

describe('asFailure', () => {
  it('returns a failure unchanged', () => {
    const failure = new Failure('limit', 'too many');
    expect(asFailure(failure)).toBe(failure);
  });

  it.each([
    ['an error', new TypeError('x is not a function'), 'x is not a function'],
    ['a string', 'broken', 'broken'],
    ['nothing', undefined, 'undefined'],
  ])('turns %s into an internal failure with the thrown value as its cause', (_, thrown, message) => {
    const failure = asFailure(thrown);
    expect(failure).toMatchObject({ kind: 'internal' satisfies FailureKind, message });
    expect(failure.cause).toBe(thrown);
  });
});

describe('systemErrorCode', () => {
  it.each([
    [Object.assign(new Error('no such file'), { code: 'ENOENT' }), 'ENOENT'],
    [Object.assign(new Error('a number'), { code: 7 }), undefined],
    [new Error('none'), undefined],
    [{ code: 'ENOENT' }, undefined],
    [null, undefined],
  ])('returns for %o the code %s', (error, code) => {
    expect(systemErrorCode(error)).toBe(code);
  });
});

describe('formatPlace', () => {
  it.each([
    [{ file: 'people.csv', line: 118, column: 7 }, 'people.csv:118:7'],
    [{ file: 'people.csv', line: 2 }, 'people.csv:2'],
  ])('formats %o as %s', (place, text) => {
    expect(formatPlace(place)).toBe(text);
  });
});
