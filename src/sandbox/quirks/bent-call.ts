import { objectsIn } from '../../rules/json-value.ts';
import type { ScimErrorCode } from '../../spec/error-codes.ts';
import { SCIM_ERROR_CODES } from '../../spec/error-codes.ts';
import { type JsonObject, SCIM_VERSIONS, type ScimVersion } from '../../spec/protocol-types.ts';
import { VERSION_PATHS } from '../../spec/scim-schemas.ts';
import type { Organization } from '../organization.ts';
import { errorBody } from '../scim-bodies.ts';
import type { SandboxAnswer, SandboxRequest } from '../scim-service.ts';
import type { Quirks } from './quirk-table.ts';

/** A request on its way to a service with quirks; its URL is changed in place. */
export interface BentCall {
  request: SandboxRequest;
  readonly url: URL;
  readonly organization: Organization;
  /** Everything that is set. */
  readonly quirks: Quirks;
  /** Undefined for a version that there is not, and for the Web API. */
  readonly version: ScimVersion | undefined;
  /** Below the path of the version, such as `/Users`. */
  readonly path: string;
}

/** Changes a request, or answers it itself. */
export type BendRequest = (call: BentCall, word: string) => SandboxAnswer | undefined;
/** Changes an answer. */
export type BendAnswer = (answer: SandboxAnswer, call: BentCall, word: string) => SandboxAnswer;

/** What one quirk does. */
export interface Bend {
  readonly before?: BendRequest;
  readonly after?: BendAnswer;
}

export function bentCallOf(request: SandboxRequest, organization: Organization, quirks: Quirks): BentCall {
  const url = new URL(request.url);
  const version = SCIM_VERSIONS.find((known) => `${url.pathname}/`.startsWith(`${VERSION_PATHS[known]}/`));
  const path =
    version === undefined
      ? url.pathname
      : url.pathname.slice(VERSION_PATHS[version].length).replace(/\/$/, '');
  return { request, url, organization, quirks, version, path };
}

/** Whether a request reads a list of users or groups. */
export function isList({ request, path }: BentCall): boolean {
  return request.method === 'GET' && /^\/(Users|Groups)$/.test(path);
}

/** Whether an answer is a list. */
export function listIn({ body }: SandboxAnswer): readonly JsonObject[] | undefined {
  const resources = body?.['Resources'];
  return Array.isArray(resources) ? objectsIn(resources) : undefined;
}

/** Returns the refusal of a SCIM request. */
export function scimRefusal({ version = '2.0' }: BentCall, code: ScimErrorCode): SandboxAnswer {
  const { status } = SCIM_ERROR_CODES[code];
  return {
    status,
    headers: {},
    body: errorBody({ code, context: undefined, status }, { version }),
    refusal: { code },
  };
}

/** Returns an answer with another status, also in its body. */
export function withStatus(answer: SandboxAnswer, status: number): SandboxAnswer {
  const { body } = answer;
  const errors = body?.['Errors'];
  return {
    ...answer,
    status,
    body:
      body === undefined
        ? undefined
        : {
            ...body,
            ...('status' in body ? { status } : {}),
            ...(typeof errors === 'object' && errors !== null ? { Errors: { ...errors, code: status } } : {}),
          },
  };
}
