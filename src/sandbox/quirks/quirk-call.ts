import { objectsIn } from '../../rules/json-value.ts';
import type { ScimErrorCode } from '../../spec/error-codes.ts';
import { type JsonObject, SCIM_VERSIONS, type ScimVersion } from '../../spec/protocol-types.ts';
import { VERSION_PATHS } from '../../spec/scim-schemas.ts';
import type { Organization } from '../organization.ts';
import { errorBody } from '../scim-bodies.ts';
import { ScimError } from '../scim-error.ts';
import type { SandboxAnswer, SandboxRequest } from '../scim-service.ts';
import type { Quirks } from './quirk-table.ts';

/** A request to a service with quirks; quirks modify its URL in place. */
export interface QuirkCall {
  request: SandboxRequest;
  readonly url: URL;
  readonly organization: Organization;
  /** All quirks that are set. */
  readonly quirks: Quirks;
  /** Undefined for an unsupported version and for the Web API. */
  readonly version: ScimVersion | undefined;
  /** Path after that of the version, such as `/Users`. */
  readonly path: string;
}

/** Modifies a request, or answers it. */
export type QuirkRequest = (call: QuirkCall, word: string) => SandboxAnswer | undefined;
/** Modifies an answer. */
export type QuirkAnswer = (answer: SandboxAnswer, call: QuirkCall, word: string) => SandboxAnswer;

/** Implementation of one quirk. */
export interface Quirk {
  readonly before?: QuirkRequest;
  readonly after?: QuirkAnswer;
}

export function quirkCallOf(request: SandboxRequest, organization: Organization, quirks: Quirks): QuirkCall {
  const url = new URL(request.url);
  const version = SCIM_VERSIONS.find((known) => `${url.pathname}/`.startsWith(`${VERSION_PATHS[known]}/`));
  const path =
    version === undefined
      ? url.pathname
      : url.pathname.slice(VERSION_PATHS[version].length).replace(/\/$/, '');
  return { request, url, organization, quirks, version, path };
}

/** Whether a request lists users or groups. */
export function isList({ request, path }: QuirkCall): boolean {
  return request.method === 'GET' && /^\/(Users|Groups)$/.test(path);
}

/** Returns the resources of a list response; undefined for any other answer. */
export function listIn({ body }: SandboxAnswer): readonly JsonObject[] | undefined {
  const resources = body?.['Resources'];
  return Array.isArray(resources) ? objectsIn(resources) : undefined;
}

/** Returns a refusal of a SCIM request. */
export function scimRefusal({ version = '2.0' }: QuirkCall, code: ScimErrorCode): SandboxAnswer {
  const error = new ScimError(code);
  const { status, headers } = error;
  return { status, headers, body: errorBody(error, { version }), refusal: { code } };
}

/** Replaces the status of an answer, including the one in its body. */
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
