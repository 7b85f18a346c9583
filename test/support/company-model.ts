import fc from 'fast-check';

/** A current, former or future employee. */
export interface Employee {
  readonly number: number;
  userName: string;
  email: string;
  title: string;
  department: string;
  boss: number | undefined;
  /** The night of the first working day. */
  start: number;
  hasLeft: boolean;
}

/** An event since the last night; the numbers choose the affected employees. */
export interface Happening {
  readonly what: (typeof HAPPENINGS)[number];
  readonly who: number;
  readonly other: number;
}

/** Events in the life of employees; frequent events are listed twice. */
export const HAPPENINGS = [
  'hire',
  'futureHire',
  'oldLeaver',
  'leave',
  'leave',
  'rehire',
  'marry',
  'marry',
  'rename',
  'move',
  'retitle',
  'swapAddresses',
  'swapNames',
  'reuseAddress',
  'cycle',
] as const;

/** An error in the file of this night, or a manual change in the service. */
export interface Trouble {
  readonly what: (typeof TROUBLES)[number];
  readonly who: number;
}

export const TROUBLES = [
  'typo',
  'shortRow',
  'twin',
  'cut',
  'editTitle',
  'editAddress',
  'deactivate',
] as const;

/** One night: its events, its errors, whether an admin accepted the swaps, and the order of the file. */
export interface Night {
  readonly happenings: readonly Happening[];
  readonly troubles: readonly Trouble[];
  readonly accepts: boolean;
  readonly order: number;
}

/** The nights of a company. */
export const nights = (count: number): fc.Arbitrary<readonly Night[]> => {
  const index = fc.nat({ max: 999 });
  const happening = fc.record({ what: fc.constantFrom(...HAPPENINGS), who: index, other: index });
  const trouble = fc.record({ what: fc.constantFrom(...TROUBLES), who: index });
  const night = fc.record({
    happenings: fc.array(happening, { maxLength: 6 }),
    troubles: fc.array(trouble, { maxLength: 2 }),
    accepts: fc.boolean(),
    order: index,
  });
  return fc.array(night, { minLength: count, maxLength: count });
};

/** A company as its HR department knows it. */
export class Company {
  readonly employees: Employee[] = [];
  private version = 0;

  constructor(size: number) {
    for (let at = 0; at < size; at += 1) this.hire(0, at === 0 ? undefined : Math.floor((at - 1) / 3) + 1);
  }

  /** Applies an event, if it is possible for these employees. */
  live({ what, who, other }: Happening, night: number): void {
    const one = this.employees[who % this.employees.length];
    const two = this.employees[other % this.employees.length];
    if (one === undefined || two === undefined) return;
    switch (what) {
      case 'hire':
        this.hire(night, two.number);
        break;
      case 'futureHire':
        this.hire(night + 6, two.number);
        break;
      case 'oldLeaver':
        this.hire(night, undefined).hasLeft = true;
        break;
      case 'leave':
      case 'rehire':
        one.hasLeft = what === 'leave';
        break;
      case 'marry':
        one.userName = this.fresh('m');
        one.email = `${one.userName}@acme.example`;
        break;
      case 'rename':
        one.userName = this.fresh('r');
        break;
      case 'move':
        one.department = `Dept ${other % 4}`;
        one.boss = two === one ? undefined : two.number;
        break;
      case 'retitle':
        one.title = `Title ${other % 7}`;
        break;
      case 'cycle':
        if (one !== two) [one.boss, two.boss] = [two.number, one.number];
        break;
      case 'swapAddresses':
        [one.email, two.email] = [two.email, one.email];
        break;
      case 'swapNames':
        [one.userName, two.userName] = [two.userName, one.userName];
        break;
      case 'reuseAddress':
        if (one.hasLeft) this.hire(night, two.number).email = one.email;
        break;
    }
  }

  /** Whether an employee should have an account: from three days before the first working day. */
  isProvisioned({ hasLeft, start }: Employee, night: number): boolean {
    return !hasLeft && start <= night + 3;
  }

  private hire(start: number, boss: number | undefined): Employee {
    const number = this.employees.length + 1;
    const userName = this.fresh('w');
    const email = `${userName}@acme.example`;
    const rest = { title: 'Title 0', department: 'Dept 0', boss, start, hasLeft: false };
    const employee = { number, userName, email, ...rest };
    this.employees.push(employee);
    return employee;
  }

  private fresh(letter: string): string {
    this.version += 1;
    return `${letter}${this.version}.worker`;
  }
}

/** The day of a night, YYYY-MM-DD. */
export function dayOf(night: number): string {
  return new Date(Date.UTC(2026, 0, 1 + night)).toISOString().slice(0, 10);
}

/** An employee number as written in the file. */
export function numberOf(number: number): string {
  return `E-${number}`;
}
