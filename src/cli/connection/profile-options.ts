import { parseLimits } from '../../http/rate-limits.ts';
import { PLAN_LIMIT_NAMES, type PlanLimits } from '../../profiles/plan-limits.ts';
import type { Profile } from '../../profiles/profile.ts';
import type { Safety } from '../../profiles/safety.ts';
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

/** Validates quotas before they are stored. */
export function knownQuota(text: string): string {
  parseLimits(text);
  return text;
}
