import type { View } from '../../output/view.ts';
import type { StatusThread } from '../webapi/thread-status.ts';

/** A thread and the status that it shows; empty if it shows none. */
export interface ShownStatus extends StatusThread {
  readonly status: string;
}

/** View of a status, with the names of the arguments (WEB §4.6). */
export const STATUS_VIEW: View<ShownStatus> = {
  json: ({ channel, threadTs, status, loadingMessages = [] }) => ({
    channel_id: channel,
    thread_ts: threadTs,
    status,
    ...(loadingMessages.length === 0 ? {} : { loading_messages: loadingMessages }),
  }),
  columns: [
    { name: 'channel', heading: 'Channel', importance: 1, value: ({ channel }) => channel },
    { name: 'thread', heading: 'Thread', importance: 1, value: ({ threadTs }) => threadTs },
    { name: 'status', heading: 'Status', importance: 1, value: ({ status }) => status },
  ],
};
