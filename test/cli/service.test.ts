import { describe, expect, it } from 'vitest';
import { demoOrganization } from '../../src/sandbox/demo-organization.ts';
import { listeningSandbox } from '../support/listening-sandbox.ts';
import { freshMachine } from '../support/run-orgctl.ts';

describe.each(['1.1', '2.0'])('SCIM §4: scim service over SCIM %s', (version) => {
  const orgctl = (line: string) =>
    freshMachine().orgctl(`-p sandbox --scim-version ${version} scim service ${line}`);

  it('config shows the supported features', async () => {
    expect(await orgctl('config -o table')).toEqual({
      exit: 0,
      stderr: '',
      stdout: [
        'Change attributes  yes',
        'Bulk requests      no',
        'Filter             yes',
        'Change passwords   no',
        'Sort               no',
        'ETags              no',
        ...(version === '1.1' ? ['XML                no'] : []),
        'Authentication     OAuth Bearer Token',
        '',
      ].join('\n'),
    });
    expect((await orgctl('config --query patch.supported')).stdout).toBe('true\n');
  });

  it('schemas lists all schemas, or the attributes of one', async () => {
    const schemas = await orgctl('schemas -o csv --columns name --no-header');
    const extensions = version === '1.1' ? '' : 'EnterpriseUser\nGuestUser\nUserProfile\n';
    expect(schemas.stdout).toBe(`User\nGroup\n${extensions}`);
    const groups = await orgctl('schemas groups -o csv --columns attribute,required');
    expect(groups.stdout).toBe(
      'attribute,required\nid,yes\ndisplayName,yes\nmembers,no\nmembers.value,yes\nmembers.display,no\n',
    );
    const users = await orgctl('schemas users -o json');
    expect(JSON.parse(users.stdout).attributes[0]).toMatchObject({ name: 'id', required: true });
  });

  it('resource-types lists them on v2, and reports that v1 has none', async () => {
    const types = await orgctl('resource-types --query [].endpoint');
    if (version === '2.0') {
      expect(JSON.parse(types.stdout)).toEqual(['/Users', '/Groups']);
    } else {
      expect(types).toEqual({
        exit: 2,
        stdout: '',
        stderr: 'error: SCIM 1.1 announces no resource types\nhint: add --scim-version 2.0\n',
      });
    }
  });

  it('schemas refuses an unknown kind', async () => {
    expect(await orgctl('schemas people')).toMatchObject({ exit: 2, stdout: '' });
  });
});

describe.each(['1.1', '2.0'])('vendor name of a service over SCIM %s', (version) => {
  it('is detected when a profile is added, and used even without the profile', async () => {
    const initial = [...demoOrganization()].map((change) =>
      'settings' in change ? { settings: { ...change.settings, vendor: 'acme' } } : change,
    );
    const { origin } = await listeningSandbox({ token: 'a-long-enough-token', initial });
    const machine = freshMachine();
    const added = await machine.orgctl(
      `--scim-url ${origin} --scim-version ${version} --token-stdin profile add acme`,
      { stdin: 'a-long-enough-token' },
    );
    expect(added.stderr).toContain('vendor name acme');
    const show = await machine.orgctl('profile show acme -o json');
    expect(show.stdout).toContain('"acme"');
    for (const connection of ['-p acme', `--scim-url ${origin} --scim-version ${version}`]) {
      const ran = await machine.orgctl(
        `${connection} scim users patch tomas.rey --start-date 2027-01-15 -o csv --columns startDate`,
        {
          env: { ORGCTL_TOKEN: 'a-long-enough-token' },
        },
      );
      expect(ran).toMatchObject({ exit: 0, stdout: 'startDate\n2027-01-15T00:00:00+0000\n' });
    }
    const refused = await machine.orgctl(
      `-p acme --vendor service scim users patch tomas.rey --start-date 2027-02-15`,
    );
    expect(refused.exit).toBe(6);
  });
});
