import { isJsonObject } from '../../rules/json-value.ts';
import { defined } from '../../values/defined.ts';
import type { SandboxAnswer } from '../scim-service.ts';
import type { Quirk, QuirkCall } from './quirk-call.ts';
import type { QuirkName } from './quirk-table.ts';

const GET_METHODS = /\/(?:team\.integrationLogs|migration\.exchange)$/;

const webRefusal = (code: string): SandboxAnswer => ({
  status: 200,
  headers: {},
  body: { ok: false, error: code },
  refusal: { code },
});

/** Returns an argument from the query or the form. */
function argument({ url, request }: QuirkCall, name: string): string | undefined {
  const form = new URLSearchParams(request.body ?? '');
  return url.searchParams.get(name) ?? form.get(name) ?? undefined;
}

/** Replaces an argument in the query or the form. */
function setArgument(call: QuirkCall, name: string, value: string): undefined {
  if (call.url.searchParams.has(name)) call.url.searchParams.set(name, value);
  const form = new URLSearchParams(call.request.body ?? '');
  if (!form.has(name)) return;
  form.set(name, value);
  call.request = { ...call.request, body: form.toString() };
}

/** Quirks of the Web API. */
export const WEB_QUIRK_BY_NAME = {
  getByPost: {
    before: ({ request, path, version }) =>
      version === undefined && request.method === 'POST' && GET_METHODS.test(path)
        ? webRefusal('unknown_method')
        : undefined,
  },
  sessionLimit: {
    before: (call) =>
      call.path.endsWith('/admin.users.session.list') && Number(argument(call, 'limit')) > 1000
        ? setArgument(call, 'limit', '1000')
        : undefined,
  },
  exchangeLimit: {
    before: (call) => {
      const users = call.path.endsWith('/migration.exchange') ? argument(call, 'users') : undefined;
      return users === undefined
        ? undefined
        : setArgument(call, 'users', users.split(',').slice(0, 400).join(','));
    },
  },
  logPage: {
    before: (call) =>
      call.path.endsWith('/team.integrationLogs') && Number(argument(call, 'count')) > 1000
        ? webRefusal('invalid_arguments')
        : undefined,
  },
  sessionCursor: {
    after: (answer, { path }) => {
      const { response_metadata: metadata, ...rest } = answer.body ?? {};
      if (!path.endsWith('/admin.users.session.list') || !isJsonObject(metadata)) return answer;
      const { next_cursor, ...others } = metadata;
      return { ...answer, body: { ...rest, response_metadata: others, ...defined({ next_cursor }) } };
    },
  },
  webScopes: {
    after: (answer, { version }) => {
      if (version !== undefined) return answer;
      const { 'x-oauth-scopes': _, 'x-accepted-oauth-scopes': __, ...headers } = answer.headers;
      return { ...answer, headers };
    },
  },
  webRefusals: {
    after: (answer, _, word) =>
      answer.body?.['ok'] === false && answer.status === 200 ? { ...answer, status: Number(word) } : answer,
  },
} as const satisfies { readonly [Name in QuirkName]?: Quirk };
