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
import { NOW, type TestSandboxOptions } from './test-sandbox.ts';

/**
 * Result of a write: answered; applied with an empty response; not applied and lost; applied with a lost
 * response; refused.
 */
export type Fate = 'answered' | 'empty' | 'lost' | 'made, lost' | Error;

export interface SendingOptions extends TestSandboxOptions {
  /** Fates of the writes in order; the last one applies to all later writes. */
  readonly fates?: readonly Fate[];
  readonly writes?: LearnedWrites;
  /** Simulates a concurrent change after a write, counted from 1. */
  readonly meanwhile?: (organization: Sandbox['organization'], write: number) => void;
  /** Changes the resource in the response to a write. */
  readonly answer?: (resource: JsonObject) => JsonObject;
  /** May throw to fail a read of a path. */
  readonly onRead?: (path: string, writes: number) => void;
  readonly context?: Partial<SendContext>;
}

/** An organization to which single changes are sent as in a run, with its recorded requests and waits. */
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
  /** @param doubtSince when an earlier run sent the change without recording an outcome */
  send(change: Change, doubtSince?: number): Promise<Outcome>;
}

export const LOST = new Failure('unknownOutcome', 'the connection was reset');

/** Opens an organization with these fates of writes; waits take no time. */
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
    readSecrets: () => ({}),
    createdId: () => '',
    onRetry: ({ id }) => void retried.push(id),
    onRefusal: (_, failure) => void refusals.push(failure),
    onAnswer: (_, shown) => void answers.push(shown),
    ...options.context,
  };
  const send = (change: Change, doubtSince?: number) => sendChange(change, context, doubtSince);
  return { organization, writes, bodies, reads, slept, retried, refusals, answers, send };
}
