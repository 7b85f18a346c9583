import { durationInWords } from '../../../output/duration-words.ts';
import type { ListView } from '../../../output/view.ts';
import { answerInWords } from '../../../probe/question.ts';
import { QUESTIONS } from '../../../probe/questions.ts';
import { BASE_URLS, storedBaseUrl } from '../../../profiles/base-url.ts';
import { readCapabilities } from '../../../profiles/capabilities.ts';
import type { EffectiveSafety } from '../../../profiles/effective-safety.ts';
import { PLAN_LIMIT_NAMES, PLAN_LIMITS } from '../../../profiles/plan-limits.ts';
import { CONNECTION_SETTINGS, NO_PROFILE, type ResolvedProfile } from '../../../profiles/resolve-profile.ts';
import type { CommandModule } from '../../command-module.ts';
import type { Context } from '../../context.ts';
import { describe } from '../../help-format.ts';
import { tokenWords } from '../../views/profile-view.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl -p sandbox profile show',
      'orgctl profile show acme',
      'ORGCTL_SCIM_VERSION=1.1 orgctl -p sandbox profile show',
    ],
    lists: { columns: SETTING_VIEW.columns },
  });
  return command.argument('[profile]', 'profile name (default: the current profile)').action(
    act(async (context, name) => {
      const resolved = await context.resolved(name);
      for (const setting of BASE_URLS) storedBaseUrl(resolved.profile, setting);
      const given = await context.givenToken();
      const rows = [...rowsOf(resolved, given !== undefined), ...learnedRows(context, resolved)];
      await (await context.printer()).list(rows, SETTING_VIEW);
    }),
  );
};

interface ShownSetting {
  readonly name: string;
  readonly value: string;
  readonly source: string;
}

function rowsOf(
  { profile, isSandbox, settings, safety }: ResolvedProfile,
  hasGivenToken: boolean,
): readonly ShownSetting[] {
  const rows = CONNECTION_SETTINGS.flatMap((name): ShownSetting[] => {
    const setting = settings[name];
    return setting === undefined ? [] : [{ name, value: setting.value, source: setting.source }];
  });
  const stored = { name: 'token', value: isSandbox ? 'built in' : tokenWords(profile), source: 'profile' };
  const token = hasGivenToken
    ? { name: 'token', value: 'given for this run', source: 'environment or flag' }
    : stored;
  return [
    { name: 'profile', value: profile.name, source: isSandbox ? 'built in' : 'store' },
    ...rows,
    ...safetyRows(safety),
    token,
    ...(profile.tokenLifetime === undefined
      ? []
      : [{ name: 'tokenLifetime', value: durationInWords(profile.tokenLifetime * 1000), source: 'profile' }]),
  ];
}

/** Returns the safety settings: read-only, protected names, and every limit, including defaults. */
function safetyRows({ readOnly, protected: patterns, planLimits, sources }: EffectiveSafety): ShownSetting[] {
  return [
    { name: 'readOnly', value: readOnly === true ? 'yes' : 'no', source: sources.readOnly ?? 'default' },
    { name: 'protected', value: patterns?.join(', ') ?? 'nothing', source: sources.protected ?? 'default' },
    ...PLAN_LIMIT_NAMES.map((name) => ({
      name,
      value: String(planLimits?.[name] ?? PLAN_LIMITS[name].usual),
      source: sources.planLimits[name] ?? 'default',
    })),
  ];
}

/**
 * Returns the answers of the probe, and the assumptions for unanswered questions; empty before the first
 * probe.
 */
function learnedRows({ folders }: Context, { profile, settings }: ResolvedProfile): readonly ShownSetting[] {
  const learned = profile.name === NO_PROFILE ? undefined : readCapabilities(folders.config, profile.name);
  if (learned === undefined || learned.scimBaseUrl !== settings.scimBaseUrl?.value) return [];
  const known = new Set(learned.answers.map(({ id }) => id));
  const notAsked = QUESTIONS.filter(({ id }) => !known.has(id));
  return [
    { name: 'probed', value: learned.probedAt, source: 'probe' },
    ...learned.answers.map(({ id, value, expected, basis }): ShownSetting => {
      if (value !== undefined) return { name: id, value: answerInWords(value), source: 'learned' };
      return { name: id, value: expected === undefined ? 'unknown' : answerInWords(expected), source: basis };
    }),
    ...notAsked.map(({ id, expected, basis }): ShownSetting => {
      const value =
        expected === undefined || typeof expected === 'function' ? 'unknown' : answerInWords(expected);
      return { name: id, value, source: basis };
    }),
  ];
}

const SETTING_VIEW: ListView<ShownSetting> = {
  noun: ['setting', 'settings'],
  json: ({ name, value, source }) => ({ name, value, source }),
  columns: [
    { name: 'name', heading: 'Setting', importance: 1, value: ({ name }) => name },
    { name: 'value', heading: 'Value', importance: 1, wraps: true, value: ({ value }) => value },
    { name: 'source', heading: 'From', importance: 2, value: ({ source }) => source },
  ],
};
