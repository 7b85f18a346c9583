import { Failure } from '../../failure/failure.ts';
import { mayBeToken } from '../../gate/token-shape.ts';
import { safetyOfEnvironment } from '../../profiles/effective-safety.ts';
import { profileNames } from '../../profiles/profile-names.ts';
import type { ProfileStore } from '../../profiles/profile-store.ts';
import type { Profiles } from '../../profiles/read-profiles.ts';
import {
  type ConnectionSetting,
  type Given,
  type ResolvedProfile,
  resolveProfile,
} from '../../profiles/resolve-profile.ts';
import { suggest } from '../../values/suggest.ts';
import { recordedWords } from '../command-words.ts';
import type { Environment, Host } from '../host.ts';
import { once } from '../once.ts';
import { givenSetting, type Program } from '../options/common-options.ts';
import { needsNoProfile } from './urls-elsewhere.ts';

const SETTING_FLAGS: readonly (readonly [ConnectionSetting, string])[] = [
  ['scimBaseUrl', 'scimUrl'],
  ['webApiBaseUrl', 'apiUrl'],
  ['scimVersion', 'scimVersion'],
  ['vendor', 'vendor'],
  ['quota', 'quota'],
];

type GivenSettings = { [Name in ConnectionSetting]?: Given };

/**
 * Returns a function that resolves the profile of a command line once. A name given in its first call
 * overrides --profile.
 * @throws Failure `usage` if there is no such profile
 */
export function chosenProfile(
  program: Program,
  profiles: ProfileStore,
  { argv, env, tape }: Pick<Host, 'argv' | 'env' | 'tape'>,
): (name?: string) => Promise<ResolvedProfile> {
  let chosen: string | undefined;
  const resolve = once(async () => {
    const given: GivenSettings = {};
    for (const [name, flag] of SETTING_FLAGS) {
      const setting = givenSetting(program, flag);
      if (setting !== undefined) given[name] = setting;
    }
    const wanted: Given | undefined =
      chosen === undefined ? givenSetting(program, 'profile') : { value: chosen, source: 'flag' };
    const all = await profiles.read();
    const run = { argv, command: program.args[0], given, hasToken: hasToken(program, env) };
    const isAlone = wanted === undefined && needsNoProfile(all, run);
    const stored: Profiles = isAlone ? { profiles: all.profiles } : all;
    const profile = withNearest(stored, wanted, { argv, isArgument: chosen !== undefined }, () =>
      resolveProfile(stored, wanted, given, safetyOfEnvironment(env)),
    );
    tape?.resolved(profile);
    return profile;
  });
  return (name) => {
    chosen ??= name;
    return resolve();
  };
}

/** Whether a token is given for this run only. */
function hasToken(program: Program, env: Environment): boolean {
  const isFlag = ['tokenStdin', 'tokenFile'].some((flag) => program.getOptionValue(flag) !== undefined);
  return isFlag || (env['ORGCTL_TOKEN'] ?? '') !== '';
}

/** The flag of a profile, also after short flags without a value, and with its value joined to it. */
const PROFILE_FLAG = /^(?:-[nyqv]*p|--profile)$/;
const JOINED_PROFILE = /^(-[nyqv]*p|--profile=)(.+)$/s;

/**
 * Resolves a profile. If the name is similar to that of an existing profile, the failure suggests the
 * corrected command line.
 * @param isArgument whether an argument of the command names it, and not --profile
 */
function withNearest<T>(
  stored: Profiles,
  wanted: Given | undefined,
  { argv, isArgument }: { readonly argv: readonly string[]; readonly isArgument: boolean },
  resolve: () => T,
): T {
  const names = profileNames(stored);
  const typed = wanted?.value ?? '';
  if (typed === '' || names.includes(typed) || mayBeToken(typed)) return resolve();
  try {
    return resolve();
  } catch (error) {
    const near = suggest(typed, names);
    if (near === undefined || !(error instanceof Failure)) throw error;
    const line = argv.map((word, index) => {
      const [, flag, joined] = JOINED_PROFILE.exec(word) ?? [];
      if (!isArgument && flag !== undefined && joined === typed) return `${flag}${near}`;
      const isName = isArgument
        ? index === argv.lastIndexOf(typed)
        : PROFILE_FLAG.test(argv[index - 1] ?? '');
      return word === typed && isName ? near : word;
    });
    const isTyped = line.some((word, index) => word !== argv[index]);
    throw new Failure(error.kind, error.message, {
      hint: recordedWords(isTyped ? line : ['-p', near, ...line], (text) => text),
      cause: error,
    });
  }
}
