import { Failure } from '../failure/failure.ts';
import type { Issue, Place } from '../failure/issue.ts';
import { defined } from '../values/defined.ts';

/** Members of a JSON map other than the IDs, as in the response of the service (WEB §4.10). */
export interface MapFacts {
  readonly team_id?: string;
  readonly enterprise_id?: string;
}

/** The content of a map file: IDs with their replacements, and other IDs, which the service did not know. */
export interface IdMap {
  readonly ids: ReadonlyMap<string, string>;
  readonly invalid: ReadonlySet<string>;
  /** The workspace and the organization, if a JSON map names them. */
  readonly facts?: MapFacts;
  /** Whether the file is JSON, by its name or its content. */
  readonly isJson?: boolean;
  /** The headings of a CSV in lower case, if it has a header row. */
  readonly heading?: readonly string[];
  /** The delimiter of a CSV. */
  readonly delimiter?: string;
  /** The encoding of a CSV, if it is not UTF-8. */
  readonly encoding?: string;
  /** Number of bytes before an incomplete last line of a CSV, whose ID counts as unknown. */
  readonly completeBytes?: number;
}

/** An ID of the service, or of another system. */
export const ID = /^[A-Za-z0-9_]{2,64}$/;

/**
 * Reverses a map.
 * @throws Failure `invalidInput` if two IDs have the same replacement, which cannot be reversed.
 */
export function reverseMap({ ids }: IdMap): ReadonlyMap<string, string> {
  const back = new Map<string, string>();
  for (const [from, to] of ids) {
    if (from === to) continue;
    const other = back.get(to);
    if (other !== undefined) {
      throw new Failure('invalidInput', `${other} and ${from} both become ${to}; the map cannot be reversed`);
    }
    back.set(to, from);
  }
  return back;
}

/**
 * Returns an ID whose replacement is itself replaced, with both; applying such a map twice gives another
 * result. Undefined if there is none.
 */
export function chainedId({ ids }: IdMap): readonly [from: string, between: string, to: string] | undefined {
  for (const [from, between] of ids) {
    const to = ids.get(between);
    if (from !== between && to !== undefined && to !== between) return [from, between, to];
  }
  return undefined;
}

/** A map while it is read. */
export interface CollectedIds extends IdMap {
  readonly invalid: Set<string>;
  heading?: readonly string[];
  delimiter?: string;
  encoding?: string;
  isJson?: boolean;
  facts?: MapFacts;
  add(from: string, to: string, at: Issue['at']): void;
}

/**
 * Returns an empty map that checks each pair. @param issues receives what is wrong with a pair
 * @param places filled with the position of each ID that is replaced
 */
export function collectIds(issues: Issue[], places?: Map<string, Place>): CollectedIds {
  const ids = new Map<string, string>();
  const invalid = new Set<string>();
  const complain = (code: string, message: string, at: Issue['at']) =>
    issues.push({ code, path: '', message, ...defined({ at }) });
  return {
    ids,
    invalid,
    add(from, to, at) {
      if (to === '') {
        if (from !== '') invalid.add(from);
        return;
      }
      const wrong = [from, to].find((id) => !ID.test(id));
      const known = ids.get(from);
      if (wrong !== undefined) issues.push(notAnId(wrong, at));
      else if (known !== undefined && known !== to)
        complain('ambiguous_id', `${from} becomes ${to} here and ${known} before`, at);
      else {
        ids.set(from, to);
        if (at !== undefined) places?.set(from, at);
      }
    },
  };
}

/** Returns the finding about a text that is no ID. */
export function notAnId(word: string, at: Issue['at']): Issue {
  const message = `"${word.slice(0, 80)}" is not an ID`;
  return { code: 'not_an_id', path: '', message, ...defined({ at }) };
}
