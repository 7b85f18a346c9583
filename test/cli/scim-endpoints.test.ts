import { describe, expect, it } from 'vitest';
import { SCIM_ENDPOINTS, type ScimEndpoint, type ScimEndpointName } from '../../src/spec/scim-endpoints.ts';
import { faultyWorld } from '../support/faulty-world.ts';
import { account, group } from '../support/organization-world.ts';
import { VERSIONS } from '../support/test-sandbox.ts';

/** Endpoints of SCIM §4, without those announced by discovery. */
type DocumentedEndpoint = Exclude<ScimEndpointName, 'resourceType' | 'schema'>;

/** A command for each endpoint of SCIM §4. */
const COMMANDS: Readonly<Record<DocumentedEndpoint, string>> = {
  serviceProviderConfigs: 'service config',
  serviceProviderConfig: 'service config',
  resourceTypes: 'service resource-types',
  schemas: 'service schemas',
  schemaOfUsers: 'service schemas users',
  schemaOfGroups: 'service schemas groups',
  listUsers: 'users list',
  getUser: 'users get WMIA',
  createUser: 'users create --user-name eva --email eva@example.com',
  patchUser: 'users patch WMIA --title VP',
  replaceUser: 'users replace WMIA --title VP --yes',
  deactivateUser: 'users deactivate WMIA --yes',
  listGroups: 'groups list',
  getGroup: 'groups get S1',
  createGroup: 'groups create Crew',
  patchGroup: 'groups patch S1 --name Crew',
  replaceGroup: 'groups replace S1 --name Crew --yes',
  deleteGroup: 'groups delete S1 --yes',
};
const IDS: Readonly<Record<string, string>> = { Users: 'WMIA', Groups: 'S1' };

/** On v2 the plural path is requested only if the service lacks the singular one. */
const WITHOUT_SINGULAR = { path: '*/ServiceProviderConfig', do: 'answer', status: 404, times: 'always' };

const ENDPOINTS: Readonly<Record<ScimEndpointName, ScimEndpoint>> = SCIM_ENDPOINTS;

const rows = (Object.keys(COMMANDS) as DocumentedEndpoint[]).flatMap((name) =>
  VERSIONS.map((version) => ({ name, version, endpoint: ENDPOINTS[name] })),
);

describe('SCIM §4: endpoints used by commands, per version', () => {
  it.each(rows.filter(({ version, endpoint }) => endpoint.versions.includes(version)))(
    '$endpoint.method $endpoint.path over SCIM $version',
    async ({ name, version, endpoint }) => {
      const isFallback = name === 'serviceProviderConfigs' && version === '2.0';
      const { orgctl, sandbox } = await faultyWorld(
        { version, users: [account('mia')], groups: [group(['mia'])] },
        isFallback ? [WITHOUT_SINGULAR] : [],
      );
      const ran = await orgctl(`scim ${COMMANDS[name]}`);
      expect(ran).toMatchObject({ exit: 0 });
      const [, collection = ''] = endpoint.path.split('/');
      const path = endpoint.path.replace('<id>', IDS[collection] ?? '');
      expect(sandbox.answered).toContain(
        `${endpoint.method} /scim/${version === '1.1' ? 'v1' : 'v2'}${path} ${endpoint.status[version]}`,
      );
    },
  );

  it.each(rows.filter(({ version, endpoint }) => !endpoint.versions.includes(version)))(
    '$endpoint.path is never requested over SCIM $version',
    async ({ name, version, endpoint }) => {
      const { orgctl, sandbox } = await faultyWorld({ version });
      await orgctl(`scim ${COMMANDS[name]}`);
      expect(sandbox.met.filter(({ path }) => path.endsWith(endpoint.path))).toEqual([]);
    },
  );
});
