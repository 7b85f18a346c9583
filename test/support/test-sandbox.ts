import { onTestFinished } from 'vitest';
import { openSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import type { DocumentedRates } from '../../src/spec/limits.ts';
import type { HttpMethod, Json, JsonObject, ScimVersion } from '../../src/spec/protocol-types.ts';
import { type Inhabitants, organizationOf, TOKENS } from './organization-world.ts';

export const VERSIONS = ['1.1', '2.0'] as const satisfies readonly ScimVersion[];

/** Schema URNs as written in the specification. */
export const URNS = {
  '1.1': {
    user: 'urn:scim:schemas:core:1.0',
    group: 'urn:scim:schemas:core:1.0',
    enterprise: 'urn:scim:schemas:extension:enterprise:1.0',
    guest: 'urn:scim:schemas:extension:service:guest:1.0',
    profile: 'urn:scim:schemas:extension:service:profile:1.0',
  },
  '2.0': {
    user: 'urn:ietf:params:scim:schemas:core:2.0:User',
    group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
    enterprise: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
    guest: 'urn:ietf:params:scim:schemas:extension:service:guest:2.0:User',
    profile: 'urn:ietf:params:scim:schemas:extension:service:profile:2.0:User',
  },
} as const;
export const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
export const LIST_RESPONSE = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
export const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** Scheme and host of the test service; nothing is sent there. */
export const ORIGIN = 'https://scim.example';
/** 2024-03-04T09:00:00 in Los Angeles. */
export const NOW = Date.UTC(2024, 2, 4, 17, 0, 0);

const BASE_PATHS = { '1.1': '/scim/v1', '2.0': '/scim/v2' } as const;

/** A response of the service; `body` is undefined if it was empty. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly body: JsonObject | undefined;
}

/** The service as seen by a client with one version and one token. Paths are below the base path. */
export interface TestService {
  readonly version: ScimVersion;
  readonly sandbox: Sandbox;
  get(path: string): Promise<Answer>;
  post(path: string, body: Json): Promise<Answer>;
  put(path: string, body: Json): Promise<Answer>;
  patch(path: string, body: Json): Promise<Answer>;
  delete(path: string): Promise<Answer>;
  /** Sends exactly these headers. */
  send(method: HttpMethod, path: string, headers: Record<string, string>, body?: string): Promise<Answer>;
  /** Returns the result of a GET; fails if it is refused. */
  read(path: string): Promise<JsonObject>;
  with(other: { readonly version?: ScimVersion; readonly token?: string }): TestService;
}

export interface TestSandboxOptions extends Inhabitants {
  readonly version?: ScimVersion;
  readonly now?: () => number;
  readonly latency?: number;
  readonly stateFile?: string;
  readonly limits?: DocumentedRates;
}

/** Opens a sandbox with this content, in memory unless it has a file; it is closed after the test. */
export async function openTestSandbox(options: TestSandboxOptions = {}): Promise<TestService> {
  const { version = '1.1', now = () => NOW, latency, stateFile, limits } = options;
  const sandbox = await openSandbox({
    initial: organizationOf(options),
    now,
    ...(latency === undefined ? {} : { latency }),
    ...(stateFile === undefined ? {} : { stateFile }),
    ...(limits === undefined ? {} : { limits }),
  });
  onTestFinished(() => sandbox.close());
  return serviceOf(sandbox, version, TOKENS.primaryOwner);
}

export function serviceOf(sandbox: Sandbox, version: ScimVersion, token: string): TestService {
  const send: TestService['send'] = async (method, path, headers, body) => {
    const answer = await sandbox.handle({
      method,
      url: `${ORIGIN}${BASE_PATHS[version]}${path}`,
      headers,
      ...(body === undefined ? {} : { body }),
      effect: method === 'GET' ? 'read' : 'write',
    });
    const text = Buffer.from(answer.body).toString('utf8');
    return { ...answer, text, body: text === '' ? undefined : JSON.parse(text) };
  };
  const call = (method: HttpMethod, path: string, body?: Json) =>
    body === undefined
      ? send(method, path, { authorization: `Bearer ${token}` })
      : send(method, path, { authorization: `Bearer ${token}` }, JSON.stringify(body));
  return {
    version,
    sandbox,
    send,
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    put: (path, body) => call('PUT', path, body),
    patch: (path, body) => call('PATCH', path, body),
    delete: (path) => call('DELETE', path),
    read: async (path) => bodyOf(await call('GET', path)),
    with: (other) => serviceOf(sandbox, other.version ?? version, other.token ?? token),
  };
}

/** The resource in a response; fails if the request was refused. */
export function bodyOf(answer: Answer): JsonObject {
  if (answer.status >= 300 || answer.body === undefined) throw new Error(`${answer.status} ${answer.text}`);
  return answer.body;
}

/** The status, and the code of a refusal: `200`, `404 no_such_user`. */
export function outcome({ status, body }: Answer): string {
  if (status < 300) return String(status);
  const errors = body?.['Errors'];
  const text = isObject(errors) ? errors['description'] : body?.['detail'];
  return `${status} ${String(text).replace(/ \(.*\)$/, '')}`;
}

/** The body of a create: the required attributes of SCIM §4.2, and more. */
export function newUser(version: ScimVersion, userName: string, more: JsonObject = {}): JsonObject {
  return {
    schemas: [URNS[version].user],
    userName,
    emails: [{ value: `${userName}@example.com`, primary: true }],
    ...more,
  };
}

/** The body of a create or replace of a group. */
export function newGroup(version: ScimVersion, displayName: string, userIds?: readonly string[]): JsonObject {
  const members = userIds === undefined ? {} : { members: userIds.map((value) => ({ value })) };
  return { schemas: [URNS[version].group], displayName, ...members };
}

/** The IDs of the members of a group. */
export function membersIn(body: JsonObject): readonly Json[] {
  return objectsIn(body['members']).map(({ value = null }) => value);
}

/** The body of a PATCH of v1, or of the profile extension on v2. */
export function attributes(version: ScimVersion, values: JsonObject): JsonObject {
  const extensions = Object.keys(values).filter((name) => name.startsWith('urn:'));
  return { schemas: [URNS[version].user, ...extensions], ...values };
}

/** The body of a PATCH of v2. */
export function patchOp(...operations: readonly JsonObject[]): JsonObject {
  return { schemas: [PATCH_OP], Operations: operations };
}

/** The same change in both versions: attributes on v1, operations on v2. */
export interface EitherPatch {
  readonly v1: JsonObject;
  readonly v2: readonly JsonObject[];
}

export function sendPatch(service: TestService, path: string, { v1, v2 }: EitherPatch): Promise<Answer> {
  return service.patch(path, service.version === '1.1' ? attributes('1.1', v1) : patchOp(...v2));
}

/** The resource with short names of extensions and without schemas, so that both versions can be compared. */
export function shortNames({ schemas: _, ...resource }: JsonObject, version: ScimVersion): JsonObject {
  const names = Object.entries(URNS[version]);
  return Object.fromEntries(
    Object.entries(resource).map(([key, value]) => [names.find(([, urn]) => urn === key)?.[0] ?? key, value]),
  );
}

export function idIn(body: JsonObject): string {
  return String(body['id']);
}

/** The objects of a list, such as `Resources`. */
export function objectsIn(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
