import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ASSUMPTIONS } from '../../src/spec/assumptions.ts';

const SOURCE = join(import.meta.dirname, '../../src');

/** The identifiers that comments of the source name: assumption `a`, or assumptions `a`, `b`. */
function named(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const file of readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || file.endsWith('assumptions.ts')) continue;
    const text = readFileSync(join(SOURCE, file), 'utf8').replaceAll(/\n\s*(?:\*|\/\/)\s*/g, ' ');
    for (const [mention] of text.matchAll(/\bassumptions?\s+`[^`]+`(?:(?:,| and|, and)\s+`[^`]+`)*/g)) {
      for (const [, id = ''] of mention.matchAll(/`([^`]+)`/g)) found.set(id, file);
    }
  }
  return found;
}

describe('open points of the documents', () => {
  const ids = Object.keys(ASSUMPTIONS);
  const inSource = named();

  it('every assumption that a comment names is in the table', () => {
    expect([...inSource].filter(([id]) => !ids.includes(id))).toEqual([]);
  });

  it('every assumption of the table is named where the code follows it', () => {
    expect(ids.filter((id) => !inSource.has(id))).toEqual([]);
  });

  it.each(Object.entries(ASSUMPTIONS))('%s gives a section, a question and a decision', (_, assumption) => {
    expect(assumption.section).toMatch(/^(SCIM|WEB) §\d(\.\d)?\b/);
    expect(assumption.question).toMatch(/\?$/);
    expect(assumption.decision).toMatch(/\.$/);
  });
});
