import { Failure } from '../../failure/failure.ts';
import { readLimits } from '../../sandbox/read-seed.ts';
import { SeedReader } from '../../sandbox/seed-reader.ts';
import { DOCUMENTED_RATES, type DocumentedRates } from '../../spec/limits.ts';
import { readDocument } from '../../terminal/read-document.ts';
import { inputName } from '../../terminal/read-input.ts';
import type { Streams } from '../../terminal/streams.ts';

/**
 * Reads the quotas that a sandbox enforces: `documented` (OBSERVED §8, §10), `none`, or a YAML or JSON file
 * of quotas by name.
 * @throws Failure `invalidInput` for an invalid quota
 */
export async function readQuotas(text: string, stdin: Streams['stdin']): Promise<DocumentedRates> {
  if (text === 'documented') return DOCUMENTED_RATES;
  if (text === 'none') return {};
  const reader = new SeedReader();
  const limits = readLimits(reader, await readDocument(text, stdin), '');
  const { issues } = reader;
  if (issues.length === 0) return limits;
  throw new Failure('invalidInput', `${inputName(text)} has no usable quotas`, {
    issues,
    hint: 'write for example "createUser: {perMinute: 180, burst: 20}"',
  });
}
