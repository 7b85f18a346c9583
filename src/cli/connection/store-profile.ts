import { isDeepStrictEqual } from 'node:util';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Profile } from '../../profiles/profile.ts';
import { TOKEN_KINDS } from '../../spec/protocol-types.ts';
import { listed } from '../../values/listed.ts';
import { forgetNames } from '../completion/remember-names.ts';
import type { Context } from '../context.ts';
import { typedFlags } from '../options/profile-flags.ts';
import { PROFILE_VIEW } from '../views/profile-view.ts';
import { mergedProfile } from './merged-profile.ts';
import { checkNewProfile, readNewProfile } from './new-profile.ts';
import type { NewProfileOptions } from './profile-options.ts';

/**
 * Builds a profile from flags and prompts, tests it, stores it and prints it. A dry run does not store it.
 */
export async function storeProfile(
  context: Context,
  name: string,
  options: NewProfileOptions & { readonly check: boolean },
): Promise<void> {
  const { known, profile, notes } = await readNewProfile(context, name, options);
  // If no new token was given, the test uses any token of the profile.
  const kinds = [options.tokenKind, ...TOKEN_KINDS];
  const kind = kinds.find((one) => profile.tokens[one] !== undefined) ?? options.tokenKind;
  const isTried = options.check && (known === undefined || isOtherConnection(known, profile));
  // A token of a kind that was not named never replaces one of another kind.
  const mayBeOrg = !options.isKindNamed && known?.tokens.org === undefined;
  const checked = isTried ? await checkNewProfile(context, profile, kind, mayBeOrg) : profile;
  const explain = async () => {
    for (const line of notes) await context.messages.note(line);
  };
  if (context.common.dryRun === true) {
    await explain();
    await context.messages.note(`dry run: "${name}" would be stored; nothing was stored`);
    await printProfile(context, checked, false);
    return;
  }
  let isFirst = false;
  let merged = checked;
  await context.profiles.update((stored) => {
    isFirst = stored.current === undefined;
    merged = mergedProfile(stored, { before: known, after: checked });
    return { current: stored.current ?? name, profiles: { ...stored.profiles, [name]: merged } };
  });
  // The names in completion are those of one organization.
  if (known?.scimBaseUrl !== merged.scimBaseUrl) forgetNames(context.folders, name);
  await explain();
  const { current } = await context.profiles.read();
  if (!isDeepStrictEqual(known, merged))
    await context.messages.note(`stored in ${context.profiles.path}, file mode 0600`);
  if (isFirst) await context.messages.note(`"${name}" is now the default profile`);
  await printProfile(context, merged, current === name);
}

/** Changes a stored profile by typed flags; settings that come from variables are not stored. */
export async function storeTyped(
  context: Context,
  name: string,
  options: Omit<NewProfileOptions, 'isKindNamed' | 'isTokenTyped'> & { readonly check: boolean },
  command: CommandUnknownOpts,
): Promise<void> {
  const { flags, common, ignored } = typedFlags(options, context.common, command);
  await storeProfile({ ...context, common }, name, flags);
  if (ignored.length > 0)
    await context.messages.note(
      `${listed(ignored, 'and')} ${ignored.length === 1 ? 'was' : 'were'} not stored: only flags change a stored profile`,
    );
}

/** Whether two profiles differ in what a test of the connection can tell. */
function isOtherConnection(known: Profile, profile: Profile): boolean {
  const names = ['scimBaseUrl', 'webApiBaseUrl', 'scimVersion', 'tokens'] as const;
  return names.some((name) => !isDeepStrictEqual(known[name], profile[name]));
}

/** Prints a stored profile; of its tokens only the sources. */
export async function printProfile(context: Context, profile: Profile, isCurrent: boolean): Promise<void> {
  await (await context.printer()).one({ profile, isCurrent, isBuiltIn: false }, PROFILE_VIEW);
}
