import type { ChangeOf } from '../../bulk/plan/change.ts';
import type { View } from '../../output/view.ts';
import type { Json, JsonObject } from '../../spec/protocol-types.ts';
import { defined } from '../../values/defined.ts';
import { changeId } from '../../values/ids.ts';
import type { WebApiCall } from '../../webapi/webapi-client.ts';
import type { Context } from '../context.ts';
import type { ConfirmationPrompt } from './confirm-writes.ts';
import { performWrites } from './perform-writes.ts';
import { lastBody } from './performed.ts';

/** A call of a Web API method that writes. */
export interface MethodCall {
  readonly method: string;
  /** Those that are undefined are not sent. */
  readonly arguments: { readonly [name: string]: Json | undefined };
  /** What people call what it is about. */
  readonly name: string;
  /** What it does, in words a person reads before it is sent. */
  readonly meaning?: string;
  readonly encoding?: 'json' | undefined;
  /** Of a method that is not described; POST when absent. */
  readonly verb?: 'GET' | undefined;
  readonly isUnchecked?: boolean | undefined;
  /** Makes the call, where it takes several requests. */
  readonly call?: (request: WebApiCall) => Promise<JsonObject>;
  /** Refuses a call whose answer is known. */
  readonly refuse?: () => Promise<void>;
  /** Whether nothing can bring the former state back. */
  readonly isFinal?: boolean;
  readonly question?: ConfirmationPrompt;
  /** How its answer is printed, where it is. */
  readonly shows?: View<never>;
}

/**
 * Calls a method that writes, on the path of every write. In a dry run nothing is called.
 * @param report is given the answer.
 */
export async function callMethod(
  context: Context,
  call: MethodCall,
  report: (body: JsonObject) => Promise<void>,
): Promise<void> {
  const intention = {
    api: 'webApi',
    changes: [changeOf(call)],
    named: 1,
    noun: 'calls',
    shows: call.shows,
    ...defined({ call: call.call, question: call.question, refuse: call.refuse }),
  } as const;
  await performWrites(context, intention, async (performed) => {
    const body = lastBody(performed);
    if (body !== undefined) await report(body);
  });
}

function changeOf({
  method,
  name,
  meaning,
  encoding,
  verb,
  isUnchecked,
  isFinal,
  arguments: given,
}: MethodCall): ChangeOf<'callMethod'> {
  const words = Object.entries(given).flatMap(([key, value]): [string, Json][] =>
    value === undefined ? [] : [[key, value]],
  );
  return {
    id: changeId('L1'),
    line: 1,
    after: [],
    name,
    kind: 'callMethod',
    method,
    arguments: Object.fromEntries(words),
    ...defined({ meaning, encoding, verb }),
    ...(isUnchecked === true ? { isUnchecked } : {}),
    ...(isFinal === true ? { implies: ['cannotBeUndone'] as const } : {}),
  };
}
