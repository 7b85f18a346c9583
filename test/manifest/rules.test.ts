import { describe, expect, it } from 'vitest';
import { RULES } from '../../src/manifest/rules/rule-book.ts';
import { validateText } from '../../src/manifest/validate.ts';

const NAME = 'display_information:\n  name: Harbour\n';
const complete = (snippet: string) => (snippet.includes('display_information') ? snippet : NAME + snippet);

const findings = async (snippet: string) =>
  (await validateText('manifest.yaml', complete(snippet), { vendor: 'service' })).findings.map(
    ({ rule, message }) => `${rule}: ${message}`,
  );

describe('examples of every rule (WEB §2.6, §9)', () => {
  it.each(Object.entries(RULES))(
    '%s gives one finding for its wrong example and none for its right example',
    async (id, rule) => {
      const found = await findings(rule.wrong);
      expect(found).toEqual([expect.stringMatching(new RegExp(`^${id}: `))]);
      expect(await findings(rule.right)).toEqual([]);
    },
  );
});
