import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hiderThroughEscapes } from '../../src/gate/gate.ts';
import { unescaped } from '../../src/gate/unescaped.ts';
import { redactEchoedSecrets } from '../../src/http/redact-echoed-secrets.ts';
import { secretsOfTest } from '../support/secrets-of-test.ts';

const hex = (character: string) => Buffer.from(character).toString('hex');
const each = (write: (character: string) => string) => (text: string) => [...text].map(write).join('');
const units = (text: string) =>
  text.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'));
const jsonText = (text: string) => JSON.stringify(text).slice(1, -1);
const htmlNumbers = each((character) =>
  /[a-z\d ]/i.test(character) ? character : `&#${character.codePointAt(0)};`,
);

/** The encodings in which services, gateways and their logs write text. */
const WRITINGS: Readonly<Record<string, (text: string) => string>> = {
  'as JSON in JSON': (text) => jsonText(jsonText(text)),
  'as JSON in JSON in JSON': (text) => jsonText(jsonText(jsonText(text))),
  'URL-encoded twice': (text) => encodeURIComponent(encodeURIComponent(text)),
  'as JSON in a URL': (text) => encodeURIComponent(jsonText(text)),
  'with every byte URL-encoded': each((character) => hex(character).replace(/../g, '%$&')),
  'with every byte URL-encoded twice': each((character) => hex(character).replace(/../g, '%25$&')),
  'with every character as a JSON escape': (text) =>
    units(text)
      .map((unit) => `\\u${unit}`)
      .join(''),
  'with uppercase JSON escapes within JSON': (text) =>
    units(text)
      .map((unit) => `\\\\u${unit.toUpperCase()}`)
      .join(''),
  'with signs as HTML numbers': htmlNumbers,
  'with every character as an HTML number': each(
    (character) => `&#x${character.codePointAt(0)?.toString(16)};`,
  ),
  'with HTML numbers escaped again': (text) => htmlNumbers(text).replaceAll('&', '&amp;'),
  'as HTML in JSON': (text) => jsonText(text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')),
};

const SECRETS = ['a"b\\c&d<e/fgh', 'xoxp-12345-abcDEF', 'pä ss🔑wert%41\\\\n', '&amp;%25\\u0041secret'];
const cases = Object.keys(WRITINGS).flatMap((name) => SECRETS.map((secret) => [secret, name] as const));
const bytesOf = (text: string) => unescaped(Buffer.from(text))?.bytes ?? Buffer.from(text);
const read = (text: string) => Buffer.from(bytesOf(text)).toString();

describe('secret with escaped characters', () => {
  it.each(cases)('%s is hidden %s', (secret, name) => {
    const secrets = secretsOfTest();
    secrets.add(secret);
    const text = `before ${WRITINGS[name]?.(secret)} after`;
    expect(read(text)).toContain(read(secret));
    const shown = secrets.redact(text);
    expect(shown).toBe('before «redacted» after');
  });

  it('is hidden in any mixture of escapes, and JSON stays valid', () => {
    const writings = [
      (character: string) => character,
      ...['as JSON in JSON', 'URL-encoded twice', 'with every character as a JSON escape'].map(
        (name) => WRITINGS[name] ?? String,
      ),
      ...['with every byte URL-encoded twice', 'with every character as an HTML number'].map(
        (name) => WRITINGS[name] ?? String,
      ),
    ];
    const characters = fc.constantFrom(...'abcXYZ0189-_"\\ /+é🔑&%<');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(characters, fc.constantFrom(...writings)), { minLength: 10, maxLength: 30 }),
        fc.string(),
        (written, before) => {
          const secret = written.map(([character]) => character).join('');
          // In data, only pieces of at least eight bytes are hidden; "\\aaa%aa/aa" has seven bytes when
          // decoded.
          fc.pre(bytesOf(secret).length >= 8);
          const text = JSON.stringify({
            detail: before + written.map(([character, write]) => write(character)).join(''),
          });
          const shown = Buffer.from(hiderThroughEscapes([secret], 'data').hide(Buffer.from(text))).toString();
          expect(read(shown)).not.toContain(read(secret));
          expect(() => JSON.parse(shown)).not.toThrow();
        },
      ),
    );
  });

  it.each([400, 200])('is hidden in a response of %i if it is a password of the request', async (status) => {
    const secret = 'a"b\\c&d<e/fgh';
    const body = JSON.stringify({ userName: 'zed', password: secret });
    const answer = JSON.stringify({ detail: encodeURIComponent(JSON.stringify(body)) });
    const send = redactEchoedSecrets()(async () => ({ status, headers: {}, body: Buffer.from(answer) }));
    const response = await send(
      { method: 'POST', effect: 'write', url: 'https://api.example.com/Users', headers: {}, body },
      new AbortController().signal,
    );
    const shown = Buffer.from(response.body).toString();
    expect(read(shown)).not.toContain('c&d<e');
    expect(shown).toContain('«redacted»');
  });

  it.each(['', 'x', 'xy'])('is hidden in base64 of JSON after "%s"', (before) => {
    const secrets = secretsOfTest();
    secrets.add('a"b\\c&d<e/fgh');
    const text = Buffer.from(`${before}${JSON.stringify('a"b\\c&d<e/fgh')}`).toString('base64');
    expect(secrets.redact(text)).toMatch(/^.{0,4}«redacted».{0,4}$/);
  });

  it('returns the same bytes if nothing is hidden', () => {
    const bytes = Buffer.from('{"title":"R&amp;D \\"100%25\\""}');
    expect(hiderThroughEscapes(['xoxp-12345-abcDEF'], 'words').hide(bytes)).toBe(bytes);
    expect(unescaped(Buffer.from('no escape'))).toBeUndefined();
  });
});
