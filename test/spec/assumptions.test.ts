import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ASSUMPTIONS } from '../../src/spec/assumptions.ts';

const SOURCE = join(import.meta.dirname, '../../src');

/** The IDs that source comments name, as assumption `a` or assumptions `a`, `b`. */
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

describe('table of assumptions', () => {
  const ids = Object.keys(ASSUMPTIONS);
  const inSource = named();

  it('contains every assumption that a source comment names', () => {
    expect([...inSource].filter(([id]) => !ids.includes(id))).toEqual([]);
  });

  it('contains only assumptions that a source comment names', () => {
    expect(ids.filter((id) => !inSource.has(id))).toEqual([]);
  });

  it.each(Object.entries(ASSUMPTIONS))('%s has a section, a question and a decision', (_, assumption) => {
    expect(assumption.section).toMatch(/^(SCIM|WEB) §\d(\.\d)?\b/);
    expect(assumption.question).toMatch(/\?$/);
    expect(assumption.decision).toMatch(/\.$/);
  });
});
