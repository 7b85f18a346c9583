import { Failure } from '../failure/failure.ts';
import { backOff } from './back-off.ts';
import { retryAfter } from './retry-after.ts';
import { createServiceAbsence, type ServiceAbsence } from './service-absence.ts';
import { createServiceHealth, type ServiceHealth } from './service-health.ts';
import { stillThrottled, throttledTooLong } from './throttled.ts';
import {
  describeStatus,
  describeTransientError,
  isTransientStatus,
  isUnavailable,
  wasNotSent,
} from './transient-errors.ts';
import { type HttpRequest, type HttpResponse, type Layer, NoResponse, type Transport } from './transport.ts';
import type { Wait } from './wait.ts';
import { createWaitBudget, type WaitBudget } from './wait-budget.ts';

/** Times in milliseconds. */
export interface RetrySettings {
  /** Maximum total wait for a service that throttles or cannot be reached. */
  readonly maxWait: number;
  /** The wait budget, if shared; otherwise each layer has its own. */
  readonly budget?: WaitBudget;
  /** The health of the service, if shared; otherwise each layer has its own. */
  readonly health?: ServiceHealth;
  /** Attempts per transient error for a command that does not wait for the end of an outage. */
  readonly attempts: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Monotonic clock; `now` if absent. */
  readonly clock?: () => number;
  /** 0 to 1, excluding 1. */
  readonly random: () => number;
  readonly sleep: (milliseconds: number, signal?: AbortSignal, why?: Wait['why']) => Promise<void>;
  /** Called before each wait. */
  readonly onWait?: (wait: Wait) => void;
  /** Whether a 429 applies only to the resource of the request (SCIM §8); if absent, none does. */
  readonly isResourceLock?: (response: HttpResponse) => boolean;
}

const FIRST_PAUSE = 500;
const FIRST_PAUSE_THROTTLED = 1000;
/** Shortest `Retry-After` that is honored repeatedly; a shorter one only once, so that the back-off grows. */
const SHORT_PAUSE = 1000;
/** Multiplies the attempts of a request in a patient run that fails while other requests succeed. */
const ATTEMPTS_AMONG_OTHERS = 2;
/** Minimum remaining time for one more attempt. */
const MIN_PAUSE = 100;
/** Maximum extra wait as a fraction of `Retry-After`, so that waiting clients do not all return at once. */
const SPREAD = 0.1;

const CHECK_PROXY = 'check the proxy in HTTPS_PROXY, HTTP_PROXY or ALL_PROXY';

/**
 * Retries requests. A request refused with 429 was not processed: it is retried after at least `Retry-After`.
 * Other layers decide whether further requests wait meanwhile: the rate limiter holds back those of the
 * throttled quota; a locked resource delays only other writes to it. A request that was not sent is retried.
 * A read is retried after a broken connection or a 5xx. A write is not: its outcome is unknown. After a 5xx
 * with `Retry-After` no request is sent before that time, not even to look up the outcome of a write.
 * @returns the response, which may be a 5xx if no retry is possible.
 * @throws Failure `throttled`, `unavailable`, `unreachable`; `unknownOutcome`: look up before sending again.
 */
export function retryLayer(settings: RetrySettings): Layer {
  const clock = settings.clock ?? settings.now;
  const shared: Shared = {
    ...settings,
    clock,
    budget: settings.budget ?? createWaitBudget(settings.maxWait, clock),
    health: settings.health ?? createServiceHealth(clock),
    absence: createServiceAbsence(),
  };
  return (next) => (request, signal) => new RetriedRequest(shared, request, signal).send(next);
}

/** State shared by all requests of a transport. */
interface Shared extends RetrySettings {
  readonly clock: () => number;
  readonly budget: WaitBudget;
  readonly health: ServiceHealth;
  readonly absence: ServiceAbsence;
}

class RetriedRequest {
  private readonly shared: Shared;
  private readonly request: HttpRequest;
  private readonly signal: AbortSignal | undefined;
  /** Attempts that met a transient error, and when the first did, on the monotonic clock. */
  private attempts = 0;
  private troubledSince = Number.POSITIVE_INFINITY;
  private refusals = 0;
  private waited = 0;
  /** End of the latest `Retry-After` after a 5xx that this request has waited for. */
  private rested = Number.NEGATIVE_INFINITY;

  constructor(shared: Shared, request: HttpRequest, signal: AbortSignal | undefined) {
    this.shared = shared;
    this.request = request;
    this.signal = signal;
  }

  async send(next: Transport): Promise<HttpResponse> {
    const { request, signal } = this;
    for (;;) {
      if (this.shared.absence.until() > this.rested) await this.waitForRetryAfter();
      const inVain = this.shared.budget.attempt();
      this.shared.health.sending();
      let response: HttpResponse | NoResponse;
      try {
        response = await next(request, signal);
      } catch (error) {
        if (!(error instanceof NoResponse)) throw error;
        response = error;
      }
      if (response instanceof NoResponse || isTransientStatus(response.status)) {
        this.waited += inVain(this.outage());
        const wait = this.waitAfterTrouble(response);
        if (wait === undefined) return this.responseOrThrow(response);
        await this.pause(wait, 'trouble', describeTransientError(response));
      } else if (response.status === 429) {
        await this.waitAfterRefusal(response);
      } else {
        this.recordResponse();
        return response;
      }
    }
  }

