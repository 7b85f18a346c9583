import type { WebApiClient } from '../../webapi/webapi-client.ts';

const METHOD = 'assistant.threads.setStatus';

/** The thread whose status is meant, and what is shown beside it. */
export interface StatusThread {
  readonly channel: string;
  readonly threadTs: string;
  readonly loadingMessages?: readonly string[];
}

/** Shows a status in a thread, or with blank text none (WEB §4.6). */
export async function setStatus(client: WebApiClient, thread: StatusThread, status: string): Promise<void> {
  const { channel, threadTs, loadingMessages } = thread;
  const hasMessages = status !== '' && loadingMessages !== undefined;
  await client.call({
    method: METHOD,
    arguments: {
      channel_id: channel,
      thread_ts: threadTs,
      status,
      ...(hasMessages ? { loading_messages: loadingMessages } : {}),
    },
  });
}
