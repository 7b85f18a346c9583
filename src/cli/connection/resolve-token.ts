import { Failure } from '../../failure/failure.ts';
import { type Profile, tokenFrom } from '../../profiles/profile.ts';
import { readTokenFile } from '../../profiles/read-token.ts';
import { NO_PROFILE } from '../../profiles/resolve-profile.ts';
import type { TokenKind } from '../../spec/protocol-types.ts';
import { readText } from '../../terminal/read-input.ts';
import type { Host } from '../host.ts';
import type { CommonOptions } from '../options/common-options.ts';

/** Returns the token given for this run only, by --token-stdin, --token-file or ORGCTL_TOKEN. */
export async function readGivenToken(common: CommonOptions, host: Host): Promise<string | undefined> {
  if (common.tokenStdin === true) return tokenFrom(await readText('-', host.streams.stdin));
  if (common.tokenFile !== undefined) return readTokenFile(common.tokenFile);
  const fromEnvironment = host.env['ORGCTL_TOKEN'];
  return fromEnvironment === undefined || fromEnvironment === '' ? undefined : tokenFrom(fromEnvironment);
}

/** Whether a token is given for this run only. */
export function isTokenGiven(
  { tokenStdin, tokenFile }: Pick<CommonOptions, 'tokenStdin' | 'tokenFile'>,
  { env }: Pick<Host, 'env'>,
): boolean {
  return tokenStdin === true || tokenFile !== undefined || (env['ORGCTL_TOKEN'] ?? '') !== '';
}

/** SCIM accepts the token of an app on the organization, or of a user (SCIM §5). */
export const SCIM_TOKENS: readonly TokenKind[] = ['org', 'user'];

/** Returns the failure for a missing token: its kind, and how to provide it. */
export function noToken({ name, tokens }: Profile, kinds: readonly TokenKind[]): Failure {
  if (name === NO_PROFILE) {
    return new Failure('unauthorized', 'no token given', {
      hint: 'pass --token-stdin or --token-file, or set ORGCTL_TOKEN',
    });
  }
  const others = Object.keys(tokens);
  if (others.length > 0) {
    const message = `this command needs a token of kind ${kinds.join(' or ')}; profile "${name}" has only ${others.join(' and ')}`;
    return new Failure('unauthorized', message, {
      hint: `orgctl profile add ${name} --token-kind ${kinds[0] ?? 'org'} --token-stdin`,
    });
  }
  return new Failure('unauthorized', `profile "${name}" has no token`, {
    hint: `set ORGCTL_TOKEN, or store one: orgctl profile edit ${name} --token-stdin`,
  });
}
