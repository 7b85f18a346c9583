import { SCIM_RATES, type ScimRate } from '../../spec/limits.ts';
import type { ScimVersion } from '../../spec/wire.ts';
import type { Change } from './change.ts';

/** What carrying a plan out takes. */
export interface Forecast {
  /** Requests in all, those that look before they write included. */
  readonly calls: number;
  /** At the documented rates of the service (service-facts §8), when nobody else uses them. */
  readonly seconds: number;
}

type Calls = { readonly [Rate in ScimRate]?: number };

/**
 * Returns how many calls the changes take and how long the service's rates make them last.
 * @param shares machines among which the rates are divided.
 */
export function forecastOf(changes: readonly Change[], version: ScimVersion, shares = 1): Forecast {
  const totals = new Map<ScimRate, number>();
  let calls = 0;
  const count = (rate: ScimRate, more: number) => totals.set(rate, (totals.get(rate) ?? 0) + more);
  for (const change of changes) {
    for (const [rate, more = 0] of Object.entries(callsOf(change, version)) as [ScimRate, number][]) {
      calls += more;
      count(rate, more);
      count(rate === 'readOne' ? 'read' : 'write', more);
    }
  }
  const seconds = [...totals].map(([rate, total]) => {
    const { perMinute, burst } = SCIM_RATES[rate];
    return (Math.max(0, total - burst / shares) / perMinute) * 60 * shares;
  });
  return { calls, seconds: Math.ceil(Math.max(0, ...seconds)) };
}

/** Every update looks at what is there first. */
function callsOf(change: Change, version: ScimVersion): Calls {
  switch (change.kind) {
    case 'createUser':
      return { createUser: 1 };
    case 'replaceUser':
      return { readOne: 1, changeUser: 1 };
    case 'sendUserPatch':
      return { readOne: 1, changeUser: change.bodies.length };
    case 'patchUser':
    case 'deactivateUser':
    case 'reactivateUser': {
      // v2 documents the start date in a body of its own (SCIM §4.3 rule 14).
      const { startDate, ...others } = change.set;
      const isTwo =
        version === '2.0' && startDate !== undefined && Object.keys(others).length + change.clear.length > 0;
      return { readOne: 1, changeUser: isTwo ? 2 : 1 };
    }
    case 'createGroup':
      return { createGroup: 1 };
    case 'addMembers':
    case 'removeMembers':
    case 'renameGroup':
    case 'replaceGroup':
    case 'sendGroupPatch':
      return { readOne: 1, changeGroup: 1 };
    case 'callMethod':
      return {};
    case 'deleteGroup':
      return { readOne: 2, deleteGroup: 1 };
  }
}

/** Returns a duration as people say it: "40 s", "12 min", "3.5 h". */
export function inWords(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  if (seconds < 5400) return `${Math.ceil(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
