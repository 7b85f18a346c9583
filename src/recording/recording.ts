import type { HttpRequest } from '../http/transport.ts';
import type { Capabilities } from '../profiles/capabilities.ts';
import type { VersionChoice } from '../profiles/profile.ts';
import type { Safety } from '../profiles/safety.ts';
import type { TokenKind } from '../spec/protocol-types.ts';

/** Version of the recording format; a reader refuses newer ones. */
export const RECORDING_FORMAT = 1;

/** Whether a recording has a newer format than this version supports. */
export function isNewer({ format }: { readonly format: number }): boolean {
  return format > RECORDING_FORMAT;
}

/** The start of a recorded command. All values are invented or fictitious. */
export interface RecordingHeader {
  readonly format: typeof RECORDING_FORMAT;
  /** Version of the program. */
  readonly version: string;
  readonly node: string;
  readonly platform: string;
  /** Command-line arguments, with invented values. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Whether a token was given for this run only. */
  readonly hasToken: boolean;
  /** Milliseconds since 1970, shifted like all times in the recording. */
  readonly started: number;
  /** Random seed of the run. */
  readonly seed: number;
  /** Width in columns of each stream that is a terminal. */
  readonly terminal: { readonly [Name in 'stdin' | 'stdout' | 'stderr']?: number };
  /** Files that the command read, by their name in the arguments. */
  readonly inputs: Readonly<Record<string, string>>;
  /** Earlier runs that the command resumed or undid, each as an importable file. */
  readonly runs?: readonly string[];
  /** Plans of earlier feeds that changed nothing, with which the command compares its input. */
  readonly feeds?: readonly string[];
  /** Descriptions of data that a replay needs but the recording lacks; if present, it cannot be replayed. */
  readonly lacks?: readonly string[];
}

/** The profile of a recorded command. */
export interface RecordedProfile extends Safety {
  readonly name: string;
  readonly isBuiltIn: boolean;
  readonly isStored: boolean;
  readonly scimBaseUrl?: string;
  readonly webApiBaseUrl?: string;
  readonly scimVersion: VersionChoice;
  readonly vendor: string;
  readonly output?: string;
  readonly quota?: string;
  /** Kinds of the available tokens. */
  readonly tokens: readonly TokenKind[];
  /** Results of a probe of the service, without evidence. */
  readonly capabilities?: Capabilities;
}

/** A request and its result. */
export interface RecordedExchange {
  /** Milliseconds from the start of the command. */
  readonly sent: number;
  readonly received: number;
  readonly request: {
    readonly method: HttpRequest['method'];
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  };
  readonly response?: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
  readonly noResponse?: {
    readonly outcome: 'notSent' | 'unknown';
    readonly message: string;
    readonly isPermanent: boolean;
    readonly isUnknownHost: boolean;
    readonly isProxyFault?: true;
  };
}

/**
 * Values that the command derives from the content of other values, such as the order of names or the text of
 * a map rule. All values are invented.
 */
export interface RecordedMade {
  readonly of: string;
  readonly from: readonly string[];
  readonly is: string;
}

/** The exit of a program that the command ran. */
export interface RecordedProgram {
  readonly exit: number;
  /** Milliseconds from the start of the command. */
  readonly at: number;
}

export interface RecordedEnd {
  readonly exit: number;
  /** Milliseconds from the start of the command. */
  readonly at: number;
  /** When a signal requested to stop, in milliseconds from the start of the command. */
  readonly stopped?: number;
}

/** The content of the first line of a recording. */
export interface FirstPart {
  readonly recording: RecordingHeader;
}

/** The content of the other lines, each with one of these members. */
export interface LaterParts {
  readonly profile: RecordedProfile;
  readonly exchange: RecordedExchange;
  readonly answer: string | boolean;
  readonly stdin: string;
  readonly made: RecordedMade;
  readonly program: RecordedProgram;
  readonly end: RecordedEnd;
}

/** A line of a recording. */
export type RecordingLine =
  | FirstPart
  | { [Name in keyof LaterParts]: Pick<LaterParts, Name> }[keyof LaterParts];

export interface Recording {
  readonly header: RecordingHeader;
  /** The profile of the command. */
  readonly profile: RecordedProfile | undefined;
  /** All profiles, that of the command first. */
  readonly profiles: readonly RecordedProfile[];
  readonly exchanges: readonly RecordedExchange[];
  /** The user's answers to prompts. */
  readonly answers: readonly (string | boolean)[];
  readonly stdin: string | undefined;
  readonly made: readonly RecordedMade[];
  /** Absent if the command ran no program, or was killed while it ran. */
  readonly program: RecordedProgram | undefined;
  /** Absent if the command was killed. */
  readonly end: RecordedEnd | undefined;
}
