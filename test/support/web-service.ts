import { onTestFinished } from 'vitest';
import { demoOrganization } from '../../src/sandbox/demo-organization.ts';
import { SANDBOX_TOKENS } from '../../src/sandbox/demo-tokens.ts';
import type { OrganizationChange, OrganizationSettings } from '../../src/sandbox/organization-data.ts';
import type { StoredRecord } from '../../src/sandbox/record-kinds.ts';
import { openSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import type { Json, JsonObject } from '../../src/spec/protocol-types.ts';
import { WEB_API_METHODS, type WebApiMethod } from '../../src/spec/webapi-methods.ts';

export const WEB_ORIGIN = 'https://web.example';
/** 2024-08-01T12:00:00Z. */
export const WEB_NOW = Date.UTC(2024, 7, 1, 12, 0, 0);

export interface WebAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonObject;
}

export interface WebSandboxOptions {
  readonly settings?: Partial<OrganizationSettings>;
  /** Added to those of the demo organization, replacing those with the same ID. */
  readonly records?: readonly StoredRecord[];
  readonly now?: () => number;
  readonly stateFile?: string;
}

/** The Web API of the demo organization, as seen by a client with a token. */
export interface WebService {
  readonly sandbox: Sandbox;
  /** Calls a method with JSON and the token of its preferred kind. */
  call(method: string, args?: JsonObject, token?: string): Promise<WebAnswer>;
  /** Sends exactly this request. */
  send(request: {
    readonly method?: 'GET' | 'POST' | 'PUT';
    readonly path: string;
    readonly headers?: Record<string, string>;
    readonly body?: string;
  }): Promise<WebAnswer>;
}

/** Opens the demo organization with other settings or records; it is closed after the test. */
export async function openWebSandbox(options: WebSandboxOptions = {}): Promise<WebService> {
  const { settings = {}, records = [], now = () => WEB_NOW, stateFile } = options;
  const initial = [...demoOrganization()].map(
    (change): OrganizationChange =>
      'settings' in change ? { settings: { ...change.settings, ...settings } } : change,
  );
  const sandbox = await openSandbox({
    initial: [...initial, ...records.map((record) => ({ record }))],
    now,
    ...(stateFile === undefined ? {} : { stateFile }),
  });
  onTestFinished(() => sandbox.close());
  return webServiceOf(sandbox);
}

export function webServiceOf(sandbox: Sandbox): WebService {
  const send: WebService['send'] = async ({ method = 'POST', path, headers = {}, body }) => {
    const answer = await sandbox.handle({
      method,
      url: `${WEB_ORIGIN}/api/${path}`,
      headers,
      ...(body === undefined ? {} : { body }),
      effect: 'write',
    });
    return { ...answer, body: JSON.parse(Buffer.from(answer.body).toString('utf8')) };
  };
  return {
    sandbox,
    send,
    call: (method, args = {}, token = tokenFor(method)) =>
      send({
        path: method,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json; charset=utf-8',
        },
        body: JSON.stringify(args),
      }),
  };
}

function tokenFor(name: string): string {
  const methods: Readonly<Record<string, WebApiMethod>> = WEB_API_METHODS;
  return SANDBOX_TOKENS[methods[name]?.tokens[0] ?? 'org'];
}

/** `ok`, or the error code. */
export function said({ body }: WebAnswer): string {
  return body['ok'] === true ? 'ok' : String(body['error']);
}

/** The objects of a list in an answer. */
export function itemsOf({ body }: WebAnswer, name: string): readonly JsonObject[] {
  const list = body[name];
  if (!Array.isArray(list)) throw new Error(`${name} is no list in ${JSON.stringify(body)}`);
  return list.filter((item: Json): item is JsonObject => typeof item === 'object' && item !== null);
}
