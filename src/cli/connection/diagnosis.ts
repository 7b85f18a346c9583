import { asFailure, type Failure } from '../../failure/failure.ts';

/** The result of one check. */
export interface Diagnosis {
  readonly about: string;
  readonly state: 'ok' | 'warning' | 'problem' | 'not tried';
  readonly found: string;
  /** What to do about it. */
  readonly remedy?: string | undefined;
  /** The failure that the check ran into. */
  readonly failure?: Failure;
}

/** What a check found: a text if all is well. */
export type CheckResult = string | Diagnosis;

/** Runs one check; a Failure becomes its result. */
export async function runCheck(about: string, find: () => Promise<CheckResult>): Promise<Diagnosis> {
  try {
    const found = await find();
    return typeof found === 'string' ? ok(about, found) : { ...found, about };
  } catch (error) {
    const failure = asFailure(error);
    return { about, state: 'problem', found: failure.message, remedy: failure.hint, failure };
  }
}

/** Returns the result of a check that found no problem. */
export function ok(about: string, found: string): Diagnosis {
  return { about, state: 'ok', found };
}

/** Returns a warning; `look` adds what it is about. */
export function warning(found: string, remedy: string): Diagnosis {
  return { about: '', state: 'warning', found, remedy };
}

/** Returns the result of a check that could not be made. */
export function notTried(about: string, found: string): Diagnosis {
  return { about, state: 'not tried', found };
}
