import { Failure } from '../failure/failure.ts';
import { DEFAULT_VENDOR } from '../spec/default-vendor.ts';
import { SCIM_VERSIONS, type TokenKind } from '../spec/protocol-types.ts';
import type { Safety } from './safety.ts';

/** Where a stored token comes from: the profile file itself, or what a command prints. */
export type StoredToken = { readonly value: string } | { readonly command: string };

export const VERSION_CHOICES = [...SCIM_VERSIONS, 'auto'] as const;
export type VersionChoice = (typeof VERSION_CHOICES)[number];

/** A stored connection to one organization. */
export interface Profile extends Safety {
  readonly name: string;
  readonly scimBaseUrl?: string;
  readonly webApiBaseUrl?: string;
  readonly scimVersion: VersionChoice;
  /** The word that stands for the vendor in identifiers. */
  readonly vendor: string;
  readonly output?: string;
  /**
   * What is known of the service's quotas: `auto`, `documented`, or a list such as `createUser=180/min+20`.
   */
  readonly quota?: string;
  readonly tokens: { readonly [Kind in TokenKind]?: StoredToken };
  /** How long a token that a command prints is good, in seconds; it is asked for anew shortly before. */
  readonly tokenLifetime?: number;
}

/** The profile that needs no set-up: the embedded service in this process. */
export const SANDBOX_PROFILE = {
  name: 'sandbox',
  scimBaseUrl: 'http://sandbox.localhost',
  webApiBaseUrl: 'http://sandbox.localhost/api',
  scimVersion: '2.0',
  vendor: DEFAULT_VENDOR,
  tokens: {},
} as const satisfies Profile;

const PROFILE_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** Whether a profile may have this name. */
export function isProfileName(value: unknown): value is string {
  return typeof value === 'string' && PROFILE_NAME.test(value);
}

/** Returns the name if a profile may have it. @throws Failure `usage` */
export function profileName(text: string): string {
  if (isProfileName(text)) return text;
  throw new Failure('usage', 'profile names use letters, digits, - and _ (at most 64)');
}

/**
 * Returns a token without the line end that a file or a pipe adds.
 * @throws Failure `usage` when it cannot be sent in a header; the message never quotes it.
 */
export function tokenFrom(text: string): string {
  const token = text.replace(/\r?\n$/, '');
  if (token.trim() === '') throw new Failure('usage', 'the token is empty');
  const position = token.search(/[^\x21-\x7e]/);
  if (position < 0) return token;
  throw new Failure('usage', `the token contains a character that cannot be sent (position ${position + 1})`);
}
