import { describe, expect, it } from 'vitest';
import { ownerOfToken } from '../../src/cli/people/own-user.ts';
import { Failure } from '../../src/failure/failure.ts';

type Asked = Parameters<typeof ownerOfToken>[0];

const NEVER = new Promise<never>(() => {});

/** The owner of a token, with a Web API that responds like this. */
function ownerAt(
  call: (signal: AbortSignal) => Promise<object>,
  reached: Promise<unknown> = Promise.resolve(),
) {
  const webApi = async () => {
    await reached;
    return { client: { call: (_: unknown, signal: AbortSignal) => call(signal) } };
  };
  return (longest?: number) =>
    ownerOfToken({ webApi, shutdown: { signal: new AbortController().signal } } as unknown as Asked, longest);
}

describe('ownerOfToken', () => {
  it.each<[string, object, string | undefined]>([
    ['with a user ID', { user_id: 'W1' }, 'W1'],
    ['without a user ID', { user_id: '' }, undefined],
  ])('reads a response %s', async (_, body, owner) => {
    expect(await ownerAt(async () => body)()).toBe(owner);
  });

  it('gives up after a short time, and aborts the request', async () => {
    expect(await ownerAt(async () => ({ user_id: 'W1' }), NEVER)(1)).toBeUndefined();
    const asked: AbortSignal[] = [];
    const silent = ownerAt((signal) => {
      asked.push(signal);
      return NEVER;
    });
    expect(await silent(1)).toBeUndefined();
    expect(asked.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it('ignores a refusal, but throws an internal error', async () => {
    const failing = (kind: 'refused' | 'internal') =>
      ownerAt(async () => {
        throw new Failure(kind, kind);
      })();
    expect(await failing('refused')).toBeUndefined();
    await expect(failing('internal')).rejects.toThrow('internal');
  });
});
