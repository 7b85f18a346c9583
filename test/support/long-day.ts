import { type HttpRequest, NoResponse, type Transport } from '../../src/http/transport.ts';
import { type Audit, Audit as Audited } from '../../src/sandbox/audit.ts';
import { demoOrganization } from '../../src/sandbox/demo-organization.ts';
import { SANDBOX_TOKEN } from '../../src/sandbox/demo-tokens.ts';
import { openSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import type { DocumentedRates } from '../../src/spec/limits.ts';
import type { RunOptions } from './run-orgctl.ts';
import { type SimulatedTime, simulatedTime } from './simulated-time.ts';

/** A fault of the network or the service in a range of minutes. */
export interface Trouble {
  readonly from: number;
  readonly to: number;
  /**
   * `refused`: no connection. `cut`: the request arrives, the response does not. `unknown host`: the name
   * cannot be resolved. A number: the status of every response.
   */
  readonly how: 'refused' | 'cut' | 'unknown host' | number;
  /** Affects only requests with this effect; all if absent. */
  readonly effect?: 'read' | 'write';
}

export interface LongDayOptions {
  /** Quotas of the service. */
  readonly limits?: DocumentedRates;
  /** Lifetime of a token in minutes; unlimited if absent. */
  readonly tokenMinutes?: number;
  readonly troubles?: readonly Trouble[];
}

/** A service over hours of simulated time, with a simulated network. */
export interface LongDay {
  readonly time: SimulatedTime;
  readonly sandbox: Sandbox;
  readonly audit: Audit;
  /** The currently valid token. */
  token(): string;
  /** Number of requests with an invalid token. */
  refused(): number;
  /** Options of a machine in this simulated time; after its power is cut it gets no more responses. */
  machine(): { readonly options: RunOptions; cutPower(): void; readonly died: Promise<'died'> };
}

const MINUTE = 60_000;
const LATENCY = 40;
const START = Date.parse('2026-11-22T08:00:00Z');

/** The address of the service. */
export const LONG_DAY_URL = 'https://long-day.example';

export async function longDay(options: LongDayOptions = {}): Promise<LongDay> {
  const { limits, tokenMinutes, troubles = [] } = options;
  const time = simulatedTime();
  const now = () => START + time.now();
  const audit = new Audited(now);
  const sandbox = await openSandbox({
    initial: demoOrganization(),
    now,
    audit,
    ...(limits === undefined ? {} : { limits }),
  });
  const token = () =>
    tokenMinutes === undefined ? SANDBOX_TOKEN : `day-${Math.floor(time.now() / (tokenMinutes * MINUTE))}`;
  let refused = 0;
  const answer: Transport = async (request) => {
    const isGood = request.headers['authorization'] === `Bearer ${token()}`;
    if (!isGood) refused += 1;
    const authorization = `Bearer ${isGood ? SANDBOX_TOKEN : 'gone'}`;
    return time.meanwhile(sandbox.handle({ ...request, headers: { ...request.headers, authorization } }));
  };
  const troubleNow = ({ effect }: HttpRequest) =>
    troubles.find(
      ({ from, to, effect: only = effect }) =>
        only === effect && time.now() >= from * MINUTE && time.now() < to * MINUTE,
    );
  const network: Transport = async (request) => {
    await time.sleep(LATENCY);
    const trouble = troubleNow(request);
    if (trouble === undefined) return answer(request);
    const host = new URL(request.url).host;
    switch (trouble.how) {
      case 'refused':
        throw new NoResponse('notSent', `cannot reach ${host}: the connection was refused`);
      case 'unknown host':
        throw new NoResponse('notSent', `cannot reach ${host}: the host name does not exist`, {
          isPermanent: true,
          isUnknownHost: true,
        });
      case 'cut':
        await answer(request);
        throw new NoResponse('unknown', `${host}: the connection broke`);
      default:
        return { status: trouble.how, headers: {}, body: new Uint8Array() };
    }
  };
  return {
    time,
    sandbox,
    audit,
    token,
    refused: () => refused,
    machine() {
      let isOff = false;
      let die: (word: 'died') => void = () => {};
      const died = new Promise<'died'>((resolve) => {
        die = resolve;
      });
      const forever = new Promise<never>(() => {});
      return {
        died,
        cutPower() {
          isOff = true;
          die('died');
        },
        options: {
          now,
          clock: time.now,
          sleep: async (milliseconds) => {
            await time.sleep(milliseconds);
            if (isOff) await forever;
          },
          network: async (request) => {
            const response = await network(request);
            return isOff ? forever : response;
          },
        },
      };
    },
  };
}
