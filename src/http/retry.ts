import { Failure } from '../failure/failure.ts';
import { backOff } from './back-off.ts';
import { retryAfter } from './retry-after.ts';
import { createServiceAbsence, type ServiceAbsence } from './service-absence.ts';
import { createServiceHealth, type ServiceHealth } from './service-health.ts';
import { stillThrottled, throttled } from './throttled.ts';
import { type HttpRequest, type HttpResponse, type Layer, NoResponse, type Transport } from './transport.ts';
import { answering, isAway, isTrouble, troubleInWords, wasNotSent } from './trouble.ts';
import { createWaitBudget, type WaitBudget } from './wait-budget.ts';

/** Times in milliseconds. */
export interface RetrySettings {
  /** How long may be waited in all for a service that refuses for now, or cannot be reached. */
  readonly maxWait: number;
  /** What is left of it, where it is shared with others; of its own when absent. */
  readonly budget?: WaitBudget;
  /** Whether the service is there, where that is shared with others; of its own when absent. */
  readonly health?: ServiceHealth;
  /** How often a fault that may pass is tried in all, by a command that is not patient. */
  readonly attempts: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Never jumps; `now` when absent. */
  readonly clock?: () => number;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly sleep: (milliseconds: number, signal?: AbortSignal, why?: Wait['why']) => Promise<void>;
  /** Called before each wait. */
  readonly onWait?: (wait: Wait) => void;
  /** Whether a 429 concerns the resource alone that the request is for (SCIM §8); none does when absent. */
  readonly isLockOfOne?: (response: HttpResponse) => boolean;
}

export interface Wait {
  readonly milliseconds: number;
  /** `throttled`: no more requests of this kind are taken for now; `locked`: none for this resource. */
  readonly why: 'throttled' | 'locked' | 'trouble';
  readonly request: HttpRequest;
  /** Of trouble: what it is, such as `service unreachable`. */
  readonly says?: string;
  /** Of trouble: how much longer the service may be away, in milliseconds. */
  readonly left?: number;
}

const FIRST_PAUSE = 500;
const FIRST_PAUSE_THROTTLED = 1000;
/** A service that asks for less, again and again, is asked more and more seldom all the same. */
const SHORT_PAUSE = 1000;
/** A request of a patient run may fail this many times as often while others are answered. */
const ATTEMPTS_AMONG_OTHERS = 2;
/** Less than this is no time for one more attempt. */
const LEAST_PAUSE = 100;
/** On top of what the service asked for, so that waiting clients do not come back all at once. Never less. */
const SPREAD = 0.1;

/**
 * Sends again what may be sent again. A request that was answered with a 429 was not acted on: it waits, at
 * least as long as `Retry-After` says, and is sent again. Whether others wait meanwhile is decided elsewhere:
 * the rate limiter holds back what shares a throttled rate; for a locked resource only other writes to it
 * wait. A request that did not leave is sent again. A read is sent again after a broken connection or a 5xx.
 * A write is not: its outcome is unknown.
 * After a 5xx with `Retry-After` nothing is sent before, also not the look at what became of a write.
 * @returns the response, also a 5xx when nothing more is to be tried.
 * @throws Failure `throttled`, `unavailable`, `unreachable`; `unknownOutcome`: look before you send.
 */
