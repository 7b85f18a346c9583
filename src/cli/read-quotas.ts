import { Failure } from '../failure/failure.ts';
import { isJsonObject } from '../rules/json-value.ts';
import { type RateLimit, type RateLimits, SCIM_RATES, type ScimRate } from '../spec/limits.ts';
import type { Json } from '../spec/wire.ts';
import { readDocument } from '../terminal/read-document.ts';
import type { Streams } from '../terminal/streams.ts';

const NAMES = Object.keys(SCIM_RATES);
const EXAMPLE = 'write for example "createUser: {perMinute: 180, burst: 20}"';

/**
 * Reads the quotas that a sandbox keeps to: `documented` (service-facts §8), `none`, or a YAML or JSON file of quotas by name.
 * @throws Failure `invalidInput` for what is no quota.
 */
export async function readQuotas(text: string, stdin: Streams['stdin']): Promise<RateLimits> {
  if (text === 'documented') return SCIM_RATES;
  if (text === 'none') return {};
  const document = await readDocument(text, stdin);
  const limits: { [Name in ScimRate]?: RateLimit } = {};
  for (const [name, value] of Object.entries(document)) {
    if (!isRate(name)) throw refusal(text, name, `is no quota; the quotas are ${NAMES.join(', ')}`);
    limits[name] = readLimit(value, (why) => refusal(text, name, why));
  }
  return limits;
}

function readLimit(value: Json, refuse: (why: string) => Failure): RateLimit {
  const { perMinute, burst } = isJsonObject(value) ? value : {};
  if (typeof perMinute !== 'number' || !(perMinute > 0)) throw refuse('has no perMinute above 0');
  if (burst === undefined) return { perMinute, burst: perMinute };
  if (typeof burst !== 'number' || !(burst >= 1)) throw refuse('has a burst below 1');
  return { perMinute, burst };
}

function refusal(file: string, name: string, why: string): Failure {
  return new Failure('invalidInput', `${file}: "${name}" ${why}`, { hint: EXAMPLE });
}

function isRate(name: string): name is ScimRate {
  return Object.hasOwn(SCIM_RATES, name);
}
