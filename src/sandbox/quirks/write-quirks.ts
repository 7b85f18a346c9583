import { isJsonObject, objectsIn } from '../../rules/json-value.ts';
import type { Json, JsonObject } from '../../spec/protocol-types.ts';
import type { SandboxAnswer } from '../scim-service.ts';
import { PHOTO_QUIRK } from './photo-quirk.ts';
import { type Quirk, type QuirkCall, type QuirkRequest, scimRefusal } from './quirk-call.ts';
import type { QuirkName } from './quirk-table.ts';

/** Returns the body of a request as an object; undefined if it is not one. */
function bodyOf({ request }: QuirkCall): JsonObject | undefined {
  try {
    const parsed: unknown = JSON.parse(request.body ?? '');
    return isJsonObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function withBody(call: QuirkCall, body: JsonObject): undefined {
  call.request = { ...call.request, body: JSON.stringify(body) };
}

/** Handles only writes to one kind of resource. */
const beforeChange =
  (
    kind: 'Users' | 'Groups',
    verbs: readonly string[],
    change: (call: QuirkCall, body: JsonObject, word: string) => SandboxAnswer | undefined,
  ): QuirkRequest =>
  (call, word) => {
    if (!call.path.startsWith(`/${kind}`) || !verbs.includes(call.request.method)) return undefined;
    const body = bodyOf(call);
    return body === undefined ? undefined : change(call, body, word);
  };

const operationsIn = (body: JsonObject) => objectsIn(body['Operations']);

/** Refuses a v2 PATCH that has an operation of a certain form. */
const refuseForm = (
  kind: 'Users' | 'Groups',
  isForm: (operation: JsonObject, word: string) => boolean,
): Quirk => ({
  before: beforeChange(kind, ['PATCH'], (call, body, word) =>
    call.version === '2.0' && operationsIn(body).some((one) => isForm(one, word))
      ? scimRefusal(call, 'invalid_request_payload')
      : undefined,
  ),
});

/**
 * Removes values from a PATCH that would clear attributes. If nothing is left, the request becomes a read of
 * the user.
 */
const withoutClearing = (isBlank: (value: Json | undefined) => boolean): Quirk => ({
  before: beforeChange('Users', ['PATCH'], (call, body) => {
    const operations = operationsIn(body);
    if (operations.length === 0) return withBody(call, withoutValues(body, isBlank));
    const left = operations
      .filter((one) => !('value' in one && isBlank(one['value'])))
      .map((one) =>
        isJsonObject(one['value']) ? { ...one, value: withoutValues(one['value'], isBlank) } : one,
      );
    if (left.length > 0) return withBody(call, { ...body, Operations: left });
    const { body: _, ...request } = call.request;
    call.request = { ...request, method: 'GET' };
    return undefined;
  }),
});

function withoutValues(values: JsonObject, isBlank: (value: Json | undefined) => boolean): JsonObject {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => !isBlank(value))
      .map(([name, value]) => [name, isJsonObject(value) ? withoutValues(value, isBlank) : value]),
  );
}

/**
 * Modifies the entries of a list attribute wherever a request contains them: as an attribute, in an
 * operation, or in an object without a path.
 */
const entriesOf = (
  attribute: string,
  change: (entries: readonly JsonObject[], word: string) => readonly JsonObject[],
): Quirk => ({
  before: beforeChange('Users', ['POST', 'PUT', 'PATCH'], (call, body, word) => {
    const changed = (values: JsonObject): JsonObject =>
      Array.isArray(values[attribute])
        ? { ...values, [attribute]: change(objectsIn(values[attribute]), word) }
        : values;
    const operations = body['Operations'];
    if (!Array.isArray(operations)) return withBody(call, changed(body));
    const inOperation = (one: JsonObject): JsonObject => {
      const { path, value } = one;
      if (path === attribute && Array.isArray(value))
        return { ...one, value: change(objectsIn(value), word) };
      return isJsonObject(value) ? { ...one, value: changed(value) } : one;
    };
    return withBody(call, { ...body, Operations: operationsIn(body).map(inOperation) });
  }),
});

