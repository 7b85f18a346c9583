import { isDeeperThan } from '../../json/json-depth.ts';
import { parsedJson } from '../../json/parsed-json.ts';
import { isJsonObject } from '../../rules/json-value.ts';
import type { Json, JsonObject } from '../../spec/protocol-types.ts';
import type { Audit } from '../audit.ts';
import { auditJson } from '../audit.ts';
import { bearerTokenIn } from '../bearer.ts';
import { REQUEST_BOUNDS } from '../bounds.ts';
import type { Organization } from '../organization.ts';
import type { SandboxAnswer, SandboxRequest } from '../scim-service.ts';
import type { FaultQueue } from './fault-queue.ts';
import { readFaults } from './read-faults.ts';

/** Paths that control the sandbox; the service has no such paths. */
const CONTROL = /^\/_sandbox\/([^/]*)(?:\/([1-9]\d*))?\/?$/;

export function isControl(url: string): boolean {
  return new URL(url).pathname.startsWith('/_sandbox/');
}

export interface Controlled {
  readonly organization: Organization;
  readonly queue: FaultQueue;
  readonly audit: Audit | undefined;
}

/**
 * Answers a control request: adds, lists and removes faults, and lists changes. Only this machine is allowed,
 * with the token of an owner.
 * @param isHere whether the request comes from this machine
 */
export function answerControl(
  request: SandboxRequest,
  { organization, queue, audit }: Controlled,
  isHere: boolean,
): SandboxAnswer {
  const turned = checkControlAccess(organization, request.headers['authorization'], isHere);
  if (turned !== undefined) return turned;
  const url = new URL(request.url);
  const [, name = '', id] = CONTROL.exec(url.pathname) ?? [];
  switch (`${request.method} ${name}${id === undefined ? '' : '/ID'}`) {
    case 'GET faults':
      return { status: 200, headers: {}, body: { faults: [...queue.account()] } };
    case 'POST faults':
      return addFaults(request.body ?? '', queue);
    case 'DELETE faults':
      queue.clear();
      return { status: 204, headers: {}, body: undefined };
    case 'DELETE faults/ID':
      return queue.remove(Number(id))
        ? { status: 204, headers: {}, body: undefined }
        : refused(404, `there is no fault ${id}`);
    case 'GET audit': {
      const after = Number(url.searchParams.get('after') ?? 0);
      const entries: Json[] = (audit?.entries(Number.isFinite(after) ? after : 0) ?? []).map(auditJson);
      return { status: 200, headers: {}, body: { entries } };
    }
    default:
      return refused(404, 'there is GET, POST and DELETE /_sandbox/faults, and GET /_sandbox/audit');
  }
}

/**
 * Returns the refusal for a caller who may not control or watch the sandbox; undefined if the caller may.
 * @param isHere whether the request comes from this machine
 */
export function checkControlAccess(
  organization: Organization,
  authorization: string | undefined,
  isHere: boolean,
): SandboxAnswer | undefined {
  if (!isHere) return refused(403, 'only this machine may control the sandbox');
  const token = organization.token(bearerTokenIn(authorization));
  if (token === undefined) return refused(401, 'a token of an owner is needed');
  const isOwner = token.rank === 'owner' || token.rank === 'primaryOwner';
  if (!isOwner || token.installedOn !== 'organization' || token.end !== undefined)
    return refused(403, 'the token is not that of an owner of the organization');
  return undefined;
}

function addFaults(body: string, queue: FaultQueue): SandboxAnswer {
  const document = isDeeperThan(REQUEST_BOUNDS.jsonDepth, body) ? undefined : parsedJson(body);
  if (!isJsonObject(document))
    return refused(400, 'the body is not a JSON object such as {"faults": [{"do": "reset"}]}');
  const { faults, issues } = readFaults(document);
  if (issues.length === 0) return { status: 201, headers: {}, body: { faults: [...queue.add(faults)] } };
  const findings = issues.map(
    ({ path, message, expected = '' }): JsonObject => ({ path, message, expected }),
  );
  return {
    status: 400,
    headers: {},
    body: { error: 'invalid faults', issues: findings },
  };
}

function refused(status: number, error: string): SandboxAnswer {
  return { status, headers: {}, body: { error } };
}
