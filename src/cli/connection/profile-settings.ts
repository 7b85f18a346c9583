import { InvalidArgumentError } from '@commander-js/extra-typings';
import { Failure } from '../../failure/failure.ts';
import { isOutputFormat, OUTPUT_FORMATS } from '../../output/view.ts';
import { type Profile, VERSION_CHOICES } from '../../profiles/profile.ts';
import { isVendorName, VENDOR_CHARACTERS } from '../../profiles/vendor-name.ts';
import { suggest } from '../../values/suggest.ts';
import { knownQuota } from './profile-options.ts';
import { withReadOnly } from './replaced-profile.ts';

/**
 * Settings of a profile with plain values. URLs, tokens and protection are changed with "profile edit"
 * instead.
 */
export const PROFILE_SETTINGS = ['output', 'quota', 'scimVersion', 'vendor', 'readOnly'] as const;
export type ProfileSetting = (typeof PROFILE_SETTINGS)[number];

/**
 * Returns the setting with this name; case, "-" and "_" do not matter. @throws Failure `usage` if there is
 * none
 */
export function profileSetting(word: string): ProfileSetting {
  const wanted = word.replaceAll(/[-_]/g, '').toLowerCase();
  const found = PROFILE_SETTINGS.find((name) => name.toLowerCase() === wanted);
  if (found !== undefined) return found;
  const suggestion = suggest(word, PROFILE_SETTINGS);
  throw new Failure(
    'usage',
    `unknown setting "${word}"${suggestion === undefined ? '' : ` (did you mean ${suggestion}?)`}`,
    { hint: `settings: ${PROFILE_SETTINGS.join(', ')}; for other settings: orgctl profile edit --help` },
  );
}

/**
 * Returns a profile with one setting changed. @throws Failure `usage` for a value that the setting does not
 * accept
 */
export function withSetting(profile: Profile, name: ProfileSetting, value: string): Profile {
  if (name === 'output' && value === 'default') {
    const { output: _, ...others } = profile;
    return others;
  }
  if (name !== 'readOnly') return { ...profile, ...SETTERS[name](value) };
  if (value !== 'true' && value !== 'false') throw refuse('readOnly', ['true', 'false']);
  return withReadOnly(profile, value === 'true');
}

const refuse = (name: ProfileSetting, choices: readonly string[]) =>
  new Failure('usage', `${name} must be one of ${choices.join(', ')}`, {
    hint: `orgctl config set ${name} ${choices[0] ?? ''}`,
  });

const SETTERS: {
  readonly [Name in Exclude<ProfileSetting, 'readOnly'>]: (value: string) => Partial<Profile>;
} = {
  output: (output) => {
    if (!isOutputFormat(output)) throw refuse('output', [...OUTPUT_FORMATS, 'default']);
    return { output };
  },
  quota: (text) => {
    try {
      return { quota: knownQuota(text) };
    } catch (error) {
      if (error instanceof InvalidArgumentError) throw new Failure('usage', `quota: ${error.message}`);
      throw error;
    }
  },
  scimVersion: (value) => {
    const scimVersion = VERSION_CHOICES.find((choice) => choice === value);
    if (scimVersion === undefined) throw refuse('scimVersion', VERSION_CHOICES);
    return { scimVersion };
  },
  vendor: (vendor) => {
    if (!isVendorName(vendor)) throw new Failure('usage', `vendor must consist of ${VENDOR_CHARACTERS}`);
    return { vendor };
  },
};
