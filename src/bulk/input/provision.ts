import { RowExpression, type SelectableRow } from './row-expression.ts';

export const OTHERWISE = ['deactivate', 'ignore'] as const;

/** Who is to have an account (`provision` of a map). */
export interface Provision {
  /** An expression over columns and headings. */
  readonly when: string;
  /** What becomes of an account whose row does not match. */
  readonly otherwise: (typeof OTHERWISE)[number];
}

/** Decides row by row whether its person is to have an account. */
export class Provisioning {
  private readonly expression: RowExpression;
  private readonly otherwise: Provision['otherwise'];

  constructor({ when, otherwise }: Provision, today: string) {
    this.expression = new RowExpression(when, 'provision.when', today);
    this.otherwise = otherwise;
  }

  /** @returns what becomes of an account; undefined where the person is to have one. @throws Failure `invalidInput` */
  outside(row: SelectableRow): Provision['otherwise'] | undefined {
    return this.expression.matches(row) ? undefined : this.otherwise;
  }

  /** Columns and headings that it looks at. */
  names(): readonly string[] {
    return this.expression.names();
  }
}
