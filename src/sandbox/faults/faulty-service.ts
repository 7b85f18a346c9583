import { isJsonObject } from '../../rules/json-value.ts';
import type { JsonObject } from '../../spec/protocol-types.ts';
import { defined } from '../../values/defined.ts';
import { isListRequest, itemsName } from '../request-effect.ts';
import type { Sandbox } from '../sandbox.ts';
import type { SandboxRequest } from '../scim-service.ts';
import { isApplied } from './fault.ts';
import type { FaultQueue } from './fault-queue.ts';
import { faultyAnswer, type WireAnswer, wholeAnswer } from './faulty-answer.ts';

/** A sandbox with injected faults. */
export class FaultyService {
  readonly queue: FaultQueue;
  private readonly sandbox: Pick<Sandbox, 'answer'>;
  private readonly now: () => number;
  /** The last page that each list returned. */
  private readonly pages = new Map<string, JsonObject>();

  constructor(sandbox: Pick<Sandbox, 'answer'>, queue: FaultQueue, now: () => number) {
    this.sandbox = sandbox;
    this.queue = queue;
    this.now = now;
  }

  /** Answers a request, with the fault that is due for it, if any. */
  async answer(request: SandboxRequest & { readonly number: number }): Promise<WireAnswer> {
    const fault = this.queue.take(request);
    const answer = fault === undefined || isApplied(fault) ? await this.sandbox.answer(request) : undefined;
    const { url } = request;
    const { pathname } = new URL(url);
    const pageBefore = this.pages.get(pathname);
    if (isListRequest(request) && isPage(answer?.body, url)) this.pages.set(pathname, answer.body);
    const now = this.now();
    if (fault !== undefined) {
      const context = { url, now, ...defined({ pageBefore }) };
      return { ...faultyAnswer(fault, answer, context), fault: fault.do };
    }
    return wholeAnswer(answer ?? { status: 500, headers: {}, body: undefined }, now);
  }
}

function isPage(body: JsonObject | undefined, url: string): body is JsonObject {
  return isJsonObject(body) && Array.isArray(body[itemsName(url)]);
}
