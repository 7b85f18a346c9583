import type { IncomingMessage, ServerResponse } from 'node:http';
import { checkControlAccess } from '../faults/control-path.ts';
import { isLoopback } from '../known-callers.ts';
import type { Inspector } from './inspector.ts';
import { assetAt, PAGE_HEADERS } from './page-assets.ts';
import { type StreamStart, streamToPage } from './page-stream.ts';
import { seenMembers, seenOrganization } from './seen-organization.ts';

/** Whether a path belongs to the inspect page; the service has no such path. */
export function isInspect(target: string): boolean {
  return /^\/_inspect(?:[/?]|$)/.test(target);
}

/**
 * Answers requests of the inspect page. The page itself contains no data of the organization, so this machine
 * may load it without a token. All other requests need the token of an owner, like the control paths of the
 * sandbox.
 */
export function answerInspect(
  inspector: Inspector,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { method = 'GET', socket, headers } = request;
  const url = new URL(request.url ?? '/', 'http://localhost');
  const isHere = isLoopback(socket.remoteAddress ?? '');
  const asset = isHere && method === 'GET' ? assetAt(url.pathname) : undefined;
  if (asset !== undefined) {
    response.writeHead(200, { ...PAGE_HEADERS, 'content-type': asset.type }).end(asset.text);
    return;
  }
  const turned = checkControlAccess(inspector.organization, headers.authorization, isHere);
  const isStream = turned === undefined && method === 'GET' && url.pathname === '/_inspect/events';
  if (isStream && streamToPage(inspector, startOf(url), response)) return;
  const { status, body } = isStream
    ? { status: 503, body: { error: 'too many pages watch' } }
    : (turned ?? inspectResponse(inspector, method, url));
  response
    .writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .end(JSON.stringify(body));
}

interface InspectResponse {
  readonly status: number;
  readonly body: object;
}

/** Returns the data that an owner may read. */
function inspectResponse(
  inspector: Inspector,
  method: string,
  { pathname, searchParams }: URL,
): InspectResponse {
  const [, what = '', id = ''] = /^\/_inspect\/([^/]*)(?:\/([^/]*))?$/.exec(pathname) ?? [];
  switch (method === 'GET' ? what : '') {
    case 'exchanges':
      return exchange(inspector, Number(id));
    case 'organization':
      return { status: 200, body: seenOrganization(inspector.organization, searchParams.get('find') ?? '') };
    case 'members': {
      const body = seenMembers(inspector.organization, id);
      return body === undefined ? missing('there is no such group') : { status: 200, body };
    }
    default:
      return missing('there is nothing here');
  }
}

function startOf({ searchParams }: URL): StreamStart {
  const numberOf = (name: string) => {
    const value = Number(searchParams.get(name) ?? 0);
    return Number.isSafeInteger(value) && value > 0 ? value : 0;
  };
  return { afterExchange: numberOf('after'), afterChange: numberOf('afterChange') };
}

function exchange({ recorder, changes }: Inspector, seq: number): InspectResponse {
  const found = recorder.kept.at(seq);
  if (found === undefined) return missing('this request is no longer stored');
  const { request } = found;
  const caused =
    request === undefined ? [] : [...changes.kept.after()].filter((one) => one.request === request);
  return { status: 200, body: { exchange: found, changes: caused } };
}

function missing(error: string): InspectResponse {
  return { status: 404, body: { error } };
}
