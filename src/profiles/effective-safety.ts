import { Failure } from '../failure/failure.ts';
import { BOOLEAN_WORDS, parseBoolean } from '../values/boolean-word.ts';
import {
  LIMIT_VALUE_WORDS,
  type LimitValue,
  PLAN_LIMIT_NAMES,
  type PlanLimitName,
  parseLimitValue,
} from './plan-limits.ts';
import type { Safety } from './safety.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Environment variables that add to the safety settings of a profile, or replace a profile in CI. */
export const PROTECT_VARIABLE = 'ORGCTL_PROTECT';
export const READ_ONLY_VARIABLE = 'ORGCTL_READ_ONLY';

/** Origin of a safety setting. Protection and read-only may come from both. */
export type SafetySource = 'environment' | 'profile' | 'environment and profile';

/** The safety settings in force for a connection, and the origin of each. */
export interface EffectiveSafety extends Safety {
  readonly sources: {
    readonly readOnly?: SafetySource;
    readonly protected?: SafetySource;
    readonly planLimits: { readonly [Name in PlanLimitName]?: SafetySource };
  };
}

/** Returns the environment variable of a limit: `maxDeactivate` → `ORGCTL_MAX_DEACTIVATE`. */
export function limitVariable(name: PlanLimitName): string {
  return `ORGCTL_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/**
 * Parses comma-separated names. Other separators are refused: the list would be read as one name that
 * protects nothing.
 * @throws Failure `usage` that names the flag or variable
 */
export function protectedNames(text: string, where: string): readonly string[] {
  const [other] = /[;|\t\r\n]/.exec(text) ?? [];
  if (other !== undefined)
    throw new Failure(
      'usage',
      `${where} contains ${SEPARATORS[other] ?? `"${other}"`}; separate names with commas`,
      {
        hint: `${where === PROTECT_VARIABLE ? `${where}=` : `${where} `}"clara.voss,IT"`,
      },
    );
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

const SEPARATORS: Readonly<Record<string, string>> = {
  '\t': 'a tab',
  '\r': 'a line break',
  '\n': 'a line break',
};

/**
 * Reads the safety settings of the environment.
 * @throws Failure `usage` if a limit is neither a count nor a percentage, or read-only neither on nor off
 */
export function safetyOfEnvironment(env: Environment): Safety {
  const patterns = protectedNames(env[PROTECT_VARIABLE] ?? '', PROTECT_VARIABLE);
  const planLimits: { [Name in PlanLimitName]?: LimitValue } = {};
  for (const name of PLAN_LIMIT_NAMES) {
    const text = env[limitVariable(name)] ?? '';
    if (text === '') continue;
    const limit = parseLimitValue(text);
    if (limit === undefined)
      throw new Failure('usage', `${limitVariable(name)} is "${text}". It must be ${LIMIT_VALUE_WORDS}.`);
    planLimits[name] = limit;
  }
  return {
    ...(isReadOnlyIn(env) ? { readOnly: true } : {}),
    ...(patterns.length === 0 ? {} : { protected: patterns }),
    ...(Object.keys(planLimits).length === 0 ? {} : { planLimits }),
  };
}

function isReadOnlyIn({ [READ_ONLY_VARIABLE]: text = '' }: Environment): boolean {
  if (text === '') return false;
  const isReadOnly = parseBoolean(text);
  if (isReadOnly !== undefined) return isReadOnly;
  throw new Failure('usage', `${READ_ONLY_VARIABLE} is "${text}". Allowed choices are ${BOOLEAN_WORDS}.`);
}

/**
 * Combines the safety settings of a profile and the environment: read-only if either sets it, the names
 * protected by either, and for each limit the variable if set. A variable never weakens protection or
 * read-only.
 */
export function effectiveSafety(profile: Safety, given: Safety): EffectiveSafety {
  const source = (isGiven: boolean, isStored: boolean): SafetySource =>
    isGiven ? (isStored ? 'environment and profile' : 'environment') : 'profile';
  const patterns = [...new Set([...(profile.protected ?? []), ...(given.protected ?? [])])];
  const planLimits = { ...profile.planLimits, ...given.planLimits };
  const names = PLAN_LIMIT_NAMES.filter((name) => planLimits[name] !== undefined);
  const isReadOnly = profile.readOnly === true || given.readOnly === true;
  return {
    ...(isReadOnly ? { readOnly: true } : {}),
    ...(patterns.length === 0 ? {} : { protected: patterns }),
    ...(names.length === 0 ? {} : { planLimits }),
    sources: {
      ...(isReadOnly ? { readOnly: source(given.readOnly === true, profile.readOnly === true) } : {}),
      ...(patterns.length === 0
        ? {}
        : { protected: source(given.protected !== undefined, profile.protected !== undefined) }),
      planLimits: Object.fromEntries(
        names.map((name) => [name, source(given.planLimits?.[name] !== undefined, false)]),
      ),
    },
  };
}

/**
 * Returns the subject of the message "… is read-only": the environment if only it sets read-only, otherwise
 * the profile.
 */
export function readOnlySubject({ name }: { readonly name: string }, safety: EffectiveSafety): string {
  return safety.sources.readOnly === 'environment'
    ? `this environment (${READ_ONLY_VARIABLE})`
    : `the profile "${name}"`;
}
