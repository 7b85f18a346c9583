import { addressesOf, emailKey } from '../rules/email-address.ts';
import type { StoredUser } from './organization-data.ts';

/** The IDs of users by their email addresses, their userName, and the address it was made of. */
export class UserIndex {
  private readonly idByEmail = new Map<string, string>();
  private readonly idByUserName = new Map<string, string>();
  private readonly idsByGivenName = new Map<string, Set<string>>();

  byEmail(address: string): string | undefined {
    return this.idByEmail.get(emailKey(address));
  }

  byUserName(userName: string): string | undefined {
    return this.idByUserName.get(userName);
  }

  /**
   * Returns the users whose userNames were derived from an email address, several if it was given again
   * (assumption `user-name-of-address`).
   */
  byGivenName(address: string): readonly string[] {
    return [...(this.idsByGivenName.get(emailKey(address)) ?? [])];
  }

  /** @param before the user as it was indexed; undefined for a new user */
  put(user: StoredUser, before: StoredUser | undefined): void {
    const { id, values } = user;
    if (before !== undefined) {
      release(this.idByUserName, before.values.userName, id);
      for (const address of addressesOf(before.values)) release(this.idByEmail, emailKey(address), id);
    }
    this.idByUserName.set(values.userName, id);
    this.putGivenName(user, before?.userNameFrom);
    for (const address of addressesOf(values)) this.idByEmail.set(emailKey(address), id);
  }

  clear(): void {
    for (const index of [this.idByEmail, this.idByUserName, this.idsByGivenName]) index.clear();
  }

  private putGivenName({ id, userNameFrom: address }: StoredUser, before: string | undefined): void {
    if (address === before) return;
    if (before !== undefined) this.idsByGivenName.get(before)?.delete(id);
    if (address === undefined) return;
    const ids = this.idsByGivenName.get(address);
    if (ids === undefined) this.idsByGivenName.set(address, new Set([id]));
    else ids.add(id);
  }
}

/** Removes a key, unless it belongs to another user: a seed may give two users one address. */
function release(index: Map<string, string>, key: string, id: string): void {
  if (index.get(key) === id) index.delete(key);
}
