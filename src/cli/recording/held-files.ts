import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { decodeWhole } from '../../bulk/input/decode-whole.ts';
import { lookupOf } from '../../bulk/input/lookup.ts';
import { lookupPaths } from '../../bulk/input/lookup-files.ts';
import { MAP_NUMBERS, mapDigest } from '../../bulk/input/read-map.ts';
import { looksLikePlan } from '../../bulk/plan/plan-file.ts';
import { looksLikeSnapshot } from '../../migration/compare/snapshot-file.ts';
import { toYaml } from '../../output/yaml.ts';
import { isJsonObject, parseJson } from '../../rules/json-value.ts';
import type { JsonObject } from '../../spec/protocol-types.ts';
import { STATE_FILE_START } from '../migration/source-files.ts';
import { filesOfOrganization, HELD_STATE, heldReport, heldSnapshot } from './held-organization.ts';
import { heldPlan } from './held-plan.ts';
import { inventRows } from './invent-ldif.ts';
import { documentIn, inventMap, looksLikeMap } from './invent-map.ts';
import { inventFileName } from './invent-names.ts';
import type { WordInventors } from './word-inventors.ts';

/** Maximum size of a recorded file, in bytes; commands that read larger files cannot be replayed. */
const MAX_INPUT_SIZE = 64 * 1024 * 1024;

/** Names of files that are read as rows, or as lines, of text. */
const ROWS = /\.(?:csv|tsv|txt|ldif)$/i;

/** Commands that accept a folder or a file as an organization. */
const OF_ORGANIZATIONS = /^(?:compare|migrate (?:plan|apply|map|verify|snapshot))$/;

/** What identifies the files that a command reads. */
export interface FilesRead {
  /** SHA-256 of files and digests of plans. */
  readonly digests: Pick<ReadonlySet<string>, 'has'>;
  readonly feeds: ReadonlySet<string>;
}

/** The files that a command reads, with invented values. */
export class HeldFiles {
  /** Contents by the name in the recorded command line. */
  readonly inputs: Record<string, string> = {};
  /** The real names under which the input may be compared with an earlier one. */
  readonly feeds = new Set<string>();
  /** What could not be recorded, in words. */
  readonly omitted = new Set<string>();
  private readonly path: readonly string[];
  private readonly encoding: string | undefined;
  private readonly invent: WordInventors;

  /**
   * @param path the names of the command and of its groups, as far as they are parsed
   * @param encoding that of the input files, if a flag or a variable names one
   */
  constructor(path: readonly string[], encoding: string | undefined, invent: WordInventors) {
    this.path = path;
    this.encoding = encoding;
    this.invent = invent;
  }

  /** Records a file that the command may read. @returns whether the file exists */
  keep(path: string, isSecret: boolean, name = inventFileName(path, this.invent.value)): boolean {
    if (!existsSync(path)) return false;
    const stat = statSync(path);
    if (stat.isDirectory()) return this.keepFolder(path, name);
    if (!stat.isFile()) return false;
    if (stat.size > MAX_INPUT_SIZE) this.omitted.add('a file larger than 64 MB');
    if (stat.size > MAX_INPUT_SIZE) return true;
    this.feeds.add(basename(path));
    const bytes = readFileSync(path);
    const content = this.textOf(bytes, path);
    const held = isSecret ? this.invent.exchange.value('', 'password') : this.held(content, path);
    this.inputs[name] = held;
    this.invent.digests.set(sha256(bytes), sha256(held));
    return true;
  }

  /** Decodes a file: a recording contains text, so that files in any encoding are UTF-8 in a replay. */
  private textOf(bytes: Buffer, path: string): string {
    const text = decodeWhole(bytes, ROWS.test(path) ? this.encoding : undefined);
    if (text === undefined && ROWS.test(path)) this.omitted.add('a file in an unknown encoding');
    return text ?? bytes.toString('utf8');
  }

  /** Records the files of a folder that contains an organization. @returns whether there are any */
  private keepFolder(folder: string, name: string): boolean {
    if (!OF_ORGANIZATIONS.test(this.path.join(' '))) return false;
    const files = filesOfOrganization(folder);
    if (files === 'sandbox') this.inputs[name] = HELD_STATE;
    else for (const file of files) this.keep(join(folder, file), false, join(name, file));
    return files.length > 0;
  }

  /** Returns the content with invented values, depending on the kind of file. */
  private held(content: string, path: string): string {
    const start = content.slice(0, 4096);
    if (start.startsWith(STATE_FILE_START)) return HELD_STATE;
    if (looksLikeSnapshot(start)) return heldSnapshot(content, this.invent);
    const plan = looksLikePlan(start) ? this.planOf(content, path) : undefined;
    return plan ?? this.mapOf(content, path) ?? inRows(path, content, this.invent);
  }

  /** Records a report that a command reads to verify it. */
  keepReport(path: string): boolean {
    if (!existsSync(path)) return false;
    const held = heldReport(readFileSync(path, 'utf8'), path, this.invent);
    if (held === undefined) this.omitted.add('a report that was edited or written by another version');
    this.inputs[inventFileName(path, this.invent.value)] = held ?? '';
    return true;
  }

  /**
   * Returns a column map with invented values, and records the lookup tables in files beside it; undefined
   * for other files.
   */
  private mapOf(content: string, path: string): string | undefined {
    const document = /\.(?:ya?ml|json)$/i.test(path) ? documentIn(content, path, MAP_NUMBERS) : undefined;
    if (!looksLikeMap(document)) return undefined;
    for (const table of lookupPaths(document, path)) this.keep(table, false);
    const made = inventMap(document, this.invent);
    this.invent.digests.set(digestOfMap(document), digestOfMap(made));
    return JSON.stringify(made);
  }

  /** @returns undefined for a plan that cannot be recorded */
  private planOf(content: string, path: string): string | undefined {
    const held = heldPlan(content, path, this.invent);
    if ('lacks' in held) this.omitted.add(held.lacks);
    else if (held.feed !== undefined) this.feeds.add(held.feed);
    return 'lacks' in held ? undefined : held.content;
  }
}

/** Replaces the values of YAML as JSON, where names and values are easy to distinguish; it stays YAML. */
function inRows(path: string, content: string, invent: WordInventors): string {
  const document = /\.ya?ml$/i.test(path) ? documentIn(content, path) : undefined;
  if (document === undefined || document === null) return inventRows(content, invent);
  return toYaml(parseJson(inventRows(JSON.stringify(document), invent)));
}

function sha256(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The digest of a map with inline lookup tables. */
function digestOfMap(document: JsonObject): string {
  const { lookups } = document;
  const tables = Object.entries(isJsonObject(lookups) ? lookups : {}).flatMap(([name, table]) =>
    isJsonObject(table) ? [[name, lookupOf(name, Object.entries(table))] as const] : [],
  );
  return mapDigest(document, new Map(tables));
}
