import { describe, expect, it } from 'vitest';
import { citationsIn, citedSections, gaps } from '../../docs/sections.ts';
import { WEB_API_METHODS } from '../../src/spec/webapi-methods.ts';

describe('the sections that the name of a test cites', () => {
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

describe('every section of the documents is cited by a test of the program or the wire', () => {
  const sections = citedSections();

  it('knows the headings of both digests, and the numbered rules below them', () => {
    const headings = sections.map(({ document, number, heading }) => `${document} §${number} ${heading}`);
    expect(headings.slice(9, 12)).toEqual([
      'SCIM §4.3 PATCH /Users/<id>',
      'SCIM §4.3 rule 1 what is not sent stays; a space clears',
      'SCIM §4.3 rule 2 password, externalId, profileUrl',
    ]);
    expect(headings.filter((heading) => heading.includes(' rule '))).toHaveLength(23);
    expect(headings.at(-1)).toBe('WEB §9 Versioning');
  });

  it('WEB §4: knows every method of that document by its name', () => {
    const headings = sections.map(({ document, number, heading }) => `${document} §${number} ${heading}`);
    const methods = Object.entries(WEB_API_METHODS).filter(([, { section }]) => section.startsWith('WEB'));
    expect(methods.length).toBeGreaterThan(9);
    const missing = methods
      .map(([name, { section }]) => `${section} ${name}`)
      .filter((one) => !headings.includes(one));
    expect(missing).toEqual([]);
  });

  it.each(['SCIM', 'WEB'] as const)('has no gap in the document %s', (document) => {
    expect(gaps(document, sections)).toEqual([]);
  });
});
