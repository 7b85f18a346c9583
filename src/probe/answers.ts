import type { HttpResponse } from '../http/transport.ts';
import { isJsonObject, objectsIn } from '../rules/json-value.ts';
import { readServiceError } from '../scim/service-error.ts';
import type { JsonObject } from '../spec/protocol-types.ts';

/** A response, parsed leniently. */
export interface ProbeAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonObject | undefined;
}

export function readAsked({ status, headers, body }: HttpResponse): ProbeAnswer {
  try {
    const parsed: unknown = JSON.parse(new TextDecoder().decode(body));
    return { status, headers, body: isJsonObject(parsed) ? parsed : undefined };
  } catch {
    return { status, headers, body: undefined };
  }
}

/** Summarizes a response without personal data: a count, a code, or the kind of the body. */
export function summarizeAnswer(asked: ProbeAnswer): string {
  const { body } = asked;
  if (body === undefined) return 'no JSON object';
  const list = listIn(asked);
  if (list !== undefined) return `${list.resources.length} of ${list.total ?? 'an unknown number'}`;
  if (body['ok'] === true) return 'ok';
  if (asked.status >= 300 || body['ok'] === false) return codeIn(asked) ?? 'no code';
  return 'an object';
}

export function isSuccess({ status }: ProbeAnswer): boolean {
  return status >= 200 && status < 300;
}

/** A list response (SCIM §2.3). */
export interface AskedList {
  readonly resources: readonly JsonObject[];
  readonly ids: readonly string[];
  readonly total: number | undefined;
  readonly itemsPerPage: number | undefined;
}

/** Returns the list in a response; undefined if it is not a list response. */
export function listIn(asked: ProbeAnswer): AskedList | undefined {
  const { body } = asked;
  if (!isSuccess(asked) || body === undefined || !Array.isArray(body['Resources'])) return undefined;
  const resources = objectsIn(body['Resources']);
  return {
    resources,
    ids: resources.map(({ id }) => (typeof id === 'string' ? id : '')),
    total: numberIn(body, 'totalResults'),
    itemsPerPage: numberIn(body, 'itemsPerPage'),
  };
}

function numberIn(body: JsonObject, name: string): number | undefined {
  const value = body[name];
  return typeof value === 'number' ? value : undefined;
}

/**
 * An error code has only letters and underscores. A free-text message is rejected, because it might quote the
 * request.
 */
const CODE = /^[A-Za-z][A-Za-z_]{1,60}$/;

/** Returns the error code of a refusal on either API. */
export function codeIn({ status, body }: ProbeAnswer): string | undefined {
  const web = body?.['error'];
  const code = typeof web === 'string' && body?.['ok'] === false ? web : readServiceError(status, body).code;
  return code !== undefined && CODE.test(code) ? code : undefined;
}

/** Returns status and code of a refusal, such as `404 no_such_user`; `200` for a success. */
export function refusalIn(asked: ProbeAnswer): string {
  if (asked.body?.['ok'] === true) return `${asked.status} ok`;
  const code = isSuccess(asked) && asked.body?.['ok'] !== false ? undefined : codeIn(asked);
  return code === undefined ? String(asked.status) : `${asked.status} ${code}`;
}
