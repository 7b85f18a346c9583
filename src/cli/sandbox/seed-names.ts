import type { DesiredUser } from '../../bulk/input/desired-state.ts';
import { composedEmailKey } from '../../rules/email-address.ts';
import { nameKey } from '../../rules/name-key.ts';
import { isEmailShaped, storedUserName, userNameCandidates } from '../../rules/user-name.ts';
import type { SeedUser } from '../../sandbox/read-seed.ts';
import { defined } from '../../values/defined.ts';

/** The userNames in the sandbox of the users in a file, by their ID, email and userName in the file. */
export class SeedNames {
  private readonly known = new Map<string, string>();

  /**
   * Adds a user, if possible under an unused userName.
   * @returns the user as it is set up; undefined for a row with neither userName nor email
   */
  add({ id, set, isSingleChannelGuest }: DesiredUser): SeedUser | undefined {
    const given = set.userName ?? set.email;
    if (given === undefined) return undefined;
    const userName = this.freeName(given);
    if (id !== undefined) this.known.set(`id ${id}`, userName);
    if (set.email !== undefined) this.known.set(`email ${composedEmailKey(set.email)}`, userName);
    this.known.set(`name ${userName}`, userName);
    return { values: { ...set, userName }, traits: defined({ isSingleChannelGuest }) };
  }

  /** Returns an unused userName; two addresses that differ only after the @ get two names. */
  private freeName(given: string): string {
    const candidates = isEmailShaped(given) ? userNameCandidates(given) : [storedUserName(given)];
    for (const name of candidates) if (!this.known.has(`name ${name}`)) return name;
    return storedUserName(given);
  }

  /**
   * Returns the userName in the sandbox for a word of the file, or the word itself if the file does not have
   * it.
   */
  of(word: string): string {
    const { known } = this;
    return (
      known.get(`id ${word}`) ??
      known.get(`${isEmailShaped(word) ? 'email' : 'name'} ${nameKey(word)}`) ??
      word
    );
  }
}
