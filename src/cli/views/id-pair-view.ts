import type { IdPair } from '../../migration/compare/id-pairs.ts';
import type { ListView } from '../../output/view.ts';

/** Prints the pairs of an ID map. */
export const ID_PAIR_VIEW: ListView<IdPair> = {
  noun: ['pair', 'pairs'],
  json: (pair) => ({ ...pair }),
  columns: [
    { name: 'from', heading: 'From', importance: 1, isWhole: true, value: ({ from }) => from },
    { name: 'to', heading: 'To', importance: 1, isWhole: true, value: ({ to }) => to },
    { name: 'kind', heading: 'Kind', importance: 3, value: ({ kind }) => kind },
    { name: 'name', heading: 'Name', importance: 2, value: ({ name }) => name },
    { name: 'key', heading: 'Key', importance: 2, value: ({ key }) => key },
    { name: 'confidence', heading: 'Confidence', importance: 2, value: ({ confidence }) => confidence },
  ],
};
