import { expect, it } from 'vitest';
import { createInventor } from '../../src/recording/invent-text.ts';

/** Inventors with different keys; about one of eight turns "31" into a valid month. */
const inventors = Array.from({ length: 200 }, (_, index) => createInventor(new Uint8Array([index, 7])));

const exists = (text: string) => {
  const day = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(day) && new Date(day).toISOString().startsWith(text);
};

it.each(['2024-31-31', '2023-02-30', '0000-00-00'])(
  'an invalid date does not become a valid one: %s',
  (text) => {
    const made = inventors.map((inventor) => inventor.text(text));
    expect(made.filter(exists)).toEqual([]);
    expect(made.every((one) => /^\d{4}-\d{2}-\d{2}$/.test(one))).toBe(true);
  },
);

it('a valid date becomes a valid date', () => {
  expect(inventors.map((inventor) => inventor.text('2024-02-29')).every(exists)).toBe(true);
});
