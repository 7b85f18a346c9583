import { describe, expect, it } from 'vitest';
import { citationsIn, citedSections, gaps } from '../../docs/sections.ts';

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

  it('knows every heading of both documents', () => {
    const headings = (document: string) =>
      sections.filter((section) => section.document === document && !section.number.includes('rule')).length;
    expect([headings('SCIM'), headings('WEB')]).toEqual([18, 25]);
  });

  it.each(['SCIM', 'WEB'] as const)('has no gap in the document %s', (document) => {
    expect(gaps(document, sections)).toEqual([]);
  });
});
