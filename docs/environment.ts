import { limitVariable, PROTECT_VARIABLE, READ_ONLY_VARIABLE } from '../src/profiles/effective-safety.ts';
import { PLAN_LIMIT_NAMES, PLAN_LIMITS } from '../src/profiles/plan-limits.ts';

/** Variables that hold for every command and stand for no single flag. */
export const ENVIRONMENT: readonly (readonly [name: string, what: string])[] = [
  ['ORGCTL_HOME', 'the folder of settings, runs and the sandbox'],
  ['ORGCTL_TOKEN', 'the token of this run'],
  [
    PROTECT_VARIABLE,
    'users and groups that no plan may touch, comma-separated, with * for anything; adds to those of the profile',
  ],
  [
    READ_ONLY_VARIABLE,
    'when it is 1, true, yes, y or on, nothing is written; it never makes a read-only profile writable',
  ],
  ...PLAN_LIMIT_NAMES.map(
    (name) =>
      [
        limitVariable(name),
        `${PLAN_LIMITS[name].what}; the flag ${PLAN_LIMITS[name].flag} outweighs it, and it outweighs the profile`,
      ] as const,
  ),
  [
    'PAGER',
    'the program that shows what is longer than the screen, such as less; --no-pager and "cat" turn it off',
  ],
  ['COLUMNS', 'the width of a terminal that does not report one; 80 when it is not set, either'],
  ['NO_COLOR, FORCE_COLOR, CI', 'no color; color; nothing is asked'],
];
