import { dump } from 'js-yaml';
import type { Finding } from '../../../src/manifest/finding.ts';
import { type ValidateOptions, validateText } from '../../../src/manifest/validate.ts';
import type { Json } from '../../../src/spec/protocol-types.ts';

/** The compared parts of a finding: its rule, its JSON pointer and the marked text. */
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

/** Returns the findings of a text without those of severity info. */
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
