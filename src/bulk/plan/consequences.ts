/** Side effects and irreversible effects of changes, shown before they happen. */
export const CONSEQUENCES = {
  reactivates: 'becomes active again, as every conversion does (SCIM §3)',
  renamesNickName: 'the nickname changes with the userName (SCIM §4.3 rule 4)',
  endsGuestExpiration: 'the expiration of the guest ends with the conversion (SCIM §3)',
  keepsAccount: 'the account is deactivated, not deleted; SCIM cannot delete users (SCIM §3)',
  keepsPassword: 'the initial password cannot be undone (SCIM §2.1)',
  keepsPhoto: 'a photo can be replaced and not be taken away (SCIM §4.3 rule 8)',
  losesGroup: 'the group is deleted permanently; one of the same name gets another ID (SCIM §3)',
  takesTemporaryValue: 'has a temporary address or userName until the other user has given up theirs',
  stopsMore:
    'cannot be undone: what stops with the account, such as apps, workflow steps, sessions and policies',
  staysStopped:
    'what stopped with the account, such as apps, workflow steps, sessions and policies, stays stopped',
  cannotBeUndone: 'this cannot be undone',
} as const;
export type Consequence = keyof typeof CONSEQUENCES;
