import { describe, expect, it } from 'vitest';
import { probedService } from '../support/probed-service.ts';

interface Answer {
  readonly id: string;
  readonly state: string;
  readonly why?: string;
}

describe('probe --write, if the service refuses every change of the user or the group', () => {
  it.each([
    ['an account that was erased', '--user erased', {}, 'patch-v1', '400 cannot_modify_gdpr'],
    [
      'a user above the rank of the token',
      '--user walt.finch',
      { env: { ORGCTL_TOKEN: 'sandbox-admin-token' } },
      'patch-v1',
      '403 permission_denied',
    ],
    [
      'a deactivated user, who cannot join a group',
      '--user former.member --group IT',
      {},
      'member-add',
      '400 unable_to_add_deleted_or_guest_to_group',
    ],
  ] as const)('says so, and learns nothing from %s', async (_, subject, options, id, refusal) => {
    const { orgctl, seen } = await probedService();
    const ran = await orgctl(`probe acme --write ${subject} --yes -o json`, options);
    const { answers } = JSON.parse(ran.stdout) as { readonly answers: readonly Answer[] };
    expect(answers.find((answer) => answer.id === id)).toMatchObject({
      state: 'unclear',
      why: `refused whatever the form: ${refusal}`,
    });
    expect(ran.stderr).not.toContain('From now on');
    seen.length = 0;
    await orgctl('-p acme --scim-version 1.1 scim users patch clara.voss --title Chief -q');
    await orgctl('-p acme scim groups members add IT clara.voss -q');
    expect(seen.map(({ method }) => method)).not.toContain('PUT');
    expect(seen.filter(({ method }) => method === 'PATCH')).toHaveLength(2);
  });
});
