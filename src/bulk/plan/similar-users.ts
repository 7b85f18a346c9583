import { asQuestion, suggest } from '../../values/suggest.ts';
import type { Snapshot } from './snapshot.ts';

/** Names of a plan for which a similar user is looked for: nobody reads more suggestions. */
const MOST_LOOKUPS = 20;
/** Differing letters: with more, names of two people are often similar. */
const MOST_EDITS = 2;

/** Suggests existing users in place of unknown ones. */
export class SimilarUsers {
  private left = MOST_LOOKUPS;
  private readonly snapshot: Snapshot;

  constructor(snapshot: Snapshot) {
    this.snapshot = snapshot;
  }

  /** Returns ` (did you mean "mei.tanaka"?)` for a misspelled userName or address; '' if none is similar. */
  question(name: string): string {
    if (this.left === 0) return '';
    this.left -= 1;
    const word = name.toLowerCase();
    const mostEdits = Math.min(MOST_EDITS, Math.floor(word.length / 4));
    return asQuestion(mostEdits === 0 ? undefined : suggest(word, this.candidates(word), mostEdits));
  }

  /**
   * The names and addresses with the same first letter, which is rarely mistyped: comparing all would take
   * half a second for each name in an organization of 100,000.
   */
  private *candidates(word: string): Iterable<string> {
    const { idByEmail, idByUserName } = this.snapshot;
    for (const name of (word.includes('@') ? idByEmail : idByUserName).keys())
      if (name[0] === word[0]) yield name;
  }
}
