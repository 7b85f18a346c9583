import { wordsWithinOneTypo } from '../../values/one-typo.ts';
import { asQuestion } from '../../values/suggest.ts';
import { findInSnapshot, type Snapshot, type SnapshotUser } from './snapshot.ts';

/** Minimum length of a misspelled name: among shorter ones a letter less is often another person. */
const MIN_LENGTH = 4;
/**
 * Names that are looked up: a file for another organization has thousands, and nobody reads that many
 * suggestions.
 */
const MAX_LOOKUPS = 100;

/**
 * Finds who is meant by a name that finds nobody, for the end of a message. Looks up the few hundred names
 * that one slip turns into this one, so that it takes as long in a large organization as in a small one.
 */
export class SimilarUsers {
  private readonly snapshot: Snapshot;
  private readonly isNew: (name: string) => boolean;
  private left = MAX_LOOKUPS;

  /** @param isNew whether the file creates a user with this name or address */
  constructor(snapshot: Snapshot, isNew: (name: string) => boolean = () => false) {
    this.snapshot = snapshot;
    this.isNew = isNew;
  }

  /**
   * Returns ` (did you mean "mei.tanaka"?)`; '' if no user has a similar name.
   * @param isMeant whether the user with a name may be the one
   */
  question(name: string, isMeant: (name: string) => boolean = () => true): string {
    const word = name.normalize('NFC').toLowerCase();
    if (this.left === 0 || word.replace(/@.*/, '').length < MIN_LENGTH) return '';
    this.left -= 1;
    for (const one of wordsWithinOneTypo(word)) {
      if (!isMeant(one)) continue;
      const user = findInSnapshot(this.snapshot, one);
      if (user !== undefined) return asQuestion(word.includes('@') ? one : (user.values.userName ?? one));
      if (this.isNew(one)) return asQuestion(one);
    }
    return '';
  }

  /** Returns the user who has this name or address. */
  withName(name: string): SnapshotUser | undefined {
    return findInSnapshot(this.snapshot, name);
  }
}
