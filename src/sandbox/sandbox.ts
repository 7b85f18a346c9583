import type { Transport } from '../http/transport.ts';
import type { DocumentedRates } from '../spec/limits.ts';
import { defined } from '../values/defined.ts';
import type { Audit } from './audit.ts';
import { CursorEvents } from './cursor-events.ts';
import { disableOrphanedIntegrations } from './integration-log.ts';
import { Organization } from './organization.ts';
import type { OrganizationChange } from './organization-data.ts';
import { answerWithQuirks } from './quirks/answer-with-quirks.ts';
import type { Quirks } from './quirks/quirk-table.ts';
import { RateBuckets } from './rate-buckets.ts';
import { answerScim, type SandboxAnswer, type SandboxRequest } from './scim-service.ts';
import { StateFile } from './state-file.ts';
import { answerWebApi, isWebApiCall } from './web-service.ts';
import { WriteLocks } from './write-locks.ts';

/** The simulated service: an organization with a transport. */
export interface Sandbox {
  readonly organization: Organization;
  /** The log of changes, if they are logged. */
  readonly audit?: Audit;
  /** Publishes the read cursors set in this sandbox. */
  readonly cursorEvents: CursorEvents;
  /** Answers a request as the service would. */
  answer(request: SandboxRequest): Promise<SandboxAnswer>;
  /** Changes the organization outside the rules of the service. If the change throws, nothing is stored. */
  setUp<T>(change: (organization: Organization) => T): Promise<T>;
  /** A transport that calls `answer` without a socket. */
  readonly handle: Transport;
  close(): void;
}

export interface SandboxOptions {
  /** Initial content of the organization; ignored if the state file exists. */
  readonly initial: Iterable<OrganizationChange>;
  /** File that stores the organization; it is kept in memory if absent. */
  readonly stateFile?: string;
  readonly now: () => number;
  /** Quotas to enforce instead of those of the organization. */
  readonly limits?: DocumentedRates;
  /** Deviations from the documented behavior, in addition to those of the organization. */
  readonly quirks?: Quirks;
  /** Latency of each request in milliseconds. */
  readonly latency?: number;
  /** Log that receives every change. */
  readonly audit?: Audit;
}

/** Opens an organization, from its state file if that exists. */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { now, latency = 0, audit } = options;
  const cursorEvents = new CursorEvents();
  const opened = await openOrganization(options, cursorEvents);
  const { organization, file } = opened;
  const state = {
    organization,
    locks: new WriteLocks(),
    rates: new RateBuckets(() => options.limits ?? organization.settings.limits ?? {}, now),
    now,
    takeTime: async () => {
      if (latency > 0) await new Promise((resolve) => setTimeout(resolve, latency));
    },
    commit: createCommit(opened, now, (act) => act()),
  };
  const answer = (request: SandboxRequest) => {
    const own =
      audit === undefined
        ? state
        : { ...state, commit: createCommit(opened, now, (act) => audit.attributeTo(request, act)) };
    const plain = (one: SandboxRequest) =>
      isWebApiCall(one) ? answerWebApi(one, own) : answerScim(one, own);
    const quirks = { ...organization.settings.quirks, ...options.quirks };
    const isBent = Object.keys(quirks).length > 0;
    return isBent ? answerWithQuirks(request, organization, quirks, plain) : plain(request);
  };
  return {
    organization,
    ...defined({ audit }),
    cursorEvents,
    setUp: (change) => state.commit(() => change(organization)),
    answer,
    handle: async (request) => {
      const { status, headers, body } = await answer(request);
      const text = body === undefined ? '' : JSON.stringify(body);
      return { status, headers: { ...responseHeaders(text, now()), ...headers }, body: Buffer.from(text) };
    },
    close: () => file?.close(),
  };
}

/** An organization, and the file that stores it, if any. */
interface OpenOrganization {
  readonly organization: Organization;
  readonly file: StateFile | undefined;
}

/** Reads the organization; tells each change after that to the file, the log and the listeners. */
async function openOrganization(
  { initial, stateFile, audit }: SandboxOptions,
  cursorEvents: CursorEvents,
): Promise<OpenOrganization> {
  const changes = [...initial];
  const settings = changes.find((change) => 'settings' in change)?.settings;
  if (settings === undefined) throw new TypeError('an organization starts with its settings');
  let keep: (change: OrganizationChange) => void = () => {};
  const organization = new Organization(settings, (change, before) => {
    keep(change);
    audit?.add(change, before);
    if ('record' in change && change.record.kind === 'readCursor') cursorEvents.emit(change.record);
  });
  const file = stateFile === undefined ? undefined : new StateFile(stateFile, organization);
  if (file === undefined) {
    for (const change of changes) organization.apply(change);
  } else {
    await file.create(changes);
    await file
      .commit(() => undefined)
      .catch((error: unknown) => {
        file.close();
        throw error;
      });
    keep = file.keep;
  }
  return { organization, file };
}

/**
 * Returns a function that runs a call and its immediate consequences, and stores their changes.
 * @param within wraps the call and its consequences
 */
function createCommit(
  { organization, file }: OpenOrganization,
  now: () => number,
  within: <T>(act: () => T) => T,
): <T>(call: () => T) => Promise<T> {
  const withConsequences = <T>(call: () => T): T => {
    const result = call();
    disableOrphanedIntegrations(organization, now());
    return result;
  };
  return async <T>(call: () => T): Promise<T> => {
    const act = () => within(() => withConsequences(call));
    return file === undefined ? act() : file.commit(act);
  };
}

/** Returns the headers that every response has. */
export function responseHeaders(body: string, now: number): Record<string, string> {
  return {
    date: new Date(now).toUTCString(),
    ...(body === '' ? {} : { 'content-type': 'application/json; charset=utf-8' }),
  };
}
