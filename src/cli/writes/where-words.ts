import { NO_PROFILE } from '../../profiles/resolve-profile.ts';

/** Names listed in full; the rest are only counted. */
const NAMES_SHOWN = 5;

/** Returns "tomas.rey, clara.voss", or the first five names followed by "and 7 more". */
export function namesInWords(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_SHOWN).join(', ');
  const rest = names.length - NAMES_SHOWN;
  return rest > 0 ? `${shown} and ${rest} more` : shown;
}

/** Returns the connection for a prompt: `in "acme" (api.example.com)`. */
export function connectionInWords(profile: string, origin: string): string {
  const { host } = new URL(origin);
  return profile === NO_PROFILE ? `at ${host}` : `in "${profile}" (${host})`;
}
