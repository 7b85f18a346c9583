import { parseLimits } from '../../http/rate-limits.ts';
import { PLAN_LIMIT_NAMES, type PlanLimits } from '../../profiles/plan-limits.ts';
import { type Profile, VERSION_CHOICES } from '../../profiles/profile.ts';
import type { Safety } from '../../profiles/safety.ts';
import { DEFAULT_VENDOR } from '../../spec/default-vendor.ts';
import type { TokenKind } from '../../spec/protocol-types.ts';
import { defined } from '../../values/defined.ts';

/** The flags that describe a profile to store. */
export interface NewProfileOptions extends PlanLimits {
  readonly tokenCommand?: string | undefined;
  readonly tokenKind: TokenKind;
  /** In milliseconds. */
  readonly tokenLifetime?: number | undefined;
  /** Whether the token kind was given explicitly rather than by default. */
  readonly isKindNamed: boolean;
  /** Whether a typed flag gives a token, rather than a variable. */
  readonly isTokenTyped: boolean;
  readonly force?: boolean | undefined;
  /** False if an edit makes the profile writable again. */
  readonly readOnly?: boolean | undefined;
  readonly protect?: readonly string[] | undefined;
}

/** Returns the safety settings given by flags. */
export function safetyOf({ readOnly, protect, ...options }: NewProfileOptions): Safety {
  const limits: PlanLimits = Object.fromEntries(
    PLAN_LIMIT_NAMES.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])),
  );
  return {
    ...(readOnly === true ? { readOnly } : {}),
    ...defined({ protected: protect }),
    ...(Object.keys(limits).length === 0 ? {} : { planLimits: limits }),
  };
}

/** Returns the token lifetime in the unit of the profile, seconds. */
export function lifetimeOf({ tokenLifetime }: NewProfileOptions): Pick<Profile, 'tokenLifetime'> {
  return tokenLifetime === undefined ? {} : { tokenLifetime: tokenLifetime / 1000 };
}

/** The flags that set how a service is spoken to; they may be absent. */
interface ConnectionFlags {
  readonly scimVersion?: string | undefined;
  readonly vendor?: string | undefined;
  readonly quota?: string | undefined;
}

/** Returns the settings given by flags; others are those of the known profile, or the defaults. */
export function connectionOf(
  { scimVersion, vendor, quota }: ConnectionFlags,
  known: Pick<Profile, 'scimVersion' | 'vendor'> = { scimVersion: 'auto', vendor: DEFAULT_VENDOR },
): Pick<Profile, 'scimVersion' | 'vendor' | 'quota'> {
  return {
    scimVersion: VERSION_CHOICES.find((choice) => choice === scimVersion) ?? known.scimVersion,
    vendor: vendor ?? known.vendor,
    ...(quota === undefined ? {} : { quota: knownQuota(quota) }),
  };
}

/** Validates quotas before they are stored. */
export function knownQuota(text: string): string {
  parseLimits(text);
  return text;
}
