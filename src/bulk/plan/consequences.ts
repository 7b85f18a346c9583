/** Side effects and irreversible effects of changes, shown before they happen. */
export const CONSEQUENCES = {
  reactivates: 'becomes active again: a conversion reactivates users (SCIM §3)',
  renamesNickName: 'the nickname changes with the userName (SCIM §4.3 rule 4)',
  endsSingleChannel: 'becomes a multi-channel guest; SCIM cannot make a single-channel guest again',
  endsGuestExpiration: 'the conversion removes the guest expiration (SCIM §3)',
  keepsAccount: 'the account is deactivated, not deleted; SCIM cannot delete users (SCIM §3)',
  keepsPassword: 'the initial password cannot be undone (SCIM §2.1)',
  keepsPhoto: 'photos can be replaced but not removed (SCIM §4.3 rule 8)',
  losesGroup: 'the group is deleted permanently; a new group of the same name gets another ID (SCIM §3)',
  takesTemporaryValue: "has a temporary address or userName until the other user's value is free",
  stopsMore:
    'cannot be undone: everything that stops with the account, such as apps, workflow steps, sessions and policies',
  staysStopped:
    'everything that stopped with the account, such as apps, workflow steps, sessions and policies, stays stopped',
  cannotBeUndone: 'this cannot be undone',
  staysInPolicy: 'this cannot be undone: the API cannot remove users from a policy (WEB §4.1)',
  replacesPermission:
    'this cannot be undone: it replaces the permission set before, which the API cannot read (WEB §4.8)',
} as const;
export type Consequence = keyof typeof CONSEQUENCES;
