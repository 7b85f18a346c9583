import type { WebApiClient } from '../../webapi/webapi-client.ts';

const METHOD = 'assistant.threads.setStatus';

/** The thread whose status is meant, and what is shown beside it. */
export interface StatusThread {
  readonly channel: string;
  readonly threadTs: string;
  readonly loadingMessages?: readonly string[];
}

/** Returns the call that shows a status in a thread, or with blank text none (WEB §4.6). */
export function statusCall({ channel, threadTs, loadingMessages }: StatusThread, status: string) {
  const hasMessages = status !== '' && loadingMessages !== undefined;
  return {
    method: METHOD,
    name: channel,
    meaning: status === '' ? 'clear the status' : `show "${status}" in the thread`,
    arguments: {
      channel_id: channel,
      thread_ts: threadTs,
      status,
      ...(hasMessages ? { loading_messages: loadingMessages } : {}),
    },
  };
}

/** Sends a status again, or clears it, as a part of a change that is recorded already. */
export async function renewStatus(client: WebApiClient, thread: StatusThread, status: string): Promise<void> {
  const { method, arguments: words } = statusCall(thread, status);
  await client.call({ method, arguments: words });
}
