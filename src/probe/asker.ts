import { Failure } from '../failure/failure.ts';
import type { HttpRequest, Transport } from '../http/transport.ts';
import type { CapabilityEvidence, CapabilityValue } from '../profiles/capabilities.ts';
import { requestRates } from '../rules/request-rates.ts';
import { SCIM_VERSIONS, type ScimVersion, type TokenKind } from '../spec/protocol-types.ts';
import { VERSION_PATHS } from '../spec/scim-schemas.ts';
import { WEB_API_METHODS, type WebApiMethod } from '../spec/webapi-methods.ts';
import { deriveAlways, type Remember } from '../values/remember.ts';
import { asBody, asQuery, type WebApiArguments } from '../webapi/encode-arguments.ts';
import { type ProbeAnswer, readAsked, summarizeAnswer } from './answers.ts';

/** The transports of a probe, each with all its layers. */
export interface ProbeTransports {
  readonly scim: Transport;
  /** Sends a made-up token. */
  readonly scimWithInvalidToken: Transport;
  readonly web?: Transport;
  readonly webAsStranger?: Transport;
}

export interface AskerOptions extends ProbeTransports {
  /** Without the trailing `/scim`. */
  readonly scimBaseUrl: string;
  readonly webApiBaseUrl?: string;
  readonly version: ScimVersion;
  /** Vendor name of the connection. */
  readonly vendor: string;
  /** Kinds of token configured for the connection. */
  readonly tokens: readonly TokenKind[];
  /** Records or replays judgments on personal data, for recordings with invented names and IDs. */
  readonly remember?: Remember | undefined;
}

export interface ScimQuestion {
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** The query without personal data, for the evidence; defaults to `query`. */
  readonly shown?: Readonly<Record<string, string>>;
  readonly version?: ScimVersion;
  /** Replaces the path of the version. */
  readonly versionPath?: string;
  readonly method?: 'GET' | 'OPTIONS';
  readonly isStranger?: boolean;
  readonly accept?: string;
}

export interface WebQuestion {
  readonly method: string;
  readonly arguments?: WebApiArguments;
  /** The arguments without personal data, for the evidence; defaults to `arguments`. */
  readonly shown?: string;
  readonly verb?: 'GET' | 'POST';
  readonly tokens?: readonly TokenKind[];
  readonly isStranger?: boolean;
}

/**
 * Sends the requests of a probe. Identical requests are sent once; each response is recorded as evidence for
 * the current question.
 */
export interface Asker {
  readonly version: ScimVersion;
  readonly vendor: string;
  readonly tokens: readonly TokenKind[];
  /** Answers to earlier questions, by question ID. */
  readonly known: ReadonlyMap<string, CapabilityValue>;
  /** @throws the errors of the transport; Failure `unauthorized` if there is no token */
  scim(question: ScimQuestion): Promise<ProbeAnswer>;
  web(question: WebQuestion): Promise<ProbeAnswer>;
  /**
   * Evaluates a condition on personal data other than equality: order or content. @param of key of the
   * condition, without personal data
   */
  judge(of: string, isSo: () => boolean): boolean;
  /** All responses so far. */
  all(): readonly { readonly question: ScimQuestion | WebQuestion; readonly asked: ProbeAnswer }[];
}

/** An asker with the methods that its runner needs. */
export interface NotedAsker extends Asker {
  /** Records the answer to a question for later ones. */
  learn(id: string, value: CapabilityValue): void;
  /** Returns the evidence collected since the last call. */
  takeEvidence(): readonly CapabilityEvidence[];
}

