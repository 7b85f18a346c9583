import { expect, it } from 'vitest';
import { QUESTIONS } from '../../src/probe/questions.ts';
import { QUIRK_NAMES, QUIRKS } from '../../src/sandbox/quirks/quirk-table.ts';
import { shownUnder } from '../support/quirk-answers.ts';
import { SHOWN_BY_WRITING } from '../support/write-answers.ts';

/** Questions whose answers no quirk changes, with the reason. */
const NO_SWITCH: Readonly<Record<string, string>> = {
  'web-tokens': 'the tokens of the connection decide: one that is revoked is a fault of a seed',
  'web-methods': 'the tokens of the connection and their scopes decide, which a seed sets',
};

it('every probe question has an answer that a quirk changes, or a reason why not', () => {
  const byReading = QUIRK_NAMES.flatMap((name) =>
    QUIRKS[name].slice(1).flatMap((word) => Object.keys(shownUnder(name, word))),
  );
  const byWriting = Object.values(SHOWN_BY_WRITING).flatMap((shown) => Object.keys(shown));
  const changed = new Set([...byReading, ...byWriting]);
  const ids = QUESTIONS.map(({ id }) => id);
  expect(ids.filter((id) => !changed.has(id) && NO_SWITCH[id] === undefined)).toEqual([]);
  expect(Object.keys(NO_SWITCH).filter((id) => changed.has(id) || !ids.includes(id))).toEqual([]);
});

it('every quirk changes a probe answer', () => {
  const silent = QUIRK_NAMES.flatMap((name) =>
    QUIRKS[name]
      .slice(1)
      .filter(
        (word) =>
          Object.keys({ ...shownUnder(name, word), ...SHOWN_BY_WRITING[`${name} ${word}`] }).length === 0,
      )
      .map((word) => `${name}=${word}`),
  );
  expect(silent).toEqual([]);
});
