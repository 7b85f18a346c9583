import { createHash } from 'node:crypto';
import type { TokenMark } from '../../bulk/run/started-by.ts';
import { asFailure } from '../../failure/failure.ts';
import type { Secrets } from '../../gate/gate.ts';
import { backOff } from '../../http/back-off.ts';
import { durationInWords } from '../../output/duration-words.ts';
import type { Profile } from '../../profiles/profile.ts';
import { readStoredToken } from '../../profiles/read-token.ts';
import type { ResolvedProfile } from '../../profiles/resolve-profile.ts';
import { createTokenSource, type TokenSource } from '../../profiles/token-source.ts';
import type { TokenKind } from '../../spec/protocol-types.ts';
import type { Host } from '../host.ts';
import type { CommonOptions } from '../options/common-options.ts';
import type { Messages } from '../printing/messages.ts';
import { noToken, readGivenToken } from './resolve-token.ts';

/** The tokens of one command, over both APIs. */
export interface TokenSources {
  /** The token of the first of these kinds that a profile has, or the one that was given for this run. */
  current(resolved: ResolvedProfile, kinds: readonly TokenKind[]): Promise<string>;
  /** Another one in place of one that the service refused; undefined when there is none. */
  renewed(
    resolved: ResolvedProfile,
    kinds: readonly TokenKind[],
    refused: string,
  ): Promise<string | undefined>;
  /** Tells the token apart that was used last; undefined before the first. */
  used(): TokenMark | undefined;
  /** The profile that it was used for, stored or about to be. */
  usedFor(): Profile | undefined;
}

export interface TokenSourcesOptions {
  readonly common: CommonOptions;
  readonly host: Host;
  readonly secrets: Secrets;
  /** The token that was given for this run alone, if any. */
  readonly givenToken: () => Promise<string | undefined>;
  readonly messages: Pick<Messages, 'warn'>;
  /** Waits, unless the person asks to stop. */
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/** The limit of the first pause before a token that could not be read is asked for again, in milliseconds. */
const FIRST_PAUSE = 1000;

/** A token by where it comes from. */
interface Source {
  readonly kind: string;
  readonly tokens: TokenSource;
}

/** Finds out where each token comes from when it is first asked for, and keeps asking there. */
export function createTokenSources(options: TokenSourcesOptions): TokenSources {
  const { common, host, secrets, givenToken } = options;
  const found = new Map<string, Promise<Source>>();

  const pause = pausing(options);
  const guarded = (read: () => Promise<string>) => kept(secrets, read);
  const fixed = (kind: string, token: string) => fixedSource(kind, token, host.now);
  const given = async (token: string): Promise<Source> => {
    if (common.tokenStdin === true || common.tokenFile === undefined) return fixed('given', token);
    let isFirst = true;
    const read = guarded(async () => {
      const text = isFirst ? token : await readGivenToken(common, host);
      isFirst = false;
      return text ?? token;
    });
    return { kind: 'given', tokens: createTokenSource({ read, mayChange: true, now: host.now, pause }) };
  };
  const find = async (
    { profile, isSandbox }: ResolvedProfile,
    kinds: readonly TokenKind[],
  ): Promise<Source> => {
    const token = await givenToken();
    if (token !== undefined) return given(token);
    if (isSandbox) {
      const { SANDBOX_TOKENS } = await import('../../sandbox/demo-tokens.ts');
      return fixed('sandbox', SANDBOX_TOKENS[kinds[0] ?? 'org']);
    }
    return stored(profile, kinds);
  };
  const stored = (profile: Profile, kinds: readonly TokenKind[]): Source => {
    const kind = kinds.find((one) => profile.tokens[one] !== undefined);
    const token = kind === undefined ? undefined : profile.tokens[kind];
    if (kind === undefined || token === undefined) throw noToken(profile, kinds);
    if ('value' in token) secrets.add(token.value);
    const lifetime = profile.tokenLifetime === undefined ? undefined : profile.tokenLifetime * 1000;
    return {
      kind,
      tokens: createTokenSource({
        read: guarded(() => readStoredToken(token)),
        mayChange: 'command' in token,
        lifetime,
        now: host.now,
        pause,
      }),
    };
  };

  const sourceOf = (resolved: ResolvedProfile, kinds: readonly TokenKind[]) => {
    const key = `${resolved.profile.name} ${kinds.join()}`;
    const known = found.get(key) ?? find(resolved, kinds);
    found.set(key, known);
    return known;
  };
  const { note, used, usedFor } = lastUsed();
  return {
    async current(resolved, kinds) {
      const { kind, tokens } = await sourceOf(resolved, kinds);
      const token = await tokens.current();
      note(kind, token, resolved);
      return token;
    },
    async renewed(resolved, kinds, refused) {
      const { kind, tokens } = await sourceOf(resolved, kinds);
      const token = await tokens.renewed(refused);
      if (token !== undefined) note(kind, token, resolved);
      return token;
    },
    used,
    usedFor,
  };
}

/** Remembers which token was used last, and for which profile. */
function lastUsed() {
  let used: TokenMark | undefined;
  let usedFor: Profile | undefined;
  let noted: string | undefined;
  return {
    note(kind: string, token: string, { profile }: ResolvedProfile): void {
      used = token === noted ? used : { kind, hash: markOf(token) };
      noted = token;
      usedFor = profile;
    },
    used: () => used,
    usedFor: () => usedFor,
  };
}

/** Reads a token, which is a secret from then on. */
function kept(secrets: Secrets, read: () => Promise<string>): () => Promise<string> {
  return async () => {
    const token = await read();
    secrets.add(token);
    return token;
  };
}

/** Says why there is no other token yet, and waits. */
function pausing({ messages, sleep, host }: Pick<TokenSourcesOptions, 'messages' | 'sleep' | 'host'>) {
  return async (attempt: number, why: unknown): Promise<void> => {
    const milliseconds = backOff(attempt, FIRST_PAUSE, host.random);
    const again = durationInWords(Math.max(1, Math.round(milliseconds / 1000)) * 1000);
    await messages.warn(`no other token yet: ${asFailure(why).message}; trying again in ${again}`);
    await sleep(milliseconds);
  };
}

function markOf(token: string): string {
  return createHash('sha256').update(token).digest('hex').slice(-4);
}

function fixedSource(kind: string, token: string, now: () => number): Source {
  return { kind, tokens: createTokenSource({ read: async () => token, mayChange: false, now }) };
}