  /** Waits until the end of `Retry-After` after a 5xx, even if another request received it. */
  private async waitForRetryAfter(): Promise<void> {
    const { absence, clock, budget } = this.shared;
    while (absence.until() > this.rested) {
      this.rested = absence.until();
      const wait = Math.ceil(this.rested - clock());
      if (wait > this.left()) throw throttledTooLong(this.request, wait, budget.most, absence.status());
      if (wait > 0) await this.pause(wait, 'trouble', describeStatus(absence.status()));
    }
  }

  /** @returns the wait before the next attempt; undefined if there is none */
  private waitAfterTrouble(response: NoResponse | HttpResponse): number | undefined {
    const { shared, request } = this;
    const { health, clock } = shared;
    this.attempts += 1;
    this.troubledSince = Math.min(this.troubledSince, clock());
    health.recordTrouble(request.effect, describeTransientError(response), isUnavailable(response));
    let asked: number | undefined;
    if (!(response instanceof NoResponse)) {
      asked = retryAfter(response.headers, shared.now());
      if (asked !== undefined) this.rested = shared.absence.begin(clock() + asked, response.status);
    }
    const wait = Math.max(asked ?? 0, troublePause(this.attempts, shared, health.isPatient, this.left()));
    const maySend = request.effect === 'read' || wasNotSent(response);
    return maySend && this.shouldRetry(response) && wait <= this.left() ? wait : undefined;
  }

  /** Whether to retry. A host that has responded before may come back, even if its name is gone. */
  private shouldRetry(response: NoResponse | HttpResponse): boolean {
    const { health, attempts: most } = this.shared;
    if (response instanceof NoResponse && response.isPermanent) return this.isNameUnresolved(response);
    if (this.attempts < most) return true;
    const isAlone = health.answeredAt(this.request.effect) > this.troubledSince;
    return health.isPatient && (!isAlone || this.attempts < most * ATTEMPTS_AMONG_OTHERS);
  }

  /** Whether a patient run meets a name that no longer resolves, so DNS may be down temporarily. */
  private isNameUnresolved({ isUnknownHost }: NoResponse): boolean {
    const { health } = this.shared;
    const hasAnswered =
      Number.isFinite(health.answeredAt('read')) || Number.isFinite(health.answeredAt('write'));
    return health.isPatient && isUnknownHost && hasAnswered;
  }

  private async waitAfterRefusal(response: HttpResponse): Promise<void> {
    const { shared, request } = this;
    const { budget, random } = shared;
    this.refusals += 1;
    const asked = retryAfter(response.headers, shared.now());
    // A requested pause is never shortened; one that is too short is honored once.
    const isUsable = asked !== undefined && (asked >= SHORT_PAUSE || this.refusals === 1);
    const least = isUsable
      ? asked
      : Math.max(asked ?? 0, backOff(this.refusals, FIRST_PAUSE_THROTTLED, random));
    const most = this.left();
    if (least > most) {
      const isAsked = isUsable && least > budget.most;
      throw isAsked ? throttledTooLong(request, least, budget.most) : stillThrottled(request, budget.most);
    }
    const why = shared.isResourceLock?.(response) === true ? 'locked' : 'throttled';
    await this.pause(isUsable ? Math.min(least * (1 + SPREAD * random()), most) : least, why);
  }

  private recordResponse(): void {
    const { budget, health } = this.shared;
    const { effect } = this.request;
    if (effect === 'write' && this.waited === 0) budget.recordFirstTrySuccess();
    health.answered(effect);
    if (health.isPatient && !health.isTroubled()) budget.recordSuccess();
  }

  /** Returns the last response to the caller; throws a Failure if there was none. */
  private responseOrThrow(response: NoResponse | HttpResponse): HttpResponse {
    const { request } = this;
    if (!(response instanceof NoResponse)) return response;
    if (request.effect === 'write' && response.outcome === 'unknown') {
      const message = `${request.method} ${new URL(request.url).pathname}: the outcome is unknown, ${response.message}`;
      throw new Failure('unknownOutcome', message, { cause: response });
    }
    // A local failure describes itself.
    if (response.cause instanceof Failure) throw response.cause;
    // An unknown host stays unknown; an unreachable one may be reachable later.
    const kind = response.isPermanent && !this.isNameUnresolved(response) ? 'unreachable' : 'unavailable';
    const hint = response.isProxyFault ? CHECK_PROXY : 'orgctl profile check';
    throw new Failure(kind, response.message, { cause: response, hint });
  }

  private async pause(milliseconds: number, why: Wait['why'], says?: string): Promise<void> {
    const { budget, sleep, onWait } = this.shared;
    const left = budget.left() - milliseconds;
    onWait?.({
      milliseconds,
      why,
      request: this.request,
      ...(says === undefined ? {} : { says, left }),
    });
    this.waited += milliseconds;
    await budget.wait(
      milliseconds,
      () => sleep(milliseconds, this.signal, why),
      why === 'trouble' ? this.outage() : undefined,
    );
  }

  private outage(): 'outage' | undefined {
    return this.shared.health.isPatient ? 'outage' : undefined;
  }

  /** A single request does not wait longer than the whole budget, even while others succeed. */
  private left(): number {
    const { budget } = this.shared;
    return Math.min(budget.left(), budget.most - this.waited);
  }
}

/** Returns the pause after an error; a patient run uses its remaining time for a last attempt. */
function troublePause(attempts: number, settings: RetrySettings, isPatient: boolean, left: number): number {
  const pause = backOff(attempts, FIRST_PAUSE, settings.random);
  return isPatient && left >= MIN_PAUSE ? Math.min(pause, left) : pause;
}
