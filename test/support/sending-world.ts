import type { Change } from '../../src/bulk/plan/change.ts';
import type { Outcome } from '../../src/bulk/run/journal-record.ts';
import { sendChange } from '../../src/bulk/run/send-change.ts';
import type { Answer, SendContext } from '../../src/bulk/run/send-context.ts';
import { Failure } from '../../src/failure/failure.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import type { LearnedTraits, LearnedWrites } from '../../src/scim/learned-traits.ts';
import type { ScimAnswer, ScimClient } from '../../src/scim/scim-client.ts';
import type { JsonObject } from '../../src/spec/protocol-types.ts';
import { bulkWorld } from './bulk-world.ts';
import { NOW, type TestSandboxOptions } from './wire.ts';

/**
 * What becomes of a write: answered; made without a body in the answer; not made, or made, and the answer
 * lost; refused.
 */
export type Fate = 'answered' | 'empty' | 'lost' | 'made, lost' | Error;

export interface SendingOptions extends TestSandboxOptions {
  /** Of the writes, in their order; the last one is that of all that follow. */
  readonly fates?: readonly Fate[];
  readonly writes?: LearnedWrites;
  /** What somebody else does after a write, counted from 1. */
  readonly meanwhile?: (organization: Sandbox['organization'], write: number) => void;
  /** Changes what a write is answered with. */
  readonly answer?: (resource: JsonObject) => JsonObject;
  /** Fails a read of a path, or not. */
  readonly onRead?: (path: string, writes: number) => void;
  readonly context?: Partial<SendContext>;
}

/** An organization to which single changes are sent as a run does, and what was seen of that. */
export interface SendingWorld {
  readonly organization: Sandbox['organization'];
  /** Such as `PATCH /Groups/S1`. */
  readonly writes: string[];
  readonly bodies: (JsonObject | undefined)[];
  readonly reads: string[];
  readonly slept: number[];
  readonly retried: string[];
  readonly refusals: Failure[];
  readonly answers: Answer[];
  /** @param doubtSince when it was sent before, by a run that saw no outcome */
  send(change: Change, doubtSince?: number): Promise<Outcome>;
}

export const LOST = new Failure('unknownOutcome', 'the connection was reset');

/** Opens an organization whose answers have these fates; waits take no time. */
export async function sendingWorld(options: SendingOptions = {}): Promise<SendingWorld> {
  const { fates = [], writes: learnedWrites, meanwhile, answer = (resource) => resource, onRead } = options;
  const world = await bulkWorld(options);
  const { organization } = world.service.sandbox;
  const writes: string[] = [];
  const bodies: (JsonObject | undefined)[] = [];
  const reads: string[] = [];
  const slept: number[] = [];
  const retried: string[] = [];
  const refusals: Failure[] = [];
  const answers: Answer[] = [];

  const answered = async (request: Parameters<ScimClient['send']>[0]): Promise<ScimAnswer> => {
    const fate = fates[writes.length - 1] ?? fates.at(-1) ?? 'answered';
    if (fate instanceof Error) throw fate;
    if (fate === 'lost') throw LOST;
    const { resource, ...rest } = await world.scim.send(request);
    if (fate === 'made, lost') throw LOST;
    return { ...rest, resource: fate === 'empty' || resource === undefined ? undefined : answer(resource) };
  };
  const learned: LearnedTraits | undefined =
    learnedWrites === undefined ? undefined : { since: '2026-01-01', writes: learnedWrites };
  const noteRead = (path: string) => {
    reads.push(path);
    onRead?.(path, writes.length);
  };
  const scim: ScimClient = {
    ...world.scim,
    read: async (request, ...more) => {
      noteRead(request.path);
      return world.scim.read(request, ...more);
    },
    ...(learned === undefined ? {} : { learned }),
    send: async (request) => {
      if (request.method === 'GET') {
        noteRead(request.path);
        return world.scim.send(request);
      }
      writes.push(`${request.method} ${request.path}`);
      bodies.push(request.body);
      const number = writes.length;
      try {
        return await answered(request);
      } finally {
        meanwhile?.(organization, number);
      }
    },
  };
  const context: SendContext = {
    scim,
    serverNow: () => NOW,
    sleep: async (milliseconds) => void slept.push(milliseconds),
    withheldValues: () => ({}),
    createdId: () => '',
    onRetry: ({ id }) => void retried.push(id),
    onRefusal: (_, failure) => void refusals.push(failure),
    onAnswer: (_, shown) => void answers.push(shown),
    ...options.context,
  };
  const send = (change: Change, doubtSince?: number) => sendChange(change, context, doubtSince);
  return { organization, writes, bodies, reads, slept, retried, refusals, answers, send };
}
