import type { JsonObject } from '../spec/protocol-types.ts';
import { isListRequest, isReadRequest } from './request-effect.ts';
import type { Sandbox } from './sandbox.ts';
import type { SandboxAnswer, SandboxRequest } from './scim-service.ts';

/** Recorded behavior of a service that differs from the documents. */
export interface RecordedQuirks {
  /** Largest page of each list, by its path. */
  readonly pages: ReadonlyMap<string, number>;
  /** Headers of its responses, such as rate-limit headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** Bodies of refusals, by version and code. */
  readonly refusals: ReadonlyMap<string, RecordedAnswer>;
  /** Responses to reads, by request. They are used until something is written. */
  readonly answers: ReadonlyMap<string, RecordedAnswer>;
}

export interface RecordedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonObject | undefined;
}

/** Returns a key for a read request, independent of host, escaping and the order of parameters. */
export function requestKey({ method, url }: Pick<SandboxRequest, 'method' | 'url'>): string {
  const { pathname, searchParams } = new URL(url);
  return JSON.stringify([method, pathname, [...searchParams].sort()]);
}

/** Returns a key for a refusal: API version and code. */
export function refusalKey(url: string, code: string): string {
  return `${/\/scim\/v\d/.exec(url)?.[0] ?? 'web'} ${code}`;
}

/** Makes a sandbox respond like the recorded service. */
export function replayResponses(quirks: RecordedQuirks, answer: Sandbox['answer']): Sandbox['answer'] {
  let isAsRecorded = true;
  return async (request) => {
    const isRead = isReadRequest(request);
    const given = await answer(withSmallerPage(request, quirks));
    // A refused token is refused even if a response was recorded.
    if (given.status === 401) return given;
    const recorded = isRead && isAsRecorded ? quirks.answers.get(requestKey(request)) : undefined;
    if (!isRead && given.status < 300) isAsRecorded = false;
    return recorded === undefined ? withRecordedRefusal(request, given, quirks) : { ...given, ...recorded };
  };
}

function withSmallerPage(request: SandboxRequest, { pages }: RecordedQuirks): SandboxRequest {
  const url = new URL(request.url);
  const largest = pages.get(url.pathname);
  if (largest === undefined || !isListRequest(request)) return request;
  const asked = Number(url.searchParams.get('count') ?? largest);
  url.searchParams.set('count', String(Math.min(asked, largest)));
  return { ...request, url: url.href };
}

function withRecordedRefusal(
  request: SandboxRequest,
  given: SandboxAnswer,
  quirks: RecordedQuirks,
): SandboxAnswer {
  const headers = { ...given.headers, ...quirks.headers };
  const { refusal } = given;
  const recorded =
    refusal === undefined ? undefined : quirks.refusals.get(refusalKey(request.url, refusal.code));
  return { ...given, ...recorded, headers: { ...headers, ...recorded?.headers } };
}
