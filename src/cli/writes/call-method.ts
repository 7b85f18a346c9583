import type { ChangeOf } from '../../bulk/plan/change.ts';
import type { View } from '../../output/view.ts';
import type { Json, JsonObject } from '../../spec/protocol-types.ts';
import { defined } from '../../values/defined.ts';
import { changeId } from '../../values/ids.ts';
import { checkedArguments, type WebApiCall } from '../../webapi/webapi-client.ts';
import type { Context } from '../context.ts';
import { performWrites } from './perform-writes.ts';
import { lastBody } from './performed.ts';
import { impliedBy, questionBefore } from './permanent-calls.ts';

/** A call of a Web API method that writes. */
export interface MethodCall {
  readonly method: string;
  /** Undefined arguments are not sent. */
  readonly arguments: { readonly [name: string]: Json | undefined };
  /** The name of the affected object, for messages. */
  readonly name: string;
  /** The effect in words, shown before the call is sent. */
  readonly meaning?: string;
  readonly encoding?: 'json' | undefined;
  /** HTTP verb of an undocumented method; POST if absent. */
  readonly verb?: 'GET' | undefined;
  readonly isUnchecked?: boolean | undefined;
  /** Makes the call if it takes several requests. */
  readonly call?: (request: WebApiCall) => Promise<JsonObject>;
  /** Refuses a call that is known to fail. */
  readonly refuse?: () => Promise<void>;
  /** The value of --confirm, for a method whose change is permanent. */
  readonly confirmed?: string | undefined;
  /** How the response is printed, if at all. */
  readonly shows?: View<never>;
}

/**
 * Calls a method that writes, through the same steps as every write. A dry run calls nothing.
 * @param report receives the response
 * @throws Failure `usage` for arguments that the service would refuse, before anything is asked or shown
 */
export async function callMethod(
  context: Context,
  call: MethodCall,
  report: (body: JsonObject) => Promise<void>,
): Promise<void> {
  const change = changeOf(call);
  // Several requests have fewer arguments each.
  if (call.call === undefined) checkedArguments(change);
  const intention = {
    api: 'webApi',
    changes: [change],
    named: 1,
    noun: 'calls',
    shows: call.shows,
    ...defined({ call: call.call, question: questionBefore(change, call.confirmed), refuse: call.refuse }),
  } as const;
  await performWrites(context, intention, async (performed) => {
    const body = lastBody(performed);
    if (body !== undefined) await report(body);
  });
}

/** Prints what several calls would do as one list; for a dry run, in which nothing is called. */
export async function showCalls(context: Context, calls: readonly MethodCall[]): Promise<void> {
  if (calls.length === 0) {
    const { showNoChanges } = await import('./dry-run.ts');
    return showNoChanges(context);
  }
  const changes = calls.map((call, index) => changeOf(call, index + 1));
  const intention = { api: 'webApi', changes, named: calls.length, noun: 'calls', shows: undefined } as const;
  await performWrites(context, intention, async () => {});
}

/** @param line position among the calls of the command */
function changeOf(
  { method, name, meaning, encoding, verb, isUnchecked, arguments: given }: MethodCall,
  line = 1,
): ChangeOf<'callMethod'> {
  const words = Object.entries(given).flatMap(([key, value]): [string, Json][] =>
    value === undefined ? [] : [[key, value]],
  );
  return {
    id: changeId(`L${line}`),
    line,
    after: [],
    name,
    kind: 'callMethod',
    method,
    arguments: Object.fromEntries(words),
    ...defined({ meaning, encoding, verb }),
    ...(isUnchecked === true ? { isUnchecked } : {}),
    ...defined({ implies: impliedBy(method) }),
  };
}
