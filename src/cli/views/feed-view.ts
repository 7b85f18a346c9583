import type { AppliedFeedEntry } from '../../bulk/run/applied-feeds.ts';
import type { ListView } from '../../output/view.ts';
import { defined } from '../../values/defined.ts';

/** Prints files that were applied. */
export const FEED_VIEW: ListView<AppliedFeedEntry> = {
  noun: ['applied file', 'applied files'],
  json: ({ run, ...once }) => ({ ...once, ...defined({ run }) }),
  columns: [
    { name: 'applied', heading: 'Applied', importance: 1, isWhole: true, value: ({ applied }) => applied },
    { name: 'feed', heading: 'File', importance: 1, value: ({ feed }) => feed },
    { name: 'rows', heading: 'Rows', importance: 2, align: 'right', value: ({ rows }) => rows },
    {
      name: 'rejected',
      heading: 'Rejected',
      importance: 3,
      align: 'right',
      value: ({ rejected }) => rejected,
    },
    {
      name: 'run',
      heading: 'Run',
      importance: 1,
      isWhole: true,
      value: ({ run }) => run ?? 'nothing changed',
    },
    { name: 'profile', heading: 'Profile', importance: 4, value: ({ profile }) => profile },
    { name: 'origin', heading: 'Service', importance: 5, readBy: 'programs', value: ({ origin }) => origin },
  ],
};

/** Returns a time in RFC 3339 as "2026-11-02 16:17 UTC". */
export function inUtc(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`;
}