export function retrying(settings: RetrySettings): Layer {
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

/** What all requests of a transport share. */
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
  /** Attempts that met trouble, and when the first of them did, by the clock that never jumps. */
  private attempts = 0;
  private troubledSince = Number.POSITIVE_INFINITY;
  private refusals = 0;
  private waited = 0;
  /** Up to when this request has stayed away from a service that asked for it. */
  private rested = Number.NEGATIVE_INFINITY;

  constructor(shared: Shared, request: HttpRequest, signal: AbortSignal | undefined) {
    this.shared = shared;
    this.request = request;
    this.signal = signal;
  }

  async send(next: Transport): Promise<HttpResponse> {
    const { request, signal } = this;
    for (;;) {
      if (this.shared.absence.until() > this.rested) await this.stayAway();
      const inVain = this.shared.budget.attempt();
      this.shared.health.sending();
      let response: HttpResponse | NoResponse;
      try {
        response = await next(request, signal);
      } catch (error) {
        if (!(error instanceof NoResponse)) throw error;
        response = error;
      }
      if (response instanceof NoResponse || isTrouble(response.status)) {
        this.waited += inVain(this.outage());
        const wait = this.waitAfterTrouble(response);
        if (wait === undefined) return this.finalAnswer(response);
        await this.pause(wait, 'trouble', troubleInWords(response));
      } else if (response.status === 429) {
        await this.waitAfterRefusal(response);
      } else {
        this.noteAnswer();
        return response;
      }
    }
  }

  /** Waits as long as the service asked for after a 5xx, also when another request was told. */
  private async stayAway(): Promise<void> {
    const { absence, clock, budget } = this.shared;
    while (absence.until() > this.rested) {
      this.rested = absence.until();
      const wait = Math.ceil(this.rested - clock());
      if (wait > this.left()) throw throttled(this.request, wait, budget.most, absence.status());
      if (wait > 0) await this.pause(wait, 'trouble', answering(absence.status()));
    }
  }

  /** @returns how long to wait before the next attempt; undefined when there is none */
  private waitAfterTrouble(response: NoResponse | HttpResponse): number | undefined {
    const { shared, request } = this;
    const { health, clock } = shared;
    this.attempts += 1;
    this.troubledSince = Math.min(this.troubledSince, clock());
    health.troubled(request.effect, troubleInWords(response), isAway(response));
    let asked: number | undefined;
    if (!(response instanceof NoResponse)) {
      asked = retryAfter(response.headers, shared.now());
      if (asked !== undefined) this.rested = shared.absence.begin(clock() + asked, response.status);
    }
    const wait = Math.max(asked ?? 0, troublePause(this.attempts, shared, health.isPatient, this.left()));
    const maySend = request.effect === 'read' || wasNotSent(response);
    return maySend && this.isWorthATry(response) && wait <= this.left() ? wait : undefined;
  }

  /** Whether a fault may be tried again. A host that has answered may come back, even without its name. */
  private isWorthATry(response: NoResponse | HttpResponse): boolean {
    const { health, attempts: most } = this.shared;
    if (response instanceof NoResponse && response.isPermanent) return this.isNameGone(response);
    if (this.attempts < most) return true;
    const isAlone = health.answeredAt(this.request.effect) > this.troubledSince;
    return health.isPatient && (!isAlone || this.attempts < most * ATTEMPTS_AMONG_OTHERS);
  }

  /** Whether a patient run meets a name that no longer resolves: the name service may come back. */
  private isNameGone({ isUnknownHost }: NoResponse): boolean {
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
    // A requested pause is never shortened; one that is too short is obeyed once.
    const isUsable = asked !== undefined && (asked >= SHORT_PAUSE || this.refusals === 1);
    const least = isUsable
      ? asked
      : Math.max(asked ?? 0, backOff(this.refusals, FIRST_PAUSE_THROTTLED, random));
    const most = this.left();
    if (least > most) {
      const isAsked = isUsable && least > budget.most;
      throw isAsked ? throttled(request, least, budget.most) : stillThrottled(request, budget.most);
    }
    const why = shared.isLockOfOne?.(response) === true ? 'locked' : 'throttled';
    await this.pause(isUsable ? Math.min(least * (1 + SPREAD * random()), most) : least, why);
  }

  private noteAnswer(): void {
    const { budget, health } = this.shared;
    const { effect } = this.request;
    if (effect === 'write' && this.waited === 0) budget.passed();
    health.answered(effect);
    if (health.isPatient && !health.isTroubled()) budget.worked();
  }

  /** What the caller gets when nothing more is tried: the response, or a Failure where none came. */
  private finalAnswer(response: NoResponse | HttpResponse): HttpResponse {
    const { request } = this;
    if (!(response instanceof NoResponse)) return response;
    if (request.effect === 'write' && response.outcome === 'unknown') {
      const message = `${request.method} ${new URL(request.url).pathname}: the outcome is unknown, ${response.message}`;
      throw new Failure('unknownOutcome', message, { cause: response });
    }
    // What failed on this machine says itself what it is.
    if (response.cause instanceof Failure) throw response.cause;
    // A host that does not exist stays unknown; one that cannot be reached now may be reached later.
    const kind = response.isPermanent && !this.isNameGone(response) ? 'unreachable' : 'unavailable';
    throw new Failure(kind, response.message, { cause: response, hint: 'orgctl profile check' });
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

  /** One request does not wait longer than all may, even while others get through. */
  private left(): number {
    const { budget } = this.shared;
    return Math.min(budget.left(), budget.most - this.waited);
  }
}

/** How long a patient run waits: what is left is used for a last attempt. */
function troublePause(attempts: number, settings: RetrySettings, isPatient: boolean, left: number): number {
  const pause = backOff(attempts, FIRST_PAUSE, settings.random);
  return isPatient && left >= LEAST_PAUSE ? Math.min(pause, left) : pause;
}
