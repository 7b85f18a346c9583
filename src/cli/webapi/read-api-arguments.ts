import { Failure } from '../../failure/failure.ts';
import { readBoundedJson } from '../../json/bounded-json.ts';
import { readExactJson } from '../../json/exact-json.ts';
import { walkJson } from '../../json/walk-json.ts';
import type { Json } from '../../spec/protocol-types.ts';
import { readText } from '../../terminal/read-input.ts';
import type { Streams } from '../../terminal/streams.ts';
import type { WebApiArguments } from '../../webapi/encode-arguments.ts';

/**
 * Parses arguments of the forms `name=value`, `name:=JSON` and `name=@file`.
 * @throws Failure `usage` for any other form, for a repeated name, for a number in JSON that would be
 * rounded, and for a token, which other users could see
 */
export async function readApiArguments(
  words: readonly string[],
  stdin: Streams['stdin'],
): Promise<WebApiArguments> {
  const values: Record<string, Json> = {};
  for (const word of words) {
    const [, name, sign, text = ''] = /^([^=:]+)(:?=)(.*)$/s.exec(word) ?? [];
    if (name === undefined) {
      throw new Failure('usage', `"${word}" is not of the form name=value`, {
        hint: 'orgctl api team.integrationLogs count=5',
      });
    }
    if (name.trim().toLowerCase() === 'token') {
      throw new Failure('usage', 'a token on the command line can be seen by others; it was not used', {
        hint: 'use --token-stdin, --token-file or ORGCTL_TOKEN; if that was a live token, revoke it',
      });
    }
    if (Object.hasOwn(values, name)) throw new Failure('usage', `${name} is given twice`);
    values[name] = sign === ':=' ? parseJson(name, text) : await textOf(text, stdin);
  }
  return values;
}

async function textOf(text: string, stdin: Streams['stdin']): Promise<string> {
  return text.startsWith('@') ? (await readText(text.slice(1), stdin)).replace(/\r?\n$/, '') : text;
}

function parseJson(name: string, text: string): Json {
  const read = readBoundedJson(text);
  const exact = readExactJson(text);
  if ('fault' in read) throw notJson(name, read.fault);
  if ('fault' in exact) throw notJson(name, exact.fault);
  let isLost = false;
  walkJson(text, ({ written }) => {
    isLost ||= /^[\d-]/.test(written) && !keepsDigits(written);
  });
  if (isLost)
    throw new Failure('usage', `${name}: a number in it cannot be sent as it is written`, {
      hint: `put it in quotes, or as text: ${name}=VALUE`,
    });
  return read.value as Json;
}

/** A timestamp of a message, whose last zeros count (WEB §4.7). */
const TIMESTAMP = /^\d{10}\.\d{6}$/;

/** Whether a JSON number is sent with its value, which 1.0 and 1e0 are as 1. */
function keepsDigits(written: string): boolean {
  const sent = String(Number(written));
  return sent === written || (!TIMESTAMP.test(written) && decimalOf(sent) === decimalOf(written));
}

/** Returns a number as digits without zeros at either end, and a power of ten; the same for equal values. */
function decimalOf(number: string): string {
  const [, sign = '', whole, fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? [];
  if (whole === undefined) return number;
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const shown = digits.replace(/0+$/, '');
  const power = Number(exponent) - fraction.length + digits.length - shown.length;
  return shown === '' ? '0' : `${sign}${shown}e${power}`;
}

function notJson(name: string, fault: string): Failure {
  return new Failure('usage', `${name}: this is ${fault}`, { hint: `${name}:='["a","b"]'` });
}
