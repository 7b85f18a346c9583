import { type Capabilities, type CapabilityValue, readCapabilities } from '../../profiles/capabilities.ts';
import { NO_PROFILE, type ResolvedProfile } from '../../profiles/resolve-profile.ts';
import type { RecordedProfile } from '../../recording/recording.ts';
import { isErrorCode, isExpressionWord, isUrnWord } from '../../recording/structure.ts';
import { DEFAULT_VENDOR } from '../../spec/default-vendor.ts';
import { TOKEN_KINDS } from '../../spec/protocol-types.ts';
import { WEB_API_METHODS } from '../../spec/webapi-methods.ts';
import { defined } from '../../values/defined.ts';
import { inventOrigin } from './invent-names.ts';
import type { WordInventors } from './word-inventors.ts';

/**
 * Returns a profile with invented values, including what a probe learned about its service.
 * @param config the folder of the profiles
 */
export function inventedProfile(
  { profile, isSandbox }: ResolvedProfile,
  config: string,
  invent: WordInventors,
): RecordedProfile {
  const { name, scimBaseUrl, webApiBaseUrl, scimVersion, vendor, output, quota, tokens } = profile;
  const isStored = !isSandbox && name !== NO_PROFILE;
  const urls = { scimBaseUrl, webApiBaseUrl };
  const madeName = isStored ? invent.value.text(name) : name;
  const learned = name === NO_PROFILE ? undefined : readCapabilities(config, name);
  return {
    name: madeName,
    isBuiltIn: isSandbox,
    isStored,
    ...Object.fromEntries(
      Object.entries(urls).flatMap(([setting, url]) =>
        url === undefined || !URL.canParse(url) ? [] : [[setting, inventOrigin(url, invent.exchange)]],
      ),
    ),
    scimVersion,
    vendor: vendor === DEFAULT_VENDOR ? vendor : invent.value.text(vendor),
    ...defined({ output, quota }),
    tokens: TOKEN_KINDS.filter((kind) => tokens[kind] !== undefined),
    ...(profile.readOnly === true ? { readOnly: true } : {}),
    ...(profile.protected === undefined ? {} : { protected: profile.protected.map(invent.value.text) }),
    ...(profile.planLimits === undefined ? {} : { planLimits: profile.planLimits }),
    ...(learned === undefined ? {} : { capabilities: inventedCapabilities(learned, madeName, invent) }),
  };
}

/** Words that occur in the answers of a probe. */
const ANSWER_WORDS = new Set(
  (
    'applied ignored finds nothing taken stays blank blanked cleared refused kept all matches the an a empty page absent first users other usual ' +
    'by id something else resources returned size stable changes as many more fewer there are or largest not within after in s ms min h ' +
    'documented set ratelimit policy x remaining reset window retry replaces untold none ok next_cursor response_metadata application json scim text html user bot org'
  ).split(' '),
);

function inventedCapabilities(learned: Capabilities, profile: string, invent: WordInventors): Capabilities {
  const { scimBaseUrl, webApiBaseUrl, probedAt, answers } = learned;
  return {
    ...learned,
    profile,
    probedAt: invent.value.text(probedAt),
    ...defined({
      scimBaseUrl: scimBaseUrl && inventOrigin(scimBaseUrl, invent.exchange),
      webApiBaseUrl: webApiBaseUrl && inventOrigin(webApiBaseUrl, invent.exchange),
    }),
    answers: answers.map(({ why: _, value, ...answer }) => ({
      ...answer,
      ...(value === undefined ? {} : { value: inventedAnswer(value, invent) }),
      evidence: [],
    })),
  };
}

/**
 * Keeps the words of the program and of the documents in the answer of a probe; other words may be personal
 * data.
 */
function inventedAnswer(value: CapabilityValue, { value: { text } }: WordInventors): CapabilityValue {
  const invented = (answer: string) =>
    Object.hasOwn(WEB_API_METHODS, answer)
      ? answer
      : answer.replace(/[\p{L}\p{M}\p{N}_]+/gu, (word) => (isAnswerWord(word) ? word : text(word)));
  if (typeof value === 'string') return invented(value);
  return typeof value === 'object' ? value.map(invented) : value;
}

function isAnswerWord(word: string): boolean {
  return (
    ANSWER_WORDS.has(word.toLowerCase()) ||
    /^\d{1,6}$/.test(word) ||
    isExpressionWord(word) ||
    isUrnWord(word) ||
    isErrorCode(word)
  );
}
