import { type RunReport, reportOf } from '../../bulk/report/report.ts';
import { runIds } from '../../bulk/run/run-folders.ts';
import { readRunPlan, readRunRecords } from '../../bulk/run/runs.ts';
import { asFailure, codeOf } from '../../failure/failure.ts';
import { type Capabilities, readCapabilities } from '../../profiles/capabilities.ts';
import type { ResolvedProfile } from '../../profiles/resolve-profile.ts';
import { isErrorCode, isExpressionWord, isUrnWord } from '../../recording/structure.ts';
import { DEFAULT_VENDOR } from '../../spec/default-vendor.ts';
import { TOKEN_KINDS } from '../../spec/protocol-types.ts';
import { runsFolder } from '../bulk/runs-folder.ts';
import { diagnose } from '../connection/diagnose.ts';
import type { Context } from '../context.ts';
import { version } from '../host.ts';
import { exitOf } from '../report-failure.ts';
import { probeWords } from './probe-words.ts';

/**
 * Contents of a bug report about the machine, the connection and the last runs. Each value is a number, a
 * boolean, or a word of the documents or of orgctl: never a name given by a user, a file or the service.
 */
export interface Facts {
  readonly program: Readonly<Record<string, string>>;
  readonly doctor: readonly CheckFact[];
  readonly connection: Readonly<Record<string, FactValue>>;
  readonly capabilities: CapabilityFacts | undefined;
  readonly runs: readonly RunFacts[];
}

export type FactValue = string | number | boolean | readonly (string | number | boolean)[];

export interface CheckFact {
  readonly about: string;
  readonly state: string;
  /** Present only if it consists of orgctl's own words and numbers. */
  readonly found?: string;
  readonly code?: string;
  readonly exit?: number;
  readonly status?: number;
}

export interface CapabilityFacts {
  readonly scimVersion: string;
  readonly tool: string;
  readonly calls: number;
  readonly answers: readonly AnswerFacts[];
}

/** The answer to one question of the probe. */
export interface AnswerFacts {
  readonly id: string;
  readonly state: string;
  readonly value?: FactValue;
  /** Whether the answer differs from the documents or the assumptions. */
  readonly differs: boolean;
  readonly section: string;
  readonly statuses: readonly number[];
}

export interface RunFacts {
  readonly state: string;
  readonly tool: string;
  readonly seconds: number;
  readonly calls: number;
  readonly changes: Readonly<Record<string, readonly [succeeded: number, failed: number, left: number]>>;
  readonly inDoubt: number;
  readonly codes: Readonly<Record<string, number>>;
}

/** Number of runs in a report, newest first. */
const RUNS = 10;
/** Doctor checks whose text consists of orgctl's own words. */
const OWN_WORDS: ReadonlySet<string> = new Set(['program', 'proxy', 'clock']);

/** Collects the facts. Facts that cannot be determined are omitted, or replaced by an error code. */
export async function collectFacts(context: Context): Promise<Facts> {
  const resolved = await context.resolved().catch(() => undefined);
  const doctor: CheckFact[] = [];
  for await (const { about, state, found, failure } of diagnose(context))
    doctor.push({
      about,
      state,
      ...(OWN_WORDS.has(about) && failure === undefined ? { found } : {}),
      ...(failure === undefined ? {} : { code: publicCode(codeOf(failure)), exit: exitOf(failure) }),
      ...(failure?.status === undefined ? {} : { status: failure.status }),
    });
  return {
    program: {
      orgctl: version,
      node: process.versions.node,
      platform: `${process.platform} ${process.arch}`,
    },
    doctor,
    connection: resolved === undefined ? {} : connectionFacts(context, resolved),
    capabilities: resolved === undefined ? undefined : capabilityFacts(context, resolved),
    runs: runFacts(context),
  };
}

