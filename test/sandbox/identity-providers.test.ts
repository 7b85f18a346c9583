import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isJsonObject } from '../../src/rules/json-value.ts';
import { account } from '../support/organization-world.ts';
import { ENTRA } from '../support/providers/entra.ts';
import { OKTA } from '../support/providers/okta.ts';
import {
  type Known,
  type Provider,
  type ProviderRequest,
  STEPS,
  type Step,
} from '../support/providers/provider.ts';
import { GOOGLE, JUMP_CLOUD, ONE_LOGIN } from '../support/providers/putting-providers.ts';
import { type Answer, openTestSandbox, outcome, type TestService } from '../support/test-sandbox.ts';

const PROVIDERS = [OKTA, ENTRA, ONE_LOGIN, JUMP_CLOUD, GOOGLE];

/**
 * The result of each step for a provider: `passes`, or the error code of the refusal, as the guide documents
 * it.
 */
async function meets(provider: Provider): Promise<ReadonlyMap<Step, string>> {
  const service = await openTestSandbox({ version: '2.0', users: [account('boss'), account('other')] });
  const met = new Map<Step, string>();
  let known: Known = { user: '', group: '', boss: 'WBOSS', other: 'WOTHER' };
  for (const name of STEPS) {
    const step = provider.steps[name];
    if (step === undefined) continue;
    const answers: Answer[] = [];
    for (const request of step.requests(known)) {
      const answer = await sent(service, request);
      answers.push(answer);
      known = knownAfter(known, request, answer);
    }
    const refusal = answers.find(({ status }) => status >= 400);
    met.set(name, refusal === undefined ? 'passes' : (outcome(refusal).split(' ')[1] ?? ''));
    const { user, group, found } = step.seen?.(known) ?? {};
    if (found !== undefined)
      for (const { body } of answers) expect(body).toMatchObject({ totalResults: found });
    if (user !== undefined) expect(await service.read(`/Users/${known.user}`), name).toMatchObject(user);
    if (group !== undefined) expect(await service.read(`/Groups/${known.group}`), name).toMatchObject(group);
  }
  return met;
}

function sent(service: TestService, { method, path, body }: ProviderRequest): Promise<Answer> {
  switch (method) {
    case 'GET':
      return service.get(path);
    case 'POST':
      return service.post(path, body ?? null);
    case 'PUT':
      return service.put(path, body ?? null);
    case 'PATCH':
      return service.patch(path, body ?? null);
    case 'DELETE':
      return service.delete(path);
  }
}

function knownAfter(known: Known, { method, path }: ProviderRequest, { status, body }: Answer): Known {
  if (method !== 'POST' || status !== 201) return known;
  const id = String(body?.['id']);
  return path === '/Users' ? { ...known, user: id } : { ...known, group: id };
}

describe('SCIM §4: the requests of the identity providers', () => {
  it.each(PROVIDERS)('$name gets the results documented in docs/sandbox.md', async (provider) => {
    const met = await meets(provider);
    const told = tableOf(provider.name);
    for (const step of STEPS) expect([step, told.get(step)]).toEqual([step, cell(met.get(step))]);
  });

  it('refuses only the requests listed here', async () => {
    const refused = new Map<string, readonly string[]>();
    for (const provider of PROVIDERS) {
      const met = [...(await meets(provider))].filter(([, result]) => result !== 'passes');
      refused.set(
        provider.name,
        met.map(([step, code]) => `${step}: ${code}`),
      );
    }
    const manager = 'manager as an object of the standard: improper_enterprise_schema_format';
    expect(Object.fromEntries(refused)).toEqual({
      Okta: [manager],
      'Entra ID': ['externalId in a PATCH: invalid_request_payload', manager],
      OneLogin: [manager],
      JumpCloud: [manager],
      Google: [manager],
    });
  });

  it('SCIM §4.3: leaves a user unchanged if the last sync is repeated', async () => {
    const service = await openTestSandbox({ version: '2.0', users: [account('boss'), account('other')] });
    let known: Known = { user: '', group: '', boss: 'WBOSS', other: 'WOTHER' };
    for (const name of ['create', 'full resync'] as const) {
      for (const request of OKTA.steps[name]?.requests(known) ?? []) {
        known = knownAfter(known, request, await sent(service, request));
      }
    }
    const before = await service.read(`/Users/${known.user}`);
    for (const request of OKTA.steps['full resync']?.requests(known) ?? []) await sent(service, request);
    expect(await service.read(`/Users/${known.user}`)).toEqual(before);
    expect(isJsonObject(before['meta'])).toBe(true);
  });
});

function cell(result: string | undefined): string {
  if (result === undefined) return '–';
  return result === 'passes' ? result : `\`${result}\``;
}

/** The column of a provider in the table of the guide, by step. */
function tableOf(provider: string): ReadonlyMap<string, string> {
  const guide = readFileSync(new URL('../../docs/sandbox.md', import.meta.url), 'utf8');
  const [, section = ''] = guide.split('## What your identity provider will meet\n');
  const rows = section
    .split('\n## ')[0]
    ?.split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((word) => word.trim()),
    );
  const column = rows?.[0]?.indexOf(provider) ?? -1;
  return new Map(rows?.slice(2).map((row) => [row[0] ?? '', row[column] ?? '']));
}
