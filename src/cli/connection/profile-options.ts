import { parseLimits } from '../../http/rate-limits.ts';
import { PLAN_LIMIT_NAMES, type PlanLimits } from '../../profiles/plan-limits.ts';
import type { Profile } from '../../profiles/profile.ts';
import type { Safety } from '../../profiles/safety.ts';
import type { TokenKind } from '../../spec/protocol-types.ts';
import { defined } from '../../values/defined.ts';

/** What the flags say of a connection that is stored. */
export interface NewProfileOptions extends PlanLimits {
  readonly tokenCommand?: string | undefined;
  readonly tokenKind: TokenKind;
  /** In milliseconds. */
  readonly tokenLifetime?: number | undefined;
  /** Whether the kind was named, and not taken for granted. */
  readonly isKindNamed: boolean;
  readonly force?: boolean | undefined;
  /** False where an edit makes it writable again. */
  readonly readOnly?: boolean | undefined;
  readonly protect?: readonly string[] | undefined;
}

/** Returns the safety settings that flags give. */
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

/** Returns the lifetime of tokens as a profile keeps it. */
export function lifetimeOf({ tokenLifetime }: NewProfileOptions): Pick<Profile, 'tokenLifetime'> {
  return tokenLifetime === undefined ? {} : { tokenLifetime: tokenLifetime / 1000 };
}

/** Refuses quotas that cannot be read before they are stored. */
export function knownQuota(text: string): string {
  parseLimits(text);
  return text;
}
