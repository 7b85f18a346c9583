import { identifier } from './identifiers.ts';

type Letter = Parameters<typeof identifier>[0];

/** Numbers whose IDs are all in use, from the first to before the end. */
interface NumbersInUse {
  readonly from: number;
  readonly end: number;
}

/** Finds IDs for new resources. */
export class UnusedIds {
  private readonly numbersInUse = new Map<Letter, NumbersInUse>();

  /**
   * Returns the ID of the first number from `first` on that is not in use. Remembers the numbers in use that
   * it passed: an organization from a snapshot may have a hundred thousand of them, and each creation would
   * pass them again.
   */
  next(letter: Letter, first: number, isUsed: (id: string) => boolean): string {
    const passed = this.numbersInUse.get(letter);
    const isPassed = passed !== undefined && first >= passed.from && first < passed.end;
    let number = isPassed ? passed.end : first;
    let id = identifier(letter, number);
    while (isUsed(id)) {
      number += 1;
      id = identifier(letter, number);
    }
    if (number > first) this.numbersInUse.set(letter, { from: isPassed ? passed.from : first, end: number });
    return id;
  }

  clear(): void {
    this.numbersInUse.clear();
  }
}
