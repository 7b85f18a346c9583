import { dump } from 'js-yaml';
import type { Finding } from '../../../src/manifest/finding.ts';
import { type ValidateOptions, validateText } from '../../../src/manifest/validate.ts';
import type { Json } from '../../../src/spec/protocol-types.ts';

/** What is compared of a finding: the rule, where it points, and the text that is marked. */
export interface Seen {
  readonly rule: string;
  readonly pointer: string;
  readonly marked: string;
}

export function jsonText(data: Json): string {
  return JSON.stringify(data, null, 2);
}

export function yamlText(data: Json): string {
  return dump(data);
}

/** The findings of a text, remarks left out. */
export async function findingsIn(
  file: string,
  text: string,
  options: Partial<ValidateOptions> = {},
): Promise<readonly Finding[]> {
  const { findings } = await validateText(file, text, { vendor: 'service', ...options });
  return findings.filter(({ severity }) => severity !== 'info');
}

export async function seenIn(
  file: string,
  text: string,
  options: Partial<ValidateOptions> = {},
): Promise<readonly Seen[]> {
  return (await findingsIn(file, text, options)).map(({ rule, pointer, start, end }) => ({
    rule,
    pointer,
    marked: text.slice(start.offset, end.offset),
  }));
}
