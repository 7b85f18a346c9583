import { describe, expect, it } from 'vitest';
import type { Change } from '../../src/bulk/plan/change.ts';
import { isCertainlyNotDone, NotStarted, stopReasonOf } from '../../src/bulk/run/certainly-not-done.ts';
import { inDoubtFailure } from '../../src/bulk/run/in-doubt.ts';
import { refusedOutcome } from '../../src/bulk/run/refused-outcome.ts';
import { attemptOf, refusedOutcomeOrThrow } from '../../src/bulk/run/send-until-known.ts';
import { FAILURE_KINDS, Failure, type FailureKind } from '../../src/failure/failure.ts';
import { Interrupted } from '../../src/failure/interrupted.ts';
import { changeId } from '../../src/values/ids.ts';

const KINDS = Object.keys(FAILURE_KINDS) as FailureKind[];
const CHANGE: Change = { kind: 'createGroup', id: changeId('c'), line: 7, name: 'Crew', after: [] };
const signal = new Interrupted('SIGINT');

describe('isCertainlyNotDone', () => {
  it('is true for failures that were not processed or not sent', () => {
    const sure = KINDS.filter((kind) => isCertainlyNotDone(new Failure(kind, 'x')));
    expect(sure.sort()).toEqual([
      'invalidInput',
      'limit',
      'throttled',
      'unauthorized',
      'unavailable',
      'unreachable',
      'usage',
    ]);
  });

  it.each<[string, unknown, boolean]>([
    ['a signal during a wait', signal, true],
    ['a change that was not started', new NotStarted(), true],
    ['a program error', new TypeError('x'), false],
    ['a thrown value that is not an error', 'x', false],
  ])('judges %s: %j', (_, error, is) => {
    expect(isCertainlyNotDone(error)).toBe(is);
  });
});

describe('reasonOf a stopped run', () => {
  const failure = new Failure('unreachable', 'no connection');

  it.each<[string, unknown, unknown]>([
    ['a signal', signal, 'signal'],
    ['a check that a signal interrupted', new Failure('unknownOutcome', 'x', { cause: signal }), 'signal'],
    [
      'a nested cause that is a signal',
      new Failure('unknownOutcome', 'x', { cause: new Error('y', { cause: signal }) }),
      'signal',
    ],
    ['a failure', failure, failure],
    [
      'a failure with a cause',
      new Failure('storage', 'x', { cause: failure }),
      expect.objectContaining({ kind: 'storage' }),
    ],
    ['a program error', new TypeError('x'), expect.objectContaining({ kind: 'internal', message: 'x' })],
    ['a thrown value that is not an error', 'x', expect.objectContaining({ kind: 'internal', message: 'x' })],
  ])('returns the reason for %s', (_, error, reason) => {
    expect(stopReasonOf(error)).toEqual(reason);
  });
});

describe('inDoubt', () => {
  it('names the line and the reason', () => {
    const error = new Failure('unreachable', 'no connection');
    expect(inDoubtFailure(CHANGE, error)).toMatchObject({
      kind: 'unknownOutcome',
      message: 'the outcome of line 7 is unknown: no connection',
      cause: error,
    });
    expect(inDoubtFailure(CHANGE, 'x').message).toBe('the outcome of line 7 is unknown: x');
  });

  it('returns an existing unknown outcome unchanged', () => {
    const doubt = new Failure('unknownOutcome', 'two groups fit');
    expect(inDoubtFailure(CHANGE, doubt)).toBe(doubt);
  });
});

describe('change that is not found after it was sent', () => {
  const said = (code?: string, message = 'it failed') =>
    new Failure('unknownOutcome', message, { status: 500, ...(code === undefined ? {} : { code }) });

  it.each([
    ['it failed', 'it failed'],
    ['it failed; it may have been partly applied', 'it failed'],
  ])('has failed if the error code is one of the service: %s', (message, told) => {
    const failure = said('group_creation_failed', message);
    const outcome = { state: 'failed', code: 'group_creation_failed', message: told };
    expect(refusedOutcome(failure)).toEqual(outcome);
    expect(refusedOutcomeOrThrow(failure)).toEqual(outcome);
  });

  it.each([undefined, 'gateway_down'])(
    'stays unknown without an error code of the service: code %s',
    (code) => {
      expect(refusedOutcome(said(code))).toBeUndefined();
      expect(() => refusedOutcomeOrThrow(said(code))).toThrow('it failed');
    },
  );

  it.each([
    [1, false, 'already'],
    [1, true, 'adopted'],
    [2, false, 'adopted'],
    [2, true, 'adopted'],
  ])('is found at attempt %i, sent by an earlier run %s: %s', (number, wasInDoubt, how) => {
    expect(attemptOf(number, wasInDoubt)).toEqual({ number, how });
  });
});
