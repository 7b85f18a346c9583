import type { Issue } from '../../failure/issue.ts';
import { filterCommand } from './not-text.ts';

const LITTLE_UTF32 = Buffer.from([0xff, 0xfe, 0, 0]);
const BIG_UTF32 = Buffer.from([0, 0, 0xfe, 0xff]);

/** Whether a text starts with the byte order mark of UTF-32, or with a character of four bytes. */
export function isUtf32(start: Buffer): boolean {
  if (start.length < 4) return false;
  const [first, second, third, fourth] = start;
  const isMark = start.indexOf(LITTLE_UTF32) === 0 || start.indexOf(BIG_UTF32) === 0;
  const isLittle = first !== 0 && second === 0 && third === 0 && fourth === 0;
  return isMark || isLittle || (first === 0 && second === 0 && third === 0 && fourth !== 0);
}

/** Returns the finding about a file in UTF-32, which the WHATWG Encoding Standard does not include. */
export function utf32Issue(file: string): Issue {
  const command = filterCommand('iconv -f UTF-32 -t UTF-8', file, 'utf8.csv');
  const message = `the file is UTF-32, which is not supported; save it as UTF-8, or: ${command}`;
  return { code: 'not_utf8', path: '', message, at: { file, line: 1, column: 1 } };
}

/** Detects UTF-16 by its byte order mark, or by zero in every other byte of the first two characters. */
export function utf16Form([first, second, third, fourth]: Buffer):
  | { readonly label: string; readonly name: string }
  | undefined {
  if (first === 0xff && second === 0xfe) return { label: 'utf-16le', name: 'UTF-16' };
  if (first === 0xfe && second === 0xff) return { label: 'utf-16be', name: 'UTF-16' };
  if (first === 0 && third === 0 && second !== 0) return { label: 'utf-16be', name: 'UTF-16BE' };
  return second === 0 && fourth === 0 && first !== 0 ? { label: 'utf-16le', name: 'UTF-16LE' } : undefined;
}

/** Decodes the start of a file, with detection of UTF-16. */
export function decodeStart(start: Buffer): string {
  const form = utf16Form(start);
  return form === undefined ? start.toString('utf8') : new TextDecoder(form.label).decode(start);
}