export function createAsker(options: AskerOptions): NotedAsker {
  const kept = new Map<string, KeptAnswer>();
  const known = new Map<string, CapabilityValue>();
  let evidence: CapabilityEvidence[] = [];
  const note = (one: CapabilityEvidence) => {
    if (!evidence.some((other) => JSON.stringify(other) === JSON.stringify(one))) evidence.push(one);
  };
  const ask = async (question: ScimQuestion | WebQuestion, { send, request, shown }: Prepared) => {
    const key = JSON.stringify(question);
    const before = kept.get(key);
    try {
      const asked = before?.asked ?? readAsked(await send(request));
      kept.set(key, { question, asked });
      note({ request: shown, status: asked.status, saw: summarizeAnswer(asked) });
      return asked;
    } catch (error) {
      if (error instanceof Failure) note({ request: shown, status: error.status ?? 0, saw: error.message });
      throw error;
    }
  };
  return {
    get version() {
      return answeringVersion(options.version, known.get('versions'));
    },
    vendor: options.vendor,
    tokens: options.tokens,
    known,
    scim(question) {
      const version = question.version ?? this.version;
      return ask({ ...question, version }, prepareScim(options, { ...question, version }));
    },
    web: (question) => ask(question, prepareWeb(options, question)),
    judge: (of, isSo) => (options.remember ?? deriveAlways)(of, [], () => String(isSo())) === 'true',
    all: () => [...kept.values()],
    learn: (id, value) => known.set(id, value),
    takeEvidence: () => {
      const taken = evidence;
      evidence = [];
      return taken;
    },
  };
}

/**
 * Returns the version to ask. If the service does not have the version of the connection, it is the other
 * one.
 */
function answeringVersion(own: ScimVersion, versions: CapabilityValue | undefined): ScimVersion {
  if (typeof versions !== 'object' || versions.includes(own)) return own;
  return SCIM_VERSIONS.find((version) => versions.includes(version)) ?? own;
}

interface KeptAnswer {
  readonly question: ScimQuestion | WebQuestion;
  readonly asked: ProbeAnswer;
}

/** A request, its transport, and its text for the evidence. */
interface Prepared {
  readonly send: Transport;
  readonly request: HttpRequest;
  readonly shown: string;
}

function prepareScim(options: AskerOptions, question: ScimQuestion): Prepared {
  const { method = 'GET', path, isStranger = false, accept = 'application/json' } = question;
  const version = question.versionPath ?? VERSION_PATHS[question.version ?? options.version];
  const url = `${options.scimBaseUrl}${version}${path}${queryText(question.query)}`;
  const shown = `${method} ${version}${path}${queryText(question.shown ?? question.query)}`;
  return {
    send: isStranger ? options.scimWithInvalidToken : options.scim,
    request: { method, url, headers: { accept }, effect: 'read', rates: requestRates('GET', path) },
    shown: shownRequest(shown, isStranger),
  };
}

function prepareWeb(options: AskerOptions, question: WebQuestion): Prepared {
  const { method: name, arguments: given = {}, isStranger = false } = question;
  const methods: Readonly<Record<string, WebApiMethod>> = WEB_API_METHODS;
  const described = Object.hasOwn(methods, name) ? methods[name] : undefined;
  const send = isStranger ? options.webAsStranger : options.web;
  if (send === undefined || options.webApiBaseUrl === undefined) throw new TypeError('there is no Web API');
  const method = question.verb ?? described?.verb ?? 'POST';
  const words = question.shown ?? asQuery(given);
  const shown = `${method} ${name}${words === '' ? '' : ` ${words}`}`;
  const tokens = question.tokens ?? described?.tokens ?? ['user', 'org', 'bot'];
  const url = `${options.webApiBaseUrl}/${name}`;
  const accept = { accept: 'application/json' };
  const common = { effect: 'read', rates: [name], tokens } as const;
  if (method === 'GET') {
    const query = asQuery(given);
    const request = { ...common, method, url: query === '' ? url : `${url}?${query}`, headers: accept };
    return { send, request, shown: shownRequest(shown, isStranger) };
  }
  const { contentType, body } = asBody(given, 'form');
  const headers = { ...accept, 'content-type': contentType };
  return { send, request: { ...common, method, url, headers, body }, shown: shownRequest(shown, isStranger) };
}

function shownRequest(request: string, isStranger: boolean): string {
  return isStranger ? `${request} (made-up token)` : request;
}

function queryText(query: Readonly<Record<string, string>> = {}): string {
  const text = new URLSearchParams(query).toString().replaceAll('+', '%20');
  return text === '' ? '' : `?${text}`;
}
