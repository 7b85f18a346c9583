import { asFailure, Failure } from '../../failure/failure.ts';
import { BASE_URLS, baseUrl, type UrlFlag } from '../../profiles/base-url.ts';
import { effectiveSafety } from '../../profiles/effective-safety.ts';
import {
  type Profile,
  profileName,
  SANDBOX_PROFILE,
  type StoredToken,
  tokenFrom,
} from '../../profiles/profile.ts';
import { profileNamed } from '../../profiles/profile-named.ts';
import type { Safety } from '../../profiles/safety.ts';
import { vendorOfUri } from '../../rules/schema-uris.ts';
import { readDiscoveredSchemaUris } from '../../scim/discovered-schema-uris.ts';
import { DEFAULT_VENDOR } from '../../spec/default-vendor.ts';
import type { TokenKind } from '../../spec/protocol-types.ts';
import { defined } from '../../values/defined.ts';
import type { Context } from '../context.ts';
import { checkConnection } from './check-connection.ts';
import type { Connection } from './connect.ts';
import { givenUrls } from './given-urls.ts';
import { connectionOf, lifetimeOf, type NewProfileOptions, safetyOf } from './profile-options.ts';
import { changesIn, type NewProfile, replacedProfile } from './replaced-profile.ts';
import { asOrgToken, checkTokenKind } from './token-kind.ts';
import { unmatchedNames } from './unknown-protection.ts';

/**
 * Builds a new profile from flags and, on a terminal, from prompts for what is missing.
 * @throws Failure `usage` that names the missing flag if no prompt is possible
 */
export async function readNewProfile(
  context: Context,
  name: string,
  options: NewProfileOptions,
): Promise<NewProfile> {
  const { common } = context;
  profileName(name);
  if (name === SANDBOX_PROFILE.name) throw new Failure('usage', `"${name}" is built in and needs no setup`);
  const known = profileNamed(await context.profiles.read(), name);
  if (known !== undefined)
    return options.force === true
      ? replacedProfile(context, known, options, (question) => readNewToken(context, options, question))
      : withFurtherToken(context, known, options);
  const hasUrl = common.scimUrl !== undefined || common.apiUrl !== undefined;
  const urls = givenUrls(hasUrl ? common : { ...common, ...(await askUrls(context, options.tokenKind)) });
  const token = await readNewToken(context, options);
  const profile: Profile = {
    name,
    ...urls,
    ...connectionOf(common),
    tokens: { [options.tokenKind]: token },
    ...lifetimeOf(options),
    ...safetyOf(options),
  };
  return { profile, notes: [] };
}

/**
 * Returns the safety settings of a profile after adding a token: they may become stricter and limits may
 * change, but other protection is never weakened.
 */
function addedSafety(known: Profile, options: NewProfileOptions): Safety {
  const { sources: _, ...safety } = effectiveSafety(known, safetyOf(options));
  return safety;
}

/**
 * Adds a token of another kind to a profile, and the given settings; its other tokens and settings stay.
 * @throws Failure `usage` if the profile has a token of this kind, or another URL is given
 */
async function withFurtherToken(
  context: Context,
  known: Profile,
  options: NewProfileOptions,
): Promise<NewProfile> {
  const { common } = context;
  const urls = givenUrls(common);
  const isOther = (setting: (typeof BASE_URLS)[number]) =>
    urls[setting] !== undefined && known[setting] !== undefined && urls[setting] !== known[setting];
  if (known.tokens[options.tokenKind] !== undefined || BASE_URLS.some(isOther)) {
    throw new Failure('usage', `profile "${known.name}" already exists`, {
      hint: `--token-kind adds a token of another kind; to change the profile: orgctl profile edit ${known.name}`,
    });
  }
  const token = await readNewToken(context, options);
  const settings: Profile = {
    ...known,
    ...urls,
    ...connectionOf(common, known),
    ...addedSafety(known, options),
    ...lifetimeOf(options),
  };
  const changes = changesIn(known, settings);
  return {
    known,
    profile: { ...settings, tokens: { ...known.tokens, [options.tokenKind]: token } },
    notes: changes.length === 0 ? [] : [`"${known.name}" also changes: ${changes.join(', ')}`],
  };
}

