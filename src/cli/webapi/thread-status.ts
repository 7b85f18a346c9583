import type { WebApiClient } from '../../webapi/webapi-client.ts';

const METHOD = 'assistant.threads.setStatus';

/** The thread, and the loading messages to show with its status. */
export interface StatusThread {
  readonly channel: string;
  readonly threadTs: string;
  readonly loadingMessages?: readonly string[];
}

/** Returns the call that sets the status of a thread, or clears it if the text is empty (WEB §4.6). */
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

/** Renews or clears a status, as part of a change that is already recorded. */
export async function renewStatus(client: WebApiClient, thread: StatusThread, status: string): Promise<void> {
  const { method, arguments: words } = statusCall(thread, status);
  await client.call({ method, arguments: words });
}
