import { describe, expect, it } from 'vitest';
import { isJsonObject } from '../../src/rules/json-value.ts';
import type { JsonObject, ScimVersion } from '../../src/spec/protocol-types.ts';
import type { UserValues } from '../../src/spec/user-attributes.ts';
import { account } from './organization-world.ts';
import { attributes, openTestSandbox, outcome, patchOp, shortNames, VERSIONS } from './test-sandbox.ts';

/** Every attribute that the service stores for a user. */
export const RICH: UserValues = {
  email: 'mia@example.com',
  secondaryEmail: 'mia@home.example',
  givenName: 'Mia',
  familyName: 'Tan',
  honorificPrefix: 'Dr.',
  displayName: 'Mia Tan',
  title: 'Cook',
  userType: 'Employee',
  preferredLanguage: 'sv',
  locale: 'sv-SE',
  timezone: 'Europe/Stockholm',
  photo: 'https://x.example/mia.png',
  phone: '+1 1',
  mobilePhone: '+1 2',
  streetAddress: '1 Quay Street',
  locality: 'Gothenburg',
  region: 'Västra Götaland',
  postalCode: '411 01',
  country: 'SE',
  role: 'Lead',
  employeeNumber: '7',
  costCenter: '4130',
  organization: 'Acme',
  division: 'Products',
  department: 'Kitchen',
  manager: 'WBOSS',
  startDate: '2024-03-15T00:00:00+0000',
};

export interface PatchCase {
  /** What the PATCH does, as the end of a test title. */
  readonly does: string;
  /** Stored values instead of RICH. */
  readonly stored?: UserValues;
  /** Attributes of a v1 body; absent if only v2 can express the change. */
  readonly v1?: JsonObject;
  /** Operations of a PatchOp; absent if only v1 can express the change. */
  readonly v2?: readonly JsonObject[];
  /**
   * Changed members of the user, with short names of extensions. All other members, also within objects, must
   * be unchanged.
   */
  readonly changes?: JsonObject;
  /** Status and code of the refusal; a refused request changes nothing. */
  readonly refused?: string;
}

/** Runs each case on the user mia, on each version that can express it. */
export function patchTable(title: string, cases: readonly PatchCase[]): void {
  const sayable = (version: ScimVersion) =>
    cases.filter(({ v1, v2 }) => (version === '1.1' ? v1 : v2) !== undefined);
  const versions = VERSIONS.filter((version) => sayable(version).length > 0);
  describe.each(versions)(`${title} on %s`, (version) => {
    const own = sayable(version);
    it.each(own.map((one) => [one.does, one] as const))('%s', async (_, one) => {
      const { stored = {}, v1 = {}, v2 = [], changes = {}, refused } = one;
      const service = await openTestSandbox({ version, users: [mia(stored), account('boss')] });
      const before = shortNames(await service.read('/Users/WMIA'), version);
      const body = version === '1.1' ? attributes(version, v1) : patchOp(...v2);
      const answer = await service.patch('/Users/WMIA', body);
      expect(outcome(answer)).toBe(refused ?? '200');
      const after = changed(before, changes);
      expect(shortNames(await service.read('/Users/WMIA'), version)).toEqual(after);
      // The response itself does not show a new photo yet (rule 8).
      if (refused === undefined && answer.body !== undefined) {
        expect(shortNames(answer.body, version)).toEqual({ ...after, photos: before['photos'] });
      }
    });
  });
}

/**
 * Members of an object that are not named are unchanged, so that a new attribute needs no change of the
 * cases.
 */
function changed(before: JsonObject, changes: JsonObject): JsonObject {
  const merged = Object.entries(changes).map(([name, value]) => {
    const old = before[name];
    return [name, isJsonObject(old) && isJsonObject(value) ? { ...old, ...value } : value];
  });
  return { ...before, ...Object.fromEntries(merged) };
}

function mia(stored: UserValues): ReturnType<typeof account> {
  const values = Object.entries({ ...RICH, ...stored }).filter(([, value]) => value !== '');
  return account('mia', Object.fromEntries(values), { hasCustomProfile: true });
}
