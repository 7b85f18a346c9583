import type { Transport } from '../http/transport.ts';
import type { DocumentedRates } from '../spec/limits.ts';
import { defined } from '../values/defined.ts';
import type { Audit } from './audit.ts';
import { CursorEvents } from './cursor-events.ts';
import { disableOrphanedIntegrations } from './integration-log.ts';
import { Organization } from './organization.ts';
import type { OrganizationChange } from './organization-data.ts';
import { answerBent } from './quirks/bend.ts';
import type { Quirks } from './quirks/quirk-table.ts';
import { RateBuckets } from './rate-buckets.ts';
import { answerScim, type SandboxAnswer, type SandboxRequest } from './scim-service.ts';
import { StateFile } from './state-file.ts';
import { answerWebApi, isWebApiCall } from './web-service.ts';
import { WriteLocks } from './write-locks.ts';

/** The service, rehearsed: an organization behind a transport. */
export interface Sandbox {
  readonly organization: Organization;
  /** What was changed, where it is noted. */
  readonly audit?: Audit;
  /** The read cursors that are set through this sandbox. */
  readonly cursorEvents: CursorEvents;
  /** Answers a request as the service would. */
  answer(request: SandboxRequest): Promise<SandboxAnswer>;
  /** Changes the organization outside of the service's rules; nothing is kept when the change throws. */
  setUp<T>(change: (organization: Organization) => T): Promise<T>;
  /** The same as a transport, without a socket. */
  readonly handle: Transport;
  close(): void;
}

export interface SandboxOptions {
  /** What the organization is when it starts; of a file that exists, what is in it. */
  readonly initial: Iterable<OrganizationChange>;
  /** Where it is kept; in memory when absent. */
  readonly stateFile?: string;
  readonly now: () => number;
  /** Quotas that are kept, in place of the organization's own. */
  readonly limits?: DocumentedRates;
  /** What the service does in another way, on top of the organization's own quirks. */
  readonly quirks?: Quirks;
  /** Milliseconds that a request takes. */
  readonly latency?: number;
  /** Called with everything that is changed. */
  readonly audit?: Audit;
}

/** Opens an organization, from its file when it has one. */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { now, latency = 0, stateFile } = options;
  const initial = [...options.initial];
  const settings = initial.find((change) => 'settings' in change)?.settings;
  if (settings === undefined) throw new TypeError('an organization starts with its settings');
  let keep: (change: OrganizationChange) => void = () => {};
  const { audit } = options;
  const cursorEvents = new CursorEvents();
  const organization = new Organization(settings, (change, before) => {
    keep(change);
    audit?.add(change, before);
    if ('record' in change && change.record.kind === 'readCursor') cursorEvents.tell(change.record);
  });
  const file = stateFile === undefined ? undefined : new StateFile(stateFile, organization);
  if (file === undefined) {
    for (const change of initial) organization.apply(change);
  } else {
    await file.create(initial);
    await file
      .commit(() => undefined)
      .catch((error: unknown) => {
        file.close();
        throw error;
      });
    keep = file.keep;
  }
  /** Consequences of a call that follow at once. */
  const settled = <T>(call: () => T): T => {
    const result = call();
    disableOrphanedIntegrations(organization, now());
    return result;
  };
  /** @param within runs everything that a call causes. */
  const committing =
    (within: <T>(act: () => T) => T) =>
    async <T>(call: () => T): Promise<T> => {
      const act = () => within(() => settled(call));
      return file === undefined ? act() : file.commit(act);
    };
  const state = {
    organization,
    locks: new WriteLocks(),
    rates: new RateBuckets(() => options.limits ?? organization.settings.limits ?? {}, now),
    now,
    takeTime: async () => {
      if (latency > 0) await new Promise((resolve) => setTimeout(resolve, latency));
    },
    commit: committing((act) => act()),
  };
  const answer = (request: SandboxRequest) => {
    const own =
      audit === undefined ? state : { ...state, commit: committing((act) => audit.during(request, act)) };
    const plain = (one: SandboxRequest) =>
      isWebApiCall(one) ? answerWebApi(one, own) : answerScim(one, own);
    const quirks = { ...organization.settings.quirks, ...options.quirks };
    const isBent = Object.keys(quirks).length > 0;
    return isBent ? answerBent(request, organization, quirks, plain) : plain(request);
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

/** Headers that every answer has. */
export function responseHeaders(body: string, now: number): Record<string, string> {
  return {
    date: new Date(now).toUTCString(),
    ...(body === '' ? {} : { 'content-type': 'application/json; charset=utf-8' }),
  };
}
