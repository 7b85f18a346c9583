import { isJsonObject, objectsIn } from '../../rules/json-value.ts';
import { extensionOfUri } from '../../rules/schema-uris.ts';
import type { ScimErrorCode } from '../../spec/error-codes.ts';
import type { Json, JsonObject } from '../../spec/protocol-types.ts';
import { authenticate } from '../authenticate.ts';
import { ScimError } from '../scim-error.ts';
import { listIn, type Quirk, type QuirkCall, scimRefusal, withStatus } from './quirk-call.ts';
import type { QuirkName } from './quirk-table.ts';

const isConfig = ({ path }: QuirkCall) => /^\/ServiceProviderConfigs?$/.test(path);
const isDiscovery = ({ path }: QuirkCall) => /^\/(?:Schemas|ResourceTypes)(?:\/|$)/.test(path);

/** Replaces the status of refusals with certain codes. */
const statusOf = (...codes: readonly ScimErrorCode[]): Quirk => ({
  after: (answer, { version }, word) =>
    answer.refusal !== undefined &&
    codes.some((code) => code === answer.refusal?.code) &&
    version !== undefined
      ? withStatus(answer, Number(word))
      : answer,
});

const RATE_HEADERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  sent: { 'x-ratelimit-limit': '180', 'x-ratelimit-remaining': '179' },
  standard: {
    'ratelimit-policy': '"default";q=180;w=60',
    'ratelimit-limit': '180',
    'ratelimit-remaining': '179',
    'ratelimit-reset': '60',
  },
};

/** Quirks of discovery and refusals. */
export const SERVICE_QUIRK_BY_NAME = {
  versions: {
    before: (call, word) =>
      call.version !== undefined && call.version !== word
        ? scimRefusal(call, 'unsupported_version')
        : undefined,
  },
  configToken: {
    before: (call) => {
      if (!isConfig(call)) return undefined;
      try {
        authenticate(call.organization, call.request.headers['authorization']);
        return undefined;
      } catch (error) {
        if (error instanceof ScimError) return scimRefusal(call, error.code);
        throw error;
      }
    },
  },
  pluralConfig: {
    before: (call) =>
      call.version === '2.0' && call.path === '/ServiceProviderConfigs'
        ? scimRefusal(call, 'bad_endpoint')
        : undefined,
  },
  filterAnnounced: {
    after: (answer, call) =>
      isConfig(call) && isJsonObject(answer.body?.['filter'])
        ? { ...answer, body: { ...answer.body, filter: { ...answer.body['filter'], supported: false } } }
        : answer,
  },
  extensions: {
    after: (answer, call, word) => {
      const isKept = (uri: Json | undefined) => {
        const extension = typeof uri === 'string' ? extensionOfUri(uri) : undefined;
        return extension === undefined || (word === 'enterprise' && extension === 'enterprise');
      };
      return isDiscovery(call) && answer.body !== undefined
        ? { ...answer, body: withoutSchemas(answer.body, isKept) }
        : answer;
    },
  },
  activeType: {
    after: (answer, call) =>
      isDiscovery(call) && answer.body !== undefined
        ? {
            ...answer,
            body: eachAttribute(answer.body, (one) =>
              one['name'] === 'active' ? { ...one, type: 'string' } : one,
            ),
          }
        : answer,
  },
  schemaTotals: {
    after: (answer, call) => {
      if (!isDiscovery(call) || listIn(answer) === undefined) return answer;
      const { totalResults: _, itemsPerPage: __, startIndex: ___, ...body } = answer.body ?? {};
      return { ...answer, body };
    },
  },
  mediaType: {
    before: (call) => {
      const { headers } = call.request;
      call.request = { ...call.request, headers: { ...headers, accept: 'application/json' } };
      return undefined;
    },
  },
  wrongToken: statusOf('invalid_authentication'),
  missing: statusOf('no_such_user', 'no_such_group', 'cannot_decode_user_id'),
  wrongPath: statusOf('bad_endpoint'),
  wrongMethod: statusOf('method_not_allowed'),
  unknownVersion: {
    after: (answer, { version }, word) =>
      version === undefined && answer.refusal?.code === 'unsupported_version'
        ? withStatus(answer, Number(word))
        : answer,
  },
  errorBody: {
    after: (answer, { version }, word) => {
      const { refusal, status } = answer;
      if (refusal === undefined || version !== '2.0') return answer;
      const { code } = refusal;
      const body: JsonObject =
        word === 'v1' ? { Errors: { description: code, code: status } } : { error: code, message: 'refused' };
      return { ...answer, body };
    },
  },
  rateHeaders: {
    after: (answer, { version }, word) =>
      version === undefined
        ? answer
        : { ...answer, headers: { ...answer.headers, ...(RATE_HEADERS[word] ?? {}) } },
  },
  userIds: {
    // Replaces IDs reversibly with a form that differs from documented IDs.
    before: (call) => {
      const restoreId = (text: string) =>
        text.replace(/\bperson-([a-z0-9]+)/g, (_, id: string) => id.toUpperCase());
      call.url.pathname = restoreId(call.url.pathname);
      for (const [name, value] of [...call.url.searchParams])
        call.url.searchParams.set(name, restoreId(value));
      const { body } = call.request;
      if (body !== undefined) call.request = { ...call.request, body: restoreId(body) };
      return undefined;
    },
    after: (answer, { version }) => {
      if (answer.body === undefined || version === undefined) return answer;
      const named = (text: string) =>
        text.replace(
          /(["/])([UW][A-Z0-9]{8})(?=["/])/g,
          (_, before: string, id: string) => `${before}person-${id.toLowerCase()}`,
        );
      return { ...answer, body: withText(answer.body, named) };
    },
  },
  vendorWord: {
    before: (call, word) => {
      const { body } = call.request;
      const own = `:extension:${call.organization.settings.vendor}:`;
      if (body !== undefined)
        call.request = { ...call.request, body: body.replaceAll(`:extension:${word}:`, own) };
      call.url.pathname = call.url.pathname.replaceAll(`:extension:${word}:`, own);
      return undefined;
    },
    after: (answer, { organization }, word) => {
      if (answer.body === undefined) return answer;
      const own = `:extension:${organization.settings.vendor}:`;
      const body = withText(answer.body, (text) => text.replaceAll(own, `:extension:${word}:`));
      return { ...answer, body };
    },
  },
} as const satisfies { readonly [Name in QuirkName]?: Quirk };

