import type { ASSUMPTIONS } from './assumptions.ts';

type AssumptionId = keyof typeof ASSUMPTIONS;

/** Assumptions that no question of a probe tests, and why. */
export const UNASKED: readonly { readonly why: string; readonly ids: readonly AssumptionId[] }[] = [
  {
    why: 'a manifest is checked on this machine; no service is asked',
    ids: [
      'manifest-known-elsewhere',
      'manifest-minimum',
      'manifest-event-scopes',
      'manifest-builtin-functions',
      'manifest-bot-user',
      'manifest-bot-name',
      'manifest-request-url',
      'manifest-optional-parameter',
      'manifest-hosted-tokens',
      'manifest-suggested-triggers',
      'manifest-type-keys',
      'manifest-placeholder',
      'manifest-limits-of-reading',
    ],
  },
  {
    why: 'only a new account shows it, and SCIM cannot delete users',
    ids: [
      'create-default-active',
      'user-name-from-email',
      'username-required-or-empty',
      'invalid-custom-profile',
      'create-race',
      'address-type',
      'photo-value',
    ],
  },
  {
    why: 'it would deactivate, reactivate or convert a person',
    ids: [
      'put-without-active',
      'put-without-guest',
      'active-and-guest',
      'active-as-string',
      'expired-guest',
      'expiration-by-path',
      'guest-schema-missing',
      'guests-in-groups',
      'single-channel-guest',
      'delete-again',
    ],
  },
  {
    why: 'it would rename a person, or take the first e-mail away',
    ids: [
      'nick-name',
      'user-name-of-address',
      'full-name',
      'user-name-case',
      'user-name-letters',
      'reserved-words',
      'display-name-letters',
      'emoji',
      'emails-removed',
      'same-address-twice',
    ],
  },
  {
    why: 'it would change values of a person that may not come back as they were',
    ids: [
      'replaced-list',
      'added-entry',
      'phone-in-one-entry',
      'address-replaced',
      'entry-operation',
      'time-zones',
      'manager-stored',
      'empty-manager',
      'start-date',
      'profile-in-patch-op',
      'team-profile-fields',
      'external-id',
      'profile-url',
      'other-core-attributes',
    ],
  },
  {
    why: 'orgctl sends the documented form only, so that it does not depend on the answer',
    ids: [
      'schemas-in-a-list',
      'unknown-schemas',
      'compared-attributes',
      'announced-locations',
      'failing-filters',
      'member-operation',
      'no-member',
      'token-as-parameter',
      'text-plain',
      'types-in-json',
      'web-warnings',
      'distribution-type',
    ],
  },
  {
    why: 'it would create, empty or rename a group',
    ids: [
      'group-without-name',
      'group-without-members',
      'group-names',
      'group-members-removed',
      'empty-member-list',
    ],
  },
  {
    why: 'it depends on how the organization is set up, which no request shows',
    ids: ['idp-groups', 'automatic-groups', 'rank-of-token', 'lock-of-creates', 'sandbox-bounds'],
  },
  {
    why: 'the method writes, and nothing undoes it',
    ids: ['policy-entity-limit', 'named-entities', 'read-cursor-events', 'convert-group-message'],
  },
  {
    why: 'it takes IDs, workflows or sessions of the organization that a probe does not know',
    ids: [
      'user-id-shape',
      'workflow-reference',
      'no-such-steps',
      'log-order',
      'session-times',
      'exchange-of-known-ids',
    ],
  },
];

/** Returns why no question tests an assumption; undefined if a question does. */
export function reasonUntested(id: string): string | undefined {
  return UNASKED.find(({ ids }) => ids.some((one) => one === id))?.why;
}
