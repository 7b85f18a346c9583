import { describe, expect, it } from 'vitest';
import { isJsonObject, objectsIn } from '../../src/rules/json-value.ts';
import type { Json, JsonObject } from '../../src/spec/protocol-types.ts';
import { account } from '../support/organization-world.ts';
import { openTestSandbox, outcome, PATCH_OP, type TestService } from '../support/test-sandbox.ts';

/** Everything a client knows if it reads only the discovery endpoints (RFC 7644 §4). */
interface Model {
  readonly endpoint: string;
  readonly core: JsonObject;
  readonly extensions: readonly JsonObject[];
}

async function discover(service: TestService, name: string): Promise<Model> {
  const [type] = objectsIn((await service.read('/ResourceTypes'))['Resources']).filter(
    (one) => one['id'] === name,
  );
  const schema = async (uri: Json | undefined) => service.read(`/Schemas/${uri}`);
  const extensions = objectsIn(type?.['schemaExtensions']).map((one) => schema(one['schema']));
  return {
    endpoint: String(type?.['endpoint']),
    core: await schema(type?.['schema']),
    extensions: await Promise.all(extensions),
  };
}

/**
 * A value for an attribute, built only from its announced characteristics; undefined if the attribute is not
 * writable.
 */
function valueFor(attribute: JsonObject, unique: string): Json | undefined {
  const { type, multiValued, mutability, canonicalValues, name } = attribute;
  if (mutability === 'readOnly' || mutability === 'writeOnly') return undefined;
  const one = (): Json => {
    if (type === 'boolean') return true;
    if (type === 'dateTime') return '2030-01-15T00:00:00+0000';
    if (type === 'reference') return 'https://example.com/a.png';
    if (type === 'complex') {
      const parts = objectsIn(attribute['subAttributes']).map((sub) => [sub['name'], valueFor(sub, unique)]);
      return Object.fromEntries(parts.filter(([, value]) => value !== undefined));
    }
    if (Array.isArray(canonicalValues)) return canonicalValues[0] ?? '';
    if (name === 'managerId') return 'WBOSS';
    return attribute['uniqueness'] === 'server' && name === 'value' ? `${unique}@example.com` : unique;
  };
  return multiValued === true ? [one()] : one();
}

function bodyOf({ core, extensions }: Model, unique: string): JsonObject {
  const attributes = (schema: JsonObject) =>
    objectsIn(schema['attributes']).flatMap((attribute): [string, Json][] => {
      const value = valueFor(attribute, unique);
      return value === undefined ? [] : [[String(attribute['name']), value]];
    });
  return {
    schemas: [core, ...extensions].map((schema) => String(schema['id'])),
    ...Object.fromEntries(attributes(core)),
    ...Object.fromEntries(extensions.map((schema) => [schema['id'], Object.fromEntries(attributes(schema))])),
  };
}

const open = () => openTestSandbox({ version: '2.0', users: [account('boss')] });

describe('SCIM §4: a client that relies only on discovery (RFC 7644 §4)', () => {
  it('creates a user with every announced attribute and finds it again', async () => {
    const service = await open();
    const model = await discover(service, 'User');
    const created = await service.post(model.endpoint, bodyOf(model, 'ada'));
    expect(outcome(created)).toBe('201');
    const answered = created.body ?? {};
    for (const attribute of objectsIn(model.core['attributes']))
      if (attribute['returned'] !== 'never') expect(answered).toHaveProperty([String(attribute['name'])]);
    for (const schema of model.extensions) expect(answered).toHaveProperty([String(schema['id'])]);
    const config = await service.read('/ServiceProviderConfig');
    expect(config).toMatchObject({ filter: { supported: true }, patch: { supported: true } });
    const found = await service.read(`${model.endpoint}?filter=${encodeURIComponent('userName eq "ada"')}`);
    expect(found).toMatchObject({ totalResults: 1, Resources: [{ id: answered['id'] }] });
  });

  it('receives only announced attributes, each of the announced type', async () => {
    const service = await open();
    const model = await discover(service, 'User');
    const { body = {} } = await service.post(model.endpoint, bodyOf(model, 'ada'));
    const schemas: readonly (readonly [JsonObject, Json | undefined])[] = [
      [model.core, body],
      ...model.extensions.map((schema) => [schema, body[String(schema['id'])]] as const),
    ];
    const common = ['schemas', 'id', 'externalId', 'meta', ...model.extensions.map(({ id }) => String(id))];
    for (const [schema, holder] of schemas) checkShown(schema['attributes'], holder, common);
  });

  it('replaces and patches every writable attribute by its announced name', async () => {
    const service = await open();
    const model = await discover(service, 'User');
    const { body } = await service.post(model.endpoint, bodyOf(model, 'ada'));
    const path = `${model.endpoint}/${body?.['id']}`;
    expect(outcome(await service.put(path, bodyOf(model, 'ada')))).toBe('200');
    for (const attribute of objectsIn(model.core['attributes'])) {
      const value = valueFor(attribute, 'ada');
      if (value === undefined) continue;
      const operation = { op: 'replace', path: attribute['name'] ?? '', value };
      expect([attribute['name'], outcome(await service.patch(path, patchBody(operation)))]).toEqual([
        attribute['name'],
        '200',
      ]);
    }
    for (const schema of model.extensions)
      for (const attribute of objectsIn(schema['attributes'])) {
        const value = valueFor(attribute, 'ada');
        if (value === undefined) continue;
        const operation = { op: 'add', path: `${schema['id']}:${attribute['name']}`, value };
        expect([operation.path, outcome(await service.patch(path, patchBody(operation)))]).toEqual([
          operation.path,
          '200',
        ]);
      }
  });

  it('creates two groups of the same name without members', async () => {
    const service = await open();
    const model = await discover(service, 'Group');
    const named = objectsIn(model.core['attributes']).filter((attribute) => attribute['required'] === true);
    expect(named.map(({ name }) => name)).toEqual(['id', 'displayName']);
    const body = { schemas: [String(model.core['id'])], displayName: 'Crew' };
    for (let time = 0; time < 2; time += 1)
      expect(outcome(await service.post(model.endpoint, body))).toBe('201');
  });
});

function patchBody(operation: JsonObject): JsonObject {
  return { schemas: [PATCH_OP], Operations: [operation] };
}

const TYPES: Readonly<Record<string, readonly string[]>> = {
  string: ['string'],
  reference: ['string'],
  dateTime: ['string'],
  boolean: ['boolean'],
  complex: ['object'],
};

function checkShown(attributes: Json | undefined, holder: Json | undefined, common: readonly string[]): void {
  const announced = objectsIn(attributes);
  for (const [name, value] of Object.entries(isJsonObject(holder) ? holder : {})) {
    if (common.includes(name)) continue;
    const attribute = announced.find((one) => one['name'] === name);
    expect([name, attribute?.['returned'] ?? 'unannounced']).toEqual([
      name,
      expect.stringMatching(/^(default|always)$/),
    ]);
    expect([name, Array.isArray(value)]).toEqual([name, attribute?.['multiValued']]);
    for (const element of Array.isArray(value) ? value : [value]) {
      if (element === null) continue;
      expect([name, TYPES[String(attribute?.['type'])]]).toEqual([
        name,
        expect.arrayContaining([typeof element]),
      ]);
      checkShown(attribute?.['subAttributes'], element, []);
    }
  }
}
