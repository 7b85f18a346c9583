import type { ListView } from '../../output/view.ts';
import type { ExchangedId } from '../../webapi/exchange-ids.ts';

/** Prints exchanged IDs; the CSV output is an ID map. */
export const EXCHANGED_VIEW: ListView<ExchangedId> = {
  isSummarized: true,
  json: (id) => ({
    from: id.from,
    to: id.state === 'exchanged' ? id.to : null,
    state: id.state,
    ...(id.state === 'refused' ? { code: id.code } : {}),
  }),
  columns: [
    { name: 'from', heading: 'From', importance: 1, value: ({ from }) => from },
    {
      name: 'to',
      heading: 'To',
      importance: 1,
      value: (id) => (id.state === 'exchanged' ? id.to : undefined),
    },
    {
      name: 'state',
      heading: 'State',
      importance: 1,
      value: (id) => (id.state === 'refused' ? id.code : id.state),
      paint: (text, { state }, palette) => (state === 'exchanged' ? palette.good(text) : palette.bad(text)),
    },
  ],
};
