import { expect, it } from 'vitest';
import { likelyDelimiter } from '../../src/csv/likely-delimiter.ts';

it.each([
  ['', ','],
  ['from', ','],
  ['from,to', ','],
  ['from;to', ';'],
  ['from\tto', '\t'],
  ['from|to', '|'],
  // If both are equally frequent, the more common delimiter wins.
  ['a;b,c', ','],
  ['a;b;c,d', ';'],
  ['a,b\nc;d;e;f', ','],
  ['a\r\nc;d;e;f', ','],
  ['sep=|\nfrom;to;kind', '|'],
  ['\ufeff"SEP=#"\r\nfrom;to', '#'],
  ['x sep=#\nfrom;to', ','],
  ['sep=||\nfrom;to', '|'],
  ['"a;b;c",d', ','],
  ['"a\n;b",c', ','],
  ['a 5";b;c,d', ';'],
])('likelyDelimiter for text that begins with %j is %j', (start, delimiter) => {
  expect(likelyDelimiter(start)).toBe(delimiter);
});
