import { Failure } from '../failure/failure.ts';
import { DEFAULT_VENDOR } from '../spec/default-vendor.ts';
import { SCIM_VERSIONS, type TokenKind } from '../spec/protocol-types.ts';
import type { Safety } from './safety.ts';

/** Source of a stored token: a value in the profile file, or a command that prints it. */
export type StoredToken = { readonly value: string } | { readonly command: string };

export const VERSION_CHOICES = [...SCIM_VERSIONS, 'auto'] as const;
export type VersionChoice = (typeof VERSION_CHOICES)[number];

/** A stored connection to one organization. */
export interface Profile extends Safety {
  readonly name: string;
  readonly scimBaseUrl?: string;
  readonly webApiBaseUrl?: string;
  readonly scimVersion: VersionChoice;
  /** Vendor name in schema URNs. */
  readonly vendor: string;
  readonly output?: string;
  /** Known quotas of the service: `auto`, `documented`, or a list such as `createUser=180/min+20`. */
  readonly quota?: string;
  readonly tokens: { readonly [Kind in TokenKind]?: StoredToken };
  /**
   * Lifetime, in seconds, of a token that a command prints. The command is run again shortly before it ends.
   */
  readonly tokenLifetime?: number;
}

/** The profile that needs no setup: the embedded service, running in this process. */
export const SANDBOX_PROFILE = {
  name: 'sandbox',
  scimBaseUrl: 'http://sandbox.localhost',
  webApiBaseUrl: 'http://sandbox.localhost/api',
  scimVersion: '2.0',
  vendor: DEFAULT_VENDOR,
  tokens: {},
} as const satisfies Profile;

const PROFILE_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** Whether the value is a valid profile name. */
export function isProfileName(value: unknown): value is string {
  return typeof value === 'string' && PROFILE_NAME.test(value);
}

/** Validates a profile name. @throws Failure `usage` */
export function profileName(text: string): string {
  if (isProfileName(text)) return text;
  throw new Failure('usage', 'profile names use letters, digits, - and _ (at most 64)');
}

/**
 * Returns a token without the trailing line break that a file or a pipe adds.
 * @throws Failure `usage` if it cannot be sent in a header; the message never quotes the token
 */
export function tokenFrom(text: string): string {
  const token = text.replace(/\r?\n$/, '');
  if (token.trim() === '') throw new Failure('usage', 'the token is empty');
  const position = token.search(/[^\x21-\x7e]/);
  if (position < 0) return token;
  const message = `the token contains a character that cannot be sent (position ${position + 1})`;
  const isHeader = /^(?:authorization:\s*)?bearer\s/i.test(token);
  throw new Failure('usage', message, isHeader ? { hint: 'leave out Bearer: give only the token' } : {});
}
