import { Failure } from '../failure/failure.ts';
import { retryAfter } from './retry-after.ts';
import { stillThrottled, throttled } from './throttled.ts';
import { type HttpRequest, type HttpResponse, type Layer, NoResponse } from './transport.ts';
import { createWaitBudget, type WaitBudget } from './wait-budget.ts';

/** Times in milliseconds. */
export interface RetrySettings {
  /** How long may be waited in all for a service that refuses for now, or cannot be reached. */
  readonly maxWait: number;
  /** What is left of it, where it is shared with others; of its own when absent. */
  readonly budget?: WaitBudget;
  /** How often a fault that may pass is tried in all. */
  readonly attempts: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Never jumps; `now` when absent. */
  readonly clock?: () => number;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly sleep: (milliseconds: number, signal?: AbortSignal, why?: Wait['why']) => Promise<void>;
  /** Is told before each wait. */
  readonly onWait?: (wait: Wait) => void;
  /** Whether a 429 concerns the resource alone that the request is for (SCIM §8); none does when absent. */
  readonly isLockOfOne?: (response: HttpResponse) => boolean;
}

export interface Wait {
  readonly milliseconds: number;
  /** `throttled`: the service takes no more requests of this kind for now; `locked`: none for this resource. */
  readonly why: 'throttled' | 'locked' | 'trouble';
  readonly request: HttpRequest;
}

const FIRST_PAUSE = 500;
const FIRST_PAUSE_THROTTLED = 1000;
const LONGEST_PAUSE = 30_000;
/** A service that asks for less, again and again, is asked more and more seldom all the same. */
const SHORT_PAUSE = 1000;
/** The least part of a back-off that is waited: chance alone must not make a request follow at once. */
const LEAST_SHARE = 0.1;
/** On top of what the service asked for, so that waiting clients do not come back all at once. Never less. */
const SPREAD = 0.1;

/**
 * Sends again what may be sent again.
 * A 429 was not acted on: every request waits, at least as long as `Retry-After` says, and is sent again. A request that did not
 * leave is sent again. A read is sent again after a broken connection or a 5xx. A write is not: its outcome is unknown.
 * After a 5xx with `Retry-After` nothing is sent before, also not the look at what became of a write.
 * @returns the response, also a 5xx when nothing more is to be tried.
 * @throws Failure `throttled`, `unavailable`, `unreachable`, or `unknownOutcome`; the latter means: look before sending.
 */
export function retrying(settings: RetrySettings): Layer {
  const clock = settings.clock ?? settings.now;
  const budget = settings.budget ?? createWaitBudget(settings.maxWait, clock);
  const absence = createAbsence();
  return (next) => async (request, signal) => {
    let attempts = 0;
    let refusals = 0;
    let waited = 0;
    /** Up to when this request has stayed away from a service that asked for it. */
    let rested = Number.NEGATIVE_INFINITY;
    const pause = async (milliseconds: number, why: Wait['why']) => {
      settings.onWait?.({ milliseconds, why, request });
      waited += milliseconds;
      await budget.wait(milliseconds, () => settings.sleep(milliseconds, signal, why));
    };
    /** One request does not wait longer than all may, even while others get through. */
    const left = () => Math.min(budget.left(), budget.most - waited);
    for (;;) {
      while (absence.until() > rested) {
        rested = absence.until();
        const wait = Math.ceil(rested - clock());
        if (wait > left()) throw throttled(request, wait, budget.most, absence.status());
        if (wait > 0) await pause(wait, 'trouble');
      }
      const inVain = budget.attempt();
      const response = await next(request, signal).catch((error: unknown) => {
        if (error instanceof NoResponse) return error;
        throw error;
      });
      if (response instanceof NoResponse || isTrouble(response.status)) {
        attempts += 1;
        waited += inVain();
        const asked =
          response instanceof NoResponse ? undefined : retryAfter(response.headers, settings.now());
        if (!(response instanceof NoResponse) && asked !== undefined)
          rested = absence.begin(clock() + asked, response.status);
        const wait = Math.max(asked ?? 0, backOff(attempts, FIRST_PAUSE, settings));
        const mayTryAgain =
          (request.effect === 'read' || wasNotSent(response)) &&
          !(response instanceof NoResponse && response.isPermanent) &&
          attempts < settings.attempts &&
          wait <= left();
        if (!mayTryAgain) return finalAnswer(request, response);
        await pause(wait, 'trouble');
      } else if (response.status === 429) {
        refusals += 1;
        const asked = retryAfter(response.headers, settings.now());
        // What is asked for is never shortened; too little is obeyed once.
        const isUsable = asked !== undefined && (asked >= SHORT_PAUSE || refusals === 1);
        const least = isUsable
          ? asked
          : Math.max(asked ?? 0, backOff(refusals, FIRST_PAUSE_THROTTLED, settings));
        const most = left();
        if (least > most) {
          const isAsked = isUsable && least > budget.most;
          throw isAsked ? throttled(request, least, budget.most) : stillThrottled(request, budget.most);
        }
        const why = settings.isLockOfOne?.(response) === true ? 'locked' : 'throttled';
        await pause(isUsable ? Math.min(least * (1 + SPREAD * settings.random()), most) : least, why);
      } else {
        if (request.effect === 'write' && waited === 0) budget.passed();
        return response;
      }
    }
  };
}

/** The time in which a service in trouble asked not to be called, by the clock of this machine. */
interface Absence {
  /** @returns `until` */
  begin(until: number, status: number): number;
  until(): number;
  /** What the service answered last when it asked for it. */
  status(): number;
}

function createAbsence(): Absence {
  let latest = Number.NEGATIVE_INFINITY;
  let last = 503;
  return {
    begin(until, status) {
      latest = Math.max(latest, until);
      last = status;
      return until;
    },
    until: () => latest,
    status: () => last,
  };
}

/** A fault of the way or of the machine behind it; every other status is the service's answer. */
function isTrouble(status: number): boolean {
  return status === 408 || status === 500 || status === 502 || status === 503 || status === 504;
}

function wasNotSent(response: NoResponse | HttpResponse): boolean {
  return response instanceof NoResponse && response.outcome === 'notSent';
}

/** What the caller gets when nothing more is tried: the response, or a Failure where none came. */
function finalAnswer(request: HttpRequest, response: NoResponse | HttpResponse): HttpResponse {
  if (!(response instanceof NoResponse)) return response;
  if (request.effect === 'write' && response.outcome === 'unknown') {
    const message = `${request.method} ${new URL(request.url).pathname}: the outcome is unknown, ${response.message}`;
    throw new Failure('unknownOutcome', message, { cause: response });
  }
  // A host that does not exist stays unknown; one that cannot be reached now may be reached later.
  const kind = response.isPermanent ? 'unreachable' : 'unavailable';
  throw new Failure(kind, response.message, { cause: response, hint: 'orgctl profile check' });
}

/** Full jitter: anything up to a limit that doubles. */
function backOff(attempt: number, first: number, settings: RetrySettings): number {
  return Math.max(settings.random(), LEAST_SHARE) * Math.min(first * 2 ** (attempt - 1), LONGEST_PAUSE);
}
