import { Failure } from '../failure/failure.ts';
import {
  LIMIT_VALUE_WORDS,
  type LimitValue,
  PLAN_LIMIT_NAMES,
  type PlanLimitName,
  parseLimitValue,
} from './plan-limits.ts';
import type { Safety } from './safety.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The variables that add to the safety of a profile, or stand in for one in CI. */
export const PROTECT_VARIABLE = 'ORGCTL_PROTECT';
export const READ_ONLY_VARIABLE = 'ORGCTL_READ_ONLY';

/** Where a safety setting came from; protection may come from both. */
export type SafetySource = 'environment' | 'profile' | 'environment and profile';

/** What holds for a connection, and where each setting came from. */
export interface EffectiveSafety extends Safety {
  readonly sources: {
    readonly readOnly?: SafetySource;
    readonly protected?: SafetySource;
    readonly planLimits: { readonly [Name in PlanLimitName]?: SafetySource };
  };
}

/** Returns the variable of a limit: `maxDeactivate` → `ORGCTL_MAX_DEACTIVATE`. */
export function limitVariable(name: PlanLimitName): string {
  return `ORGCTL_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/**
 * Reads names between commas. A name that holds another separator would protect nobody.
 * @throws Failure `usage` that names where it was given.
 */
export function protectedNames(text: string, where: string): readonly string[] {
  const [other] = /[;|\t\r\n]/.exec(text) ?? [];
  if (other !== undefined)
    throw new Failure(
      'usage',
      `${where} has ${SEPARATORS[other] ?? `"${other}"`} in it; names stand between commas`,
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

const FALSE_WORDS: ReadonlySet<string> = new Set(['', '0', 'false', 'no', 'off']);

/**
 * Reads the safety settings of the environment.
 * @throws Failure `usage` for a limit that is neither a count nor a percentage.
 */
export function safetyOfEnvironment(env: Environment): Safety {
  const patterns = protectedNames(env[PROTECT_VARIABLE] ?? '', PROTECT_VARIABLE);
  const planLimits: { [Name in PlanLimitName]?: LimitValue } = {};
  for (const name of PLAN_LIMIT_NAMES) {
    const text = env[limitVariable(name)] ?? '';
    if (text === '') continue;
    const limit = parseLimitValue(text);
    if (limit === undefined)
      throw new Failure('usage', `${limitVariable(name)} is "${text}". It is ${LIMIT_VALUE_WORDS}.`);
    planLimits[name] = limit;
  }
  return {
    ...(FALSE_WORDS.has((env[READ_ONLY_VARIABLE] ?? '').toLowerCase()) ? {} : { readOnly: true }),
    ...(patterns.length === 0 ? {} : { protected: patterns }),
    ...(Object.keys(planLimits).length === 0 ? {} : { planLimits }),
  };
}

/**
 * Returns what holds when a profile and the environment both say something: read-only when either does,
 * everything that either protects, and of each limit the variable. A variable never weakens protection or
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

/** Returns what is read-only, for the words "… is read-only": the profile, else the environment. */
export function readOnlySubject({ name }: { readonly name: string }, safety: EffectiveSafety): string {
  return safety.sources.readOnly === 'environment'
    ? `this environment (${READ_ONLY_VARIABLE})`
    : `the profile "${name}"`;
}