function connectionFacts(
  { host: { env, streams } }: Context,
  { profile, settings, isSandbox }: ResolvedProfile,
): Facts['connection'] {
  const isHttps = (url: string | undefined) =>
    url === undefined ? 'none' : new URL(url).protocol.slice(0, -1);
  return {
    kind: isSandbox ? 'built-in sandbox' : 'service',
    scim: isHttps(settings.scimBaseUrl?.value),
    webApi: isHttps(settings.webApiBaseUrl?.value),
    scimVersion: publicWords(settings.scimVersion?.value ?? 'auto', new Set(['auto'])),
    vendor: settings.vendor?.value === DEFAULT_VENDOR ? DEFAULT_VENDOR : 'another word',
    quota:
      settings.quota?.value === 'documented' || settings.quota?.value === 'auto'
        ? settings.quota.value
        : 'its own',
    tokens: TOKEN_KINDS.flatMap((kind) => {
      const token = profile.tokens[kind];
      return token === undefined ? [] : [`${kind} (${'command' in token ? 'command' : 'stored'})`];
    }),
    tokenGiven: (env['ORGCTL_TOKEN'] ?? '') !== '',
    readOnly: profile.readOnly === true,
    protected: profile.protected?.length ?? 0,
    planLimits: Object.keys(profile.planLimits ?? {}).length,
    terminal: streams.stdout.isTTY === true,
    ci: (env['CI'] ?? '') !== '',
  };
}

function capabilityFacts({ folders }: Context, { profile }: ResolvedProfile): CapabilityFacts | undefined {
  let capabilities: Capabilities | undefined;
  try {
    capabilities = readCapabilities(folders.config, profile.name);
  } catch {
    return undefined;
  }
  if (capabilities === undefined) return undefined;
  const { scimVersion, tool, calls, answers } = capabilities;
  const own = probeWords();
  return {
    scimVersion: publicWords(scimVersion, own),
    tool: publicVersion(tool),
    calls,
    answers: answers.map(({ id, state, value, differs, section, evidence }) => ({
      id: publicWords(id, own),
      state: publicWords(state, own),
      ...(value === undefined ? {} : { value: publicValue(value, own) }),
      differs,
      section: publicWords(section, own),
      statuses: evidence.map(({ status }) => status),
    })),
  };
}

function runFacts(context: Context): readonly RunFacts[] {
  const folder = runsFolder(context);
  return runIds(folder)
    .slice(0, RUNS)
    .map((id) => {
      try {
        return factsOfRun(reportOf(id, readRunPlan(folder, id), readRunRecords(folder, id)));
      } catch (error) {
        return { ...NO_RUN, state: publicCode(codeOf(asFailure(error))) };
      }
    });
}

const NO_RUN: RunFacts = { state: '', tool: '', seconds: 0, calls: 0, changes: {}, inDoubt: 0, codes: {} };

function factsOfRun({ state, tool, time, calls, kinds, inDoubt, codes }: RunReport): RunFacts {
  const counted: Record<string, number> = {};
  for (const { code, count } of codes) counted[publicCode(code)] = (counted[publicCode(code)] ?? 0) + count;
  return {
    state,
    tool: publicVersion(tool),
    seconds: Math.round(time.seconds),
    calls,
    changes: Object.fromEntries(
      kinds.map(({ kind, succeeded, failed, left }) => [kind, [succeeded, failed, left]]),
    ),
    inDoubt,
    codes: counted,
  };
}

/** Hides a code that is not documented, because it may contain anything. */
function publicCode(code: string): string {
  return isErrorCode(code) ? code : 'another code';
}

function publicVersion(tool: string): string {
  return tool === version || /^\d{1,4}\.\d{1,4}\.\d{1,4}$/.test(tool) ? tool : '…';
}

function publicValue(value: FactValue, own: ReadonlySet<string>): FactValue {
  if (typeof value === 'string') return publicWords(value, own);
  return typeof value === 'object'
    ? value.map((one) => (typeof one === 'string' ? publicWords(one, own) : one))
    : value;
}

/** Returns the text with every unknown word hidden. */
function publicWords(text: string, own: ReadonlySet<string>): string {
  return text.replace(/[\p{L}\p{M}\p{N}_]+/gu, (word) =>
    own.has(word.toLowerCase()) || isExpressionWord(word) || isUrnWord(word) || isErrorCode(word)
      ? word
      : '…',
  );
}
