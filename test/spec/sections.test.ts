import { describe, expect, it } from 'vitest';
import { citationsIn, citedSections, gaps, type SpecDocument } from '../../docs/sections.ts';
import { WEB_API_METHODS } from '../../src/spec/webapi-methods.ts';

/** The sections of both specifications; those of WEB §4 are its methods. */
const NUMBERS: Readonly<Record<SpecDocument, readonly string[]>> = {
  SCIM: [
    ...['1', '2', '2.1', '2.2', '2.3', '3', '4', '4.1', '4.2', '4.3', ...rules('4.3', 15), '4.4', '4.5'],
    ...[...rules('4.5', 5), '4.6', '5', ...rules('5', 3), '6', '7', '8', '9'],
  ],
  WEB: ['1', '2', '2.1', '2.2', '2.3', '2.4', '2.5', '2.6', '3', '4', '5', '6', '7', '8', '9'],
};

function rules(number: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => `${number} rule ${at + 1}`);
}

/** Fails with the sections in the first line, because a diff of all sections would hide the missing ones. */
function expectNone(sections: readonly string[], problem: string): void {
  expect(sections, `${problem}: ${sections.join(', ')}`).toEqual([]);
}

describe('sections cited in a test title', () => {
  it.each([
    ['SCIM §4.3 rule 6: the primary e-mail', ['SCIM 4.3 rule 6']],
    ['SCIM §2.1, §7: names', ['SCIM 2.1', 'SCIM 7']],
    [
      'SCIM §4.3 rules 6–8, 10 and WEB §4.10 on %s',
      ['SCIM 4.3 rule 6', 'SCIM 4.3 rule 7', 'SCIM 4.3 rule 8', 'SCIM 4.3 rule 10', 'WEB 4.10'],
    ],
    ['SCIM §5 rules 2 and 3, WEB §5 rule 1', ['SCIM 5 rule 2', 'SCIM 5 rule 3', 'WEB 5 rule 1']],
    ['nothing', []],
  ])('%s', (name, expected) => {
    expect(citationsIn(name)).toEqual(expected);
  });
});

describe('coverage of the specification sections by test titles', () => {
  const sections = citedSections();

  it.each(['SCIM', 'WEB'] as const)('contains the sections of %s and their numbered rules', (document) => {
    const known = sections
      .filter((section) => section.document === document)
      .map(({ number }) => number)
      .filter((number) => document === 'SCIM' || !number.startsWith('4.'));
    const of = (numbers: readonly string[]) => numbers.map((number) => `${document} §${number}`);
    expectNone(of(NUMBERS[document].filter((number) => !known.includes(number))), 'the digest lacks');
    expectNone(of(known.filter((number) => !NUMBERS[document].includes(number))), 'only the digest has');
    expect(known).toEqual(NUMBERS[document]);
  });

  it('contains the plain-text headings and the titles of the rules', () => {
    const headings = sections.map(({ document, number, heading }) => `${document} §${number} ${heading}`);
    expect(headings.slice(9, 12)).toEqual([
      'SCIM §4.3 PATCH /Users/<id>',
      'SCIM §4.3 rule 1 what is not sent stays; a space clears',
      'SCIM §4.3 rule 2 password, externalId, profileUrl',
    ]);
  });

  it('WEB §4: contains every Web API method by its name', () => {
    const headings = sections.map(({ document, number, heading }) => `${document} §${number} ${heading}`);
    const methods = Object.entries(WEB_API_METHODS).filter(([, { section }]) => section.startsWith('WEB'));
    expect(methods.length).toBeGreaterThan(9);
    const missing = methods
      .map(([name, { section }]) => `${section} ${name}`)
      .filter((one) => !headings.includes(one));
    expectNone(missing, 'the digest lacks');
  });

  it.each(['SCIM', 'WEB'] as const)('has a test for every section of the specification %s', (document) => {
    expectNone(gaps(document, sections), 'no test cites');
  });
});
