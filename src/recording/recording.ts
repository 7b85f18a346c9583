import type { HttpRequest } from '../http/transport.ts';
import type { Capabilities } from '../profiles/capabilities.ts';
import type { VersionChoice } from '../profiles/profile.ts';
import type { Safety } from '../profiles/safety.ts';
import type { TokenKind } from '../spec/protocol-types.ts';

/** The version of the format of recordings; a reader refuses a newer one. */
export const RECORDING_FORMAT = 1;

/** Whether a recording was made by a later version, in a format that is not known here. */
export function isNewer({ format }: { readonly format: number }): boolean {
  return format > RECORDING_FORMAT;
}

/** What a recorded command began with. Every value in it is invented, or belongs to nobody. */
export interface RecordingHeader {
  readonly format: typeof RECORDING_FORMAT;
  /** Of the program. */
  readonly version: string;
  readonly node: string;
  readonly platform: string;
  /** The words of the command, with invented arguments. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Whether a token was given for the run alone. */
  readonly hasToken: boolean;
  /** Milliseconds since 1970, moved like every other time in the recording. */
  readonly started: number;
  /** Seed of the chance of the run. */
  readonly seed: number;
  /** Columns of each stream that is a terminal. */
  readonly terminal: { readonly [Name in 'stdin' | 'stdout' | 'stderr']?: number };
  /** Files that the command read, by the name that the arguments have. */
  readonly inputs: Readonly<Record<string, string>>;
  /** Earlier runs that the command continued or undid, each as a file that can be imported. */
  readonly runs?: readonly string[];
  /**
   * What a replay would need and is not held, in words; such a recording cannot be replayed. Nothing when
   * absent.
   */
  readonly lacks?: readonly string[];
}

/** The connection of a recorded command. */
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
  /** Kinds of the tokens that it has. */
  readonly tokens: readonly TokenKind[];
  /** What a probe learned about its service, without evidence. */
  readonly capabilities?: Capabilities;
}

/** A request, and what came of it. */
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
  };
}

/**
 * What the command made of values by looking into them: the order of names, the text of a rule of a map.
 * Every value in it is invented.
 */
export interface RecordedMade {
  readonly of: string;
  readonly from: readonly string[];
  readonly is: string;
}

/** How a program ended that the command ran. */
export interface RecordedProgram {
  readonly exit: number;
  /** Milliseconds from the start of the command. */
  readonly at: number;
}

export interface RecordedEnd {
  readonly exit: number;
  /** Milliseconds from the start of the command. */
  readonly at: number;
  /** When a signal asked it to stop, in the same milliseconds. */
  readonly stopped?: number;
}

/** What the first line of a recording holds. */
export interface FirstPart {
  readonly recording: RecordingHeader;
}

/** What the other lines hold, one each. */
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
  /** That of the command. */
  readonly profile: RecordedProfile | undefined;
  /** Every connection, that of the command first. */
  readonly profiles: readonly RecordedProfile[];
  readonly exchanges: readonly RecordedExchange[];
  /** What a person answered to questions. */
  readonly answers: readonly (string | boolean)[];
  readonly stdin: string | undefined;
  readonly made: readonly RecordedMade[];
  /** Missing where the command ran no program, or was killed while it ran. */
  readonly program: RecordedProgram | undefined;
  /** Missing where the command was killed. */
  readonly end: RecordedEnd | undefined;
}
