import { Failure } from '../../failure/failure.ts';
import { isLoopback } from '../../http/authorize.ts';
import { isObject } from '../../json/is-object.ts';
import { BASE_URLS, baseUrl, storedBaseUrl, URL_FLAGS } from '../../profiles/base-url.ts';
import { type Profile, SANDBOX_PROFILE } from '../../profiles/profile.ts';
import type { Profiles } from '../../profiles/read-profiles.ts';
import type { ConnectionSetting, Given } from '../../profiles/resolve-profile.ts';
import { recordedWords } from '../command-words.ts';

type Api = (typeof BASE_URLS)[number];

/** A command line without a profile name, and its settings. */
export interface UnnamedConnection {
  readonly argv: readonly string[];
  /** The first word of the command, such as `scim`. */
  readonly command: string | undefined;
  readonly given: { readonly [Name in ConnectionSetting]?: Given };
  /** Whether a token is given for this run only. */
  readonly hasToken: boolean;
}

/**
 * Commands that use only one of the APIs; others may need both. `doctor` checks the connection of SCIM
 * commands, and the Web API only if there is one.
 */
const API_OF: ReadonlyMap<string | undefined, Api> = new Map([
  ['scim', 'scimBaseUrl'],
  ['bulk', 'scimBaseUrl'],
  ['api', 'webApiBaseUrl'],
  ['assistant', 'webApiBaseUrl'],
  ['conversations', 'webApiBaseUrl'],
  ['doctor', 'scimBaseUrl'],
  ['functions', 'webApiBaseUrl'],
  ['logs', 'webApiBaseUrl'],
]);

/** The variable for each base URL. */
const VARIABLES = { scimBaseUrl: 'ORGCTL_SCIM_URL', webApiBaseUrl: 'ORGCTL_API_URL' } as const;

/** Other addresses of this machine. */
const THIS_MACHINE: ReadonlySet<string> = new Set(['0.0.0.0', '[::]', '[::ffff:7f00:1]']);
const SANDBOX_HOST = new URL(SANDBOX_PROFILE.scimBaseUrl).hostname;

/**
 * Whether a run needs no profile: it has a token of its own, all its URLs lead to services without a profile,
 * and no URL of the default profile would be used. At the service of a profile, the restrictions of that
 * profile always apply.
 * @throws Failure `usage` for the URL of a stored profile that is not the default one
 */
export function needsNoProfile(stored: Profiles, run: UnnamedConnection): boolean {
  const { given, hasToken, command } = run;
  const urls = BASE_URLS.flatMap((api) => {
    const url = given[api];
    return url === undefined ? [] : [{ api, place: placeOf(baseUrl(url.value, URL_FLAGS[api])) }];
  });
  const own = defaultProfile(stored);
  const ownPlaces = own === undefined ? [] : hostsOf(own);
  const elsewhere = urls.filter(({ place }) => !ownPlaces.includes(place));
  for (const { api, place } of elsewhere) refuseOtherProfile(stored, run, api, place);
  if (!hasToken || own === undefined || elsewhere.length < urls.length) return false;
  const needed = API_OF.get(command);
  const apis = needed === undefined ? BASE_URLS : [needed];
  return (
    urls.some(({ api }) => own[api] !== undefined) &&
    apis.every((api) => given[api] !== undefined || own[api] === undefined)
  );
}

function defaultProfile({ current, profiles }: Profiles): Profile | undefined {
  if (current === undefined) return undefined;
  if (Object.hasOwn(profiles, current)) return profiles[current];
  return current === SANDBOX_PROFILE.name ? SANDBOX_PROFILE : undefined;
}

/** Refuses a URL of a stored profile: the restrictions of that profile must apply at its service. */
function refuseOtherProfile(
  { profiles, damaged = {}, current }: Profiles,
  { argv, given }: UnnamedConnection,
  api: Api,
  place: string,
): void {
  const broken = Object.entries(damaged).map(([name, { stored }]) => ({ ...urlsOf(stored), name }));
  const others = [...Object.values(profiles), ...broken].filter(
    (profile) => profile.name !== current && hostsOf(profile).includes(place),
  );
  const [first] = others;
  if (first === undefined) return;
  const names = others.map(({ name }) => `"${name}"`).join(' and ');
  const has = BASE_URLS.filter((one) => first[one] !== undefined);
  const flags = has.map((one) => URL_FLAGS[one]);
  const unset = has.filter((one) => given[one]?.source === 'environment').map((one) => VARIABLES[one]);
  const line = recordedWords(['-p', first.name, ...withoutFlags(argv, flags)], (text) => text);
  const called = given[api]?.source === 'environment' ? VARIABLES[api] : URL_FLAGS[api];
  throw new Failure(
    'usage',
    others.length === 1
      ? `${called} is the URL of the profile ${names}; select it with -p`
      : `${called} is the URL of the profiles ${names}; select one of them with -p`,
    { hint: unset.length === 0 ? line : `unset ${unset.join(' ')} && ${line}` },
  );
}

/** Removes these flags and their values from a command line. */
function withoutFlags(argv: readonly string[], flags: readonly string[]): readonly string[] {
  return argv.filter((word, index) => {
    const before = argv[index - 1] ?? '';
    return !flags.some((flag) => word === flag || word.startsWith(`${flag}=`) || before === flag);
  });
}

/** The hosts of the APIs of a profile; invalid stored URLs are skipped. */
function hostsOf(profile: Pick<Profile, 'name' | Api>): readonly string[] {
  return BASE_URLS.flatMap((api) => {
    try {
      const url = storedBaseUrl(profile, api);
      return url === undefined ? [] : [placeOf(url)];
    } catch {
      return [];
    }
  });
}

/** The URLs of a damaged profile, which can still be read. */
function urlsOf(stored: unknown): Pick<Profile, Api> {
  if (!isObject(stored)) return {};
  const texts = BASE_URLS.flatMap((api) => {
    const url = stored[api];
    return typeof url === 'string' ? [[api, url] as const] : [];
  });
  return Object.fromEntries(texts);
}

/** Returns host and port of a URL. Different spellings of a host are equal, and so are http and https. */
function placeOf(url: string): string {
  const { hostname, port } = new URL(url);
  const host = hostname.replace(/\.+$/, '');
  const isHere = THIS_MACHINE.has(host) || (isLoopback(host) && host !== SANDBOX_HOST);
  const isUsual = port === '' || port === '80' || port === '443';
  return `${isHere ? 'localhost' : host}:${isUsual ? '' : port}`;
}
