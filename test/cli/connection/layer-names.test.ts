import { Command } from '@commander-js/extra-typings';
import { describe, expect, it } from 'vitest';
import { APIS, type Api, layerNames } from '../../../src/cli/connection/build-transport.ts';
import { addCommonOptions } from '../../../src/cli/options/common-options.ts';
import { effectiveSafety } from '../../../src/profiles/effective-safety.ts';
import type { Profile } from '../../../src/profiles/profile.ts';

const PROFILES = { writable: {}, readOnly: { readOnly: true } } as const satisfies Record<
  string,
  Partial<Profile>
>;

function namesFor(api: Api, profile: keyof typeof PROFILES, flags: string): readonly string[] {
  const own: Profile = {
    name: 'acme',
    scimVersion: '2.0',
    vendor: 'service',
    tokens: {},
    ...PROFILES[profile],
  };
  const common = addCommonOptions(new Command())
    .parse(flags.split(' ').filter(Boolean), { from: 'user' })
    .opts();
  const safety = effectiveSafety(own, {});
  return layerNames(api, { resolved: { profile: own, safety, isSandbox: false, settings: {} }, common });
}

const SCIM_TAIL = ['retry', 'no-redirects', 'pace', 'server-clock', 'authorize', 'right-to-send'];
const WEB_TAIL = [
  ...[
    'retry',
    'no-redirects',
    'pace',
    'status-of-refusals',
    'server-clock',
    'announced-scopes',
    'authorize',
    'right-to-send',
  ],
];

describe('layers of a transport by profile, flags and API', () => {
  it.each<[keyof typeof PROFILES, string, Api, readonly string[]]>([
    ['writable', '', 'scim', ['progress', 'one-write-per-target', ...SCIM_TAIL]],
    ['writable', '', 'web', ['progress', ...WEB_TAIL]],
    ['writable', '-n', 'scim', ['progress', 'dry-run', 'one-write-per-target', ...SCIM_TAIL]],
    ['writable', '-n', 'web', ['progress', 'dry-run', ...WEB_TAIL]],
    ['writable', '--debug', 'scim', ['progress', 'one-write-per-target', ...SCIM_TAIL, 'trace']],
    ['writable', '--debug', 'web', ['progress', ...WEB_TAIL, 'trace']],
    ['readOnly', '', 'scim', ['progress', 'read-only', 'one-write-per-target', ...SCIM_TAIL]],
    ['readOnly', '', 'web', ['progress', 'read-only', ...WEB_TAIL]],
    ['readOnly', '-n', 'scim', ['progress', 'dry-run', 'read-only', 'one-write-per-target', ...SCIM_TAIL]],
    ['readOnly', '-n', 'web', ['progress', 'dry-run', 'read-only', ...WEB_TAIL]],
    [
      ...(['readOnly', '-n --debug --yes --quiet', 'scim'] as const),
      ['progress', 'dry-run', 'read-only', 'one-write-per-target', ...SCIM_TAIL, 'trace'],
    ],
    [
      ...(['readOnly', '-n --debug --yes --quiet', 'web'] as const),
      ['progress', 'dry-run', 'read-only', ...WEB_TAIL, 'trace'],
    ],
  ])('are, for a %s profile with "%s" over %s', (profile, flags, api, names) => {
    expect(namesFor(api, profile, flags)).toEqual(names);
  });

  it('covers both APIs', () => {
    expect(Object.keys(APIS)).toEqual(['scim', 'web']);
  });
});