/** Keeps only the first entry, and deletions. */
function keepFirst(entries: readonly JsonObject[]): readonly JsonObject[] {
  const kept = entries.filter(({ value, operation }) => operation === undefined && typeof value === 'string');
  const first = kept.find(({ primary }) => primary === true) ?? kept[0];
  return entries.filter((one) => one === first || one['operation'] !== undefined);
}

function lastAsPrimary(entries: readonly JsonObject[]): readonly JsonObject[] {
  const kept = entries.filter(
    ({ value, operation }) => operation === undefined && typeof value === 'string' && value.trim() !== '',
  );
  const last = kept.at(-1);
  return kept.length < 2 || last === undefined ? entries : [{ ...last, primary: true }];
}

const FORMS: { readonly [word: string]: RegExp } = { bare: /eq [^"]/, quoted: /eq "/ };

/**
 * Quirks of writes. They only restrict the sandbox, which by default accepts everything that a client may
 * send.
 */
export const WRITE_QUIRK_BY_NAME = {
  patchPaths: refuseForm('Users', ({ path }) => path !== undefined),
  patchValues: refuseForm('Users', ({ path }) => path === undefined),
  filterPaths: refuseForm('Users', ({ path }) => typeof path === 'string' && path.includes('[')),
  opCase: refuseForm('Users', ({ op }) => typeof op === 'string' && op !== op.toLowerCase()),
  patchAttributes: {
    before: beforeChange('Users', ['PATCH'], (call, body) =>
      call.version === '2.0' && body['Operations'] === undefined
        ? scimRefusal(call, 'invalid_request_payload')
        : undefined,
    ),
  },
  patchV1: {
    before: beforeChange('Users', ['PATCH'], (call) =>
      call.version === '1.1' ? scimRefusal(call, 'invalid_request_payload') : undefined,
    ),
  },
  clearByRemove: {
    // Only attributes with a single value are kept; an entry of a list can still be removed.
    before: beforeChange('Users', ['PATCH'], (call, body) => {
      const isIgnored = ({ op, path }: JsonObject) =>
        op === 'remove' && typeof path === 'string' && /^\w+$/.test(path);
      const operations = operationsIn(body);
      const left = operations.filter((one) => !isIgnored(one));
      if (left.length === operations.length) return undefined;
      if (left.length > 0) return withBody(call, { ...body, Operations: left });
      const { body: _, ...request } = call.request;
      call.request = { ...request, method: 'GET' };
      return undefined;
    }),
  },
  clearBySpace: withoutClearing((value) => typeof value === 'string' && value !== '' && value.trim() === ''),
  clearByEmpty: withoutClearing((value) => value === ''),
  clearByNull: withoutClearing((value) => value === null),
  putOmits: {
    // A PATCH with the same attributes leaves all others unchanged.
    before: beforeChange('Users', ['PUT'], (call, body) => {
      const { id: _, externalId: __, profileUrl: ___, meta: ____, groups: _____, ...attributes } = body;
      call.request = { ...call.request, method: 'PATCH' };
      return withBody(call, attributes);
    }),
  },
  secondEmail: entriesOf('emails', (entries, word) =>
    word === 'replaces' ? lastAsPrimary(entries) : keepFirst(entries),
  ),
  secondPhone: entriesOf('phoneNumbers', keepFirst),
  memberRemoval: refuseForm('Groups', ({ op, path, value }, word) => {
    if (op !== 'remove' || typeof path !== 'string') return false;
    const form = FORMS[word];
    return form === undefined ? path.includes('[') : value !== undefined || !form.test(path);
  }),
  memberAdd: refuseForm('Groups', ({ op, path }) => op === 'add' && path === 'members'),
  photoShows: PHOTO_QUIRK,
} as const satisfies { readonly [Name in QuirkName]?: Quirk };
