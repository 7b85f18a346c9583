import { isJsonObject } from '../rules/json-value.ts';
import { extensionOfUri, vendorOfUri } from '../rules/schema-uris.ts';
import { hasUserIdFormat } from '../rules/user-id.ts';
import { SCIM_VERSIONS, type ScimVersion } from '../spec/protocol-types.ts';
import { EXTENSIONS } from '../spec/scim-schemas.ts';
import { isSuccess, listIn, type ProbeAnswer, refusalIn } from './answers.ts';
import type { Asker } from './asker.ts';
import { schemaDifferences } from './compare-schemas.ts';
import { expectedRefusal } from './expected-refusal.ts';
import { wholePage } from './known-users.ts';
import type { Question } from './question.ts';

const CONFIG_PATHS = { '1.1': '/ServiceProviderConfigs', '2.0': '/ServiceProviderConfig' } as const;

const config = (asker: Asker, version: ScimVersion = asker.version) =>
  asker.scim({ path: CONFIG_PATHS[version], version });

/** Whether a response is a service provider configuration: at least one feature has a "supported" flag. */
function isConfiguration(asked: ProbeAnswer): boolean {
  return (
    isSuccess(asked) &&
    Object.values(asked.body ?? {}).some((value) => isJsonObject(value) && 'supported' in value)
  );
}

/** Returns the URNs that the service announces (SCIM §4). */
async function announcedUris(asker: Asker): Promise<readonly string[] | undefined> {
  const asked = await asker.scim({
    path: asker.version === '2.0' ? '/ResourceTypes' : '/Schemas/Users',
  });
  if (!isSuccess(asked) || asked.body === undefined) return undefined;
  // Lenient: accepts a URN anywhere in the response.
  return [...JSON.stringify(asked.body).matchAll(/"(urn:[^"]+)"/g)].map(([, uri = '']) => uri);
}

/** Questions about the versions of a service and what it announces (SCIM §4, §9). */
export const SERVICE_QUESTIONS: readonly Question[] = [
  {
    id: 'versions',
    question: 'Which versions of SCIM answer?',
    api: 'scim',
    section: 'SCIM §9',
    basis: 'documented',
    expected: SCIM_VERSIONS,
    assumptions: [],
    ask: async (asker) => {
      const found: ScimVersion[] = [];
      for (const version of SCIM_VERSIONS) {
        if (isConfiguration(await config(asker, version))) found.push(version);
      }
      return { value: found };
    },
    follows: (value) => `look-ups are sent only to SCIM ${String(value)}`,
  },
  {
    id: 'wrong-token',
    question: 'How is a wrong token refused?',
    api: 'scim',
    section: 'SCIM §5',
    basis: 'documented',
    expected: expectedRefusal('invalid_authentication'),
    assumptions: ['dead-tokens', 'status-of-codes'],
    ask: async (asker) => ({
      value: refusalIn(await asker.scim({ path: '/Users', query: { count: '1' }, isStranger: true })),
    }),
  },
  {
    id: 'config-token',
    question: 'Does the configuration need a token?',
    api: 'scim',
    section: 'SCIM §4',
    basis: 'assumed',
    expected: false,
    assumptions: ['discovery-without-token'],
    ask: async (asker) => ({
      value: !isSuccess(await asker.scim({ path: CONFIG_PATHS[asker.version], isStranger: true })),
    }),
  },
  {
    id: 'filter-announced',
    question: 'Does the configuration announce filters?',
    api: 'scim',
    section: 'SCIM §4',
    basis: 'assumed',
    expected: true,
    assumptions: ['announced-support'],
    ask: async (asker) => {
      const filter = (await config(asker)).body?.['filter'];
      const supported = isJsonObject(filter) ? filter['supported'] : undefined;
      return typeof supported === 'boolean'
        ? { value: supported }
        : { why: 'not stated in the configuration' };
    },
  },
  {
    id: 'extensions',
    question: 'Which extensions of a user are announced?',
    api: 'scim',
    section: 'SCIM §2.1',
    basis: 'documented',
    expected: EXTENSIONS,
    assumptions: ['announced-identifiers', 'announced-schemas'],
    ask: async (asker) => {
      const uris = await announcedUris(asker);
      if (uris === undefined) return { why: 'the service announces no schemas of users' };
      const names = uris.map(extensionOfUri).filter((name) => name !== undefined);
      return { value: EXTENSIONS.filter((name) => names.includes(name)) };
    },
    follows: () => 'an extension that is not announced is refused before it is sent',
  },
  {
    id: 'vendor',
    question: 'What is the vendor name in identifiers?',
    api: 'scim',
    section: 'SCIM §2.1',
    basis: 'documented',
    expected: ({ vendor }) => vendor,
    assumptions: ['announced-identifiers'],
    ask: async (asker) => {
      const [word] = ((await announcedUris(asker)) ?? []).flatMap((uri) => vendorOfUri(uri) ?? []);
      return word === undefined ? { why: 'no identifier with a vendor name is announced' } : { value: word };
    },
    follows: (value) =>
      `identifiers are written with "${String(value)}", unless the profile sets a vendor name`,
  },
  {
    id: 'schema-attributes',
    question: 'Where do the announced attributes differ from the documented ones?',
    api: 'scim',
    section: 'SCIM §2.1',
    basis: 'documented',
    expected: [],
    assumptions: ['announced-schemas'],
    ask: async (asker) => {
      const asked = await asker.scim({ path: asker.version === '2.0' ? '/Schemas' : '/Schemas/Users' });
      const differences = schemaDifferences(asked, asker);
      return differences === undefined ? { why: 'the service announces no schemas' } : { value: differences };
    },
  },
  {
    id: 'schema-lists',
    question: 'Do the lists of schemas have totals?',
    api: 'scim',
    section: 'SCIM §4',
    basis: 'assumed',
    expected: true,
    assumptions: ['discovery-lists'],
    version: '2.0',
    ask: async (asker) => {
      const list = listIn(await asker.scim({ path: '/Schemas' }));
      return list === undefined ? { why: 'schemas are not a list' } : { value: list.total !== undefined };
    },
  },
  {
    id: 'plural-config',
    question: 'Does v2 answer the plural path of the configuration too?',
    api: 'scim',
    section: 'SCIM §4',
    basis: 'assumed',
    expected: true,
    assumptions: ['announced-support'],
    version: '2.0',
    ask: async (asker) => ({ value: isSuccess(await asker.scim({ path: '/ServiceProviderConfigs' })) }),
  },
  {
    id: 'user-ids',
    question: 'What do the IDs of users look like?',
    api: 'scim',
    section: 'SCIM §2.1',
    basis: 'documented',
    expected: 'U… or W…',
    assumptions: [],
    ask: async (asker) => {
      const ids = (await wholePage(asker))?.list.ids ?? [];
      if (ids.length === 0) return { why: 'no users are listed' };
      return { value: ids.every(hasUserIdFormat) ? 'U… or W…' : 'another form' };
    },
    follows: () => 'a user is deactivated by "active", because DELETE may remove accounts here',
  },
];