/** Prompts for the SCIM base URL, or for that of the Web API if the profile is for the Web API only. */
async function askUrls(
  { prompts }: Context,
  tokenKind: TokenKind,
): Promise<{ readonly scimUrl?: string; readonly apiUrl?: string }> {
  if (!prompts.mayAsk)
    throw new Failure('usage', 'a profile needs --scim-url or --api-url', {
      hint: '--scim-url https://api.example.com',
    });
  // A bot token is only for the Web API.
  const scimUrl =
    tokenKind === 'bot'
      ? ''
      : await prompts.text('SCIM base URL, for example https://api.example.com (empty for Web API only):', {
          check: (text) => (text === '' ? undefined : urlProblem(text, '--scim-url')),
        });
  if (scimUrl !== '') return { scimUrl };
  const apiUrl = await prompts.text('Web API base URL, for example https://example.com/api:', {
    check: (text) => urlProblem(text, '--api-url'),
  });
  return { apiUrl };
}

/** Returns why an answer is not a base URL; undefined if it is one. */
function urlProblem(text: string, flag: UrlFlag): string | undefined {
  try {
    baseUrl(text, flag, 'it');
    return undefined;
  } catch (error) {
    return asFailure(error).message;
  }
}

/** @param question the prompt if no token is given */
async function readNewToken(
  context: Context,
  { tokenCommand }: NewProfileOptions,
  question = 'Token (hidden):',
): Promise<StoredToken> {
  if (tokenCommand !== undefined) return { command: tokenCommand };
  const given = await context.givenToken();
  if (given !== undefined) return { value: given };
  if (!context.prompts.mayAsk) {
    throw new Failure('usage', 'a profile needs a token', {
      hint: '--token-stdin, --token-file, --token-command, or ORGCTL_TOKEN',
    });
  }
  const token = tokenFrom(await context.prompts.secret(question));
  context.secrets.add(token);
  return { value: token };
}

/** The vendor name in the schema URNs that the service announces. */
async function announcedVendor({ scim }: Connection): Promise<string | undefined> {
  const { guest, profile } = await readDiscoveredSchemaUris(scim);
  return [guest, profile].map((uri) => vendorOfUri(uri ?? '')).find((word) => word !== undefined);
}

/**
 * Tests a new connection before it is stored, and fills in the SCIM version of the service and the kind of a
 * token. A bot token is only for the Web API.
 * @param mayBeOrg as for `checkTokenKind`
 * @throws Failure which states that nothing was stored
 */
export async function checkNewProfile(
  context: Context,
  profile: Profile,
  kind: TokenKind,
  mayBeOrg: boolean,
): Promise<Profile> {
  const { scimBaseUrl, webApiBaseUrl } = profile;
  if (kind === 'bot' && webApiBaseUrl === undefined) {
    throw new Failure('usage', 'a bot token is for the Web API, and the profile has no Web API URL', {
      hint: 'add --api-url https://…/api',
    });
  }
  try {
    const hasScim = scimBaseUrl !== undefined && kind !== 'bot';
    const checked = hasScim ? await checkScim(context, profile) : profile;
    if (webApiBaseUrl === undefined) return checked;
    const isOrg = await checkTokenKind(context, profile, kind, mayBeOrg);
    return isOrg ? asOrgToken(checked) : checked;
  } catch (error) {
    if (!(error instanceof Failure) || error.kind === 'usage') throw error;
    throw new Failure(error.kind, `not stored: ${error.message}`, {
      ...defined({ code: error.code }),
      hint: 'correct it, or skip this check with --no-check',
    });
  }
}

async function checkScim(context: Context, profile: Profile): Promise<Profile> {
  let connection: Connection | undefined;
  try {
    connection = await context.connect(profile);
    const { version, users } = await checkConnection(connection.scim, connection.origin);
    const vendor = context.common.vendor ?? (await announcedVendor(connection)) ?? profile.vendor;
    const word = vendor === DEFAULT_VENDOR ? '' : `, vendor name ${vendor}`;
    await context.messages.note(`it works: SCIM ${version}, ${users ?? 'some'} users${word}`);
    for (const name of await unmatchedNames(connection.scim, profile.protected ?? []))
      await context.messages.warn(`--protect: no user or group is named "${name}"`);
    if (profile.webApiBaseUrl === undefined)
      await context.messages.note(
        'it can manage users and groups; --api-url adds the methods of the Web API',
      );
    return { ...profile, scimVersion: version, vendor };
  } finally {
    await connection?.close();
  }
}