/** Modifies the JSON text of a body; the result must be an object. */
function withText(body: JsonObject, change: (text: string) => string): JsonObject {
  return JSON.parse(change(JSON.stringify(body))) as JsonObject;
}

/** Removes schemas from resource types and schema lists. */
function withoutSchemas(body: JsonObject, isKept: (uri: Json | undefined) => boolean): JsonObject {
  const { Resources: resources, schemaExtensions: extensions, schema, attributes } = body;
  return {
    ...body,
    ...(Array.isArray(resources)
      ? {
          Resources: objectsIn(resources)
            .filter(({ id }) => isKept(id))
            .map((one) => withoutSchemas(one, isKept)),
        }
      : {}),
    ...(Array.isArray(extensions)
      ? { schemaExtensions: objectsIn(extensions).filter((one) => isKept(one['schema'])) }
      : {}),
    ...(Array.isArray(schema) ? { schema: schema.filter(isKept) } : {}),
    ...(Array.isArray(attributes)
      ? { attributes: objectsIn(attributes).filter((one) => isKept(one['name']) && isKept(one['schema'])) }
      : {}),
  };
}

function eachAttribute(body: JsonObject, change: (attribute: JsonObject) => JsonObject): JsonObject {
  const { Resources: resources, attributes } = body;
  return {
    ...body,
    ...(Array.isArray(resources)
      ? { Resources: objectsIn(resources).map((one) => eachAttribute(one, change)) }
      : {}),
    ...(Array.isArray(attributes) ? { attributes: objectsIn(attributes).map(change) } : {}),
  };
}
