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

/** The tokens of one command, for both APIs. */
export interface TokenSources {
  /** The token given for this run, or else the first of these kinds that the profile has. */
  current(resolved: ResolvedProfile, kinds: readonly TokenKind[]): Promise<string>;
  /** Returns a replacement for a token that the service refused; undefined if there is none. */
  renewed(
    resolved: ResolvedProfile,
    kinds: readonly TokenKind[],
    refused: string,
  ): Promise<string | undefined>;
  /** Identifies the token used last; undefined before the first use. */
  used(): TokenMark | undefined;
  /** The profile for which that token was used; it may not be stored yet. */
  usedFor(): Profile | undefined;
}

export interface TokenSourcesOptions {
  readonly common: CommonOptions;
  readonly host: Host;
  readonly secrets: Secrets;
  /** The token given for this run only, if any. */
  readonly givenToken: () => Promise<string | undefined>;
  readonly messages: Pick<Messages, 'warn'>;
  /** Waits, unless the user asks to stop. */
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/** Upper limit of the first pause before reading a token again, in milliseconds. */
const FIRST_PAUSE = 1000;

/** A source of tokens, with the kind that identifies it. */
interface Source {
  readonly kind: string;
  readonly tokens: TokenSource;
}

/** Creates the token sources of a command. The source of a token is chosen on first use and then kept. */
export function createTokenSources(options: TokenSourcesOptions): TokenSources {
  const sources = new ChosenSources(options);
  const { note, used, usedFor } = createLastUsedToken();
  return {
    async current(resolved, kinds) {
      const { kind, tokens } = await sources.of(resolved, kinds);
      const token = await tokens.current();
      note(kind, token, resolved);
      return token;
    },
    async renewed(resolved, kinds, refused) {
      const { kind, tokens } = await sources.of(resolved, kinds);
      const token = await tokens.renewed(refused);
      if (token !== undefined) note(kind, token, resolved);
      return token;
    },
    used,
    usedFor,
  };
}

/** The sources that were chosen for the profiles and kinds of tokens. */
class ChosenSources {
  private readonly options: TokenSourcesOptions;
  private readonly pause: ReturnType<typeof pausing>;
  private readonly chosen = new Map<string, Promise<Source>>();

  constructor(options: TokenSourcesOptions) {
    this.options = options;
    this.pause = pausing(options);
  }

  of(resolved: ResolvedProfile, kinds: readonly TokenKind[]): Promise<Source> {
    const key = `${resolved.profile.name} ${kinds.join()}`;
    const source = this.chosen.get(key) ?? this.choose(resolved, kinds);
    this.chosen.set(key, source);
    return source;
  }

  private async choose(
    { profile, isSandbox }: ResolvedProfile,
    kinds: readonly TokenKind[],
  ): Promise<Source> {
    const token = await this.options.givenToken();
    if (token !== undefined) return this.given(token);
    if (isSandbox) {
      const { SANDBOX_TOKENS } = await import('../../sandbox/demo-tokens.ts');
      return fixedSource('sandbox', SANDBOX_TOKENS[kinds[0] ?? 'org'], this.options.host.now);
    }
    return this.stored(profile, kinds);
  }

  /** A token given for this run; a file is read again if the service refuses it. */
  private given(token: string): Source {
    const { common, host, secrets } = this.options;
    if (common.tokenStdin === true || common.tokenFile === undefined)
      return fixedSource('given', token, host.now);
    let isFirst = true;
    const read = kept(secrets, async () => {
      const text = isFirst ? token : await readGivenToken(common, host);
      isFirst = false;
      return text ?? token;
    });
    return {
      kind: 'given',
      tokens: createTokenSource({ read, mayChange: true, now: host.now, pause: this.pause }),
    };
  }

  /** @throws Failure `unauthorized` if the profile has no token of these kinds */
  private stored(profile: Profile, kinds: readonly TokenKind[]): Source {
    const { host, secrets } = this.options;
    const kind = kinds.find((one) => profile.tokens[one] !== undefined);
    const token = kind === undefined ? undefined : profile.tokens[kind];
    if (kind === undefined || token === undefined) throw noToken(profile, kinds);
    if ('value' in token) secrets.add(token.value);
    const lifetime = profile.tokenLifetime === undefined ? undefined : profile.tokenLifetime * 1000;
    return {
      kind,
      tokens: createTokenSource({
        read: kept(secrets, () => readStoredToken(token)),
        mayChange: 'command' in token,
        lifetime,
        now: host.now,
        pause: this.pause,
      }),
    };
  }
}

/** Remembers the token used last and its profile. */
function createLastUsedToken() {
  let used: TokenMark | undefined;
  let usedFor: Profile | undefined;
  let noted: string | undefined;
  return {
    note(kind: string, token: string, { profile }: ResolvedProfile): void {
      used = token === noted ? used : { kind, hash: hashSuffixOf(token) };
      noted = token;
      usedFor = profile;
    },
    used: () => used,
    usedFor: () => usedFor,
  };
}

/** Reads a token, and registers it as a secret. */
function kept(secrets: Secrets, read: () => Promise<string>): () => Promise<string> {
  return async () => {
    const token = await read();
    secrets.add(token);
    return token;
  };
}

/** Warns why there is no other token yet, and waits. */
function pausing({ messages, sleep, host }: Pick<TokenSourcesOptions, 'messages' | 'sleep' | 'host'>) {
  return async (attempt: number, why: unknown): Promise<void> => {
    const milliseconds = backOff(attempt, FIRST_PAUSE, host.random);
    const again = durationInWords(Math.max(1, Math.round(milliseconds / 1000)) * 1000);
    await messages.warn(`no other token yet: ${asFailure(why).message}; retrying in ${again}`);
    await sleep(milliseconds);
  };
}

function hashSuffixOf(token: string): string {
  return createHash('sha256').update(token).digest('hex').slice(-4);
}

function fixedSource(kind: string, token: string, now: () => number): Source {
  return { kind, tokens: createTokenSource({ read: async () => token, mayChange: false, now }) };
}
