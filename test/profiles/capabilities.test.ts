import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  answerTo,
  type Capabilities,
  capabilitiesFile,
  copyCapabilities,
  readCapabilities,
  removeCapabilities,
  renameCapabilities,
  writeCapabilities,
} from '../../src/profiles/capabilities.ts';
import { expectToMatchSchema } from '../support/published-schemas.ts';
import { freshMachine } from '../support/run-orgctl.ts';

const folder = () => freshMachine().path('config');

const LEARNED: Capabilities = {
  format: 1,
  profile: 'acme',
  probedAt: '2026-11-22T08:00:00Z',
  tool: '1.0.0',
  scimBaseUrl: 'https://api.acme.example',
  webApiBaseUrl: 'https://acme.example/api',
  scimVersion: '2.0',
  calls: 2,
  budget: 60,
  answers: [
    {
      id: 'largest-page',
      question: 'How many users does one page hold at most?',
      state: 'answered',
      value: 100,
      expected: 1000,
      basis: 'documented',
      section: 'SCIM §4.1',
      assumptions: ['count-over-limit'],
      differs: true,
      evidence: [{ request: 'GET /scim/v2/Users?count=1000', status: 200, saw: '100 of 4312' }],
    },
    {
      id: 'filter-v2',
      question: 'Does v2 filter?',
      state: 'not asked',
      expected: ['eq', 'sw'],
      basis: 'assumed',
      section: 'SCIM §4.5',
      assumptions: ['filter-on-v2'],
      differs: false,
      why: 'the budget of 60 calls was spent',
      evidence: [],
    },
  ],
};

describe('capability profile of a connection', () => {
  it('is read as written, readable only by the user, and matches its schema', () => {
    const at = folder();
    expect(readCapabilities(at, 'acme')).toBeUndefined();
    const file = writeCapabilities(at, LEARNED);
    expect(file).toBe(capabilitiesFile(at, 'acme'));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(file)).mode & 0o777).toBe(0o700);
    expect(readCapabilities(at, 'acme')).toEqual(LEARNED);
    expectToMatchSchema('capabilities', JSON.parse(readFileSync(file, 'utf8')));
  });

  it('returns the answer to a question', () => {
    expect(answerTo(LEARNED, 'largest-page')).toBe(100);
    expect(answerTo(LEARNED, 'filter-v2')).toBeUndefined();
    expect(answerTo(LEARNED, 'no-such-question')).toBeUndefined();
  });

  it('is copied, renamed and removed', () => {
    const at = folder();
    writeCapabilities(at, LEARNED);
    copyCapabilities(at, 'acme', 'second');
    expect(readCapabilities(at, 'second')).toEqual({ ...LEARNED, profile: 'second' });
    renameCapabilities(at, 'acme', 'third');
    expect(readCapabilities(at, 'acme')).toBeUndefined();
    expect(readCapabilities(at, 'third')).toEqual({ ...LEARNED, profile: 'third' });
    removeCapabilities(at, 'third');
    removeCapabilities(at, 'third');
    expect(readCapabilities(at, 'third')).toBeUndefined();
    copyCapabilities(at, 'third', 'fourth');
    expect(readCapabilities(at, 'fourth')).toBeUndefined();
  });

  const [first] = LEARNED.answers;
  const DAMAGED: readonly (readonly [string, unknown, string])[] = [
    ['a list', [], 'expected an object'],
    ['another format', { ...LEARNED, format: 2 }, 'format: expected 1, as this version of orgctl writes it'],
    ['an unknown version', { ...LEARNED, scimVersion: '3.0' }, 'scimVersion: expected 1.1 or 2.0'],
    ['an invalid date', { ...LEARNED, probedAt: 7 }, 'probedAt: expected an RFC 3339 time'],
    ['an invalid number of calls', { ...LEARNED, calls: '2' }, 'calls: expected a whole number from 0'],
    ['an invalid URL', { ...LEARNED, scimBaseUrl: 7 }, 'scimBaseUrl: expected a string'],
    ['no answers', { ...LEARNED, answers: {} }, 'answers: expected a list'],
    [
      'an answer without an ID',
      { ...LEARNED, answers: [{ ...first, id: 1 }] },
      'answers[0].id: expected a string',
    ],
    [
      'an unknown state',
      { ...LEARNED, answers: [first, { ...first, state: 'x' }] },
      'answers[1].state: expected answered or unclear or not asked',
    ],
    [
      'an object as a value',
      { ...LEARNED, answers: [{ ...first, value: {} }] },
      'answers[0].value: expected a string, a number, true or false, or a list of strings',
    ],
    [
      'a string as evidence',
      { ...LEARNED, answers: [{ ...first, evidence: ['x'] }] },
      'answers[0].evidence[0]: expected an object',
    ],
  ];

  it.each(DAMAGED)('is refused if damaged: %s', (_, document, why) => {
    const at = folder();
    const file = capabilitiesFile(at, 'acme');
    mkdirSync(join(at, 'capabilities'), { recursive: true });
    writeFileSync(file, JSON.stringify(document));
    let failure: unknown;
    try {
      readCapabilities(at, 'acme');
    } catch (error) {
      failure = error;
    }
    expect(failure).toMatchObject({ kind: 'storage', hint: 'create it again: orgctl probe acme' });
    const [before, after] = String(failure).split(/:1:\d+ /);
    expect(before).toContain(`the capability profile ${file}`);
    expect(after).toBe(`is damaged: ${why}`);
  });

  it('is refused with the position of the invalid value', () => {
    const at = folder();
    const file = writeCapabilities(at, LEARNED);
    writeFileSync(file, readFileSync(file, 'utf8').replace('"budget": 60', '"budget": "60"'));
    expect(() => readCapabilities(at, 'acme')).toThrow(
      `${file}:10:12 is damaged: budget: expected a whole number from 1`,
    );
  });

  it('is refused if truncated', () => {
    const at = folder();
    const file = writeCapabilities(at, LEARNED);
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, 80));
    expect(() => readCapabilities(at, 'acme')).toThrow(/is damaged: it is not JSON/);
  });
});
