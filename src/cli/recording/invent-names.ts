import { createHash } from 'node:crypto';
import type { ExchangeInventor } from '../../recording/invent-exchange.ts';
import type { Inventor } from '../../recording/invent-text.ts';

const FILE = /^(.*?)(\.(?:csv|tsv|json|ndjson|jsonl|yaml|yml|ldif|txt|html|md|xml|gz))?$/s;
const RUN = /^run (?=\d{8}-\d{6}-[0-9a-z]{5}$)/;

/** The name of a file says what it is by its end; that of an undo names a run. */
export function inventFileName(path: string, { text }: Inventor): string {
  if (RUN.test(path)) return `run ${text(path.replace(RUN, ''))}`;
  const [, stem = path, end = ''] = FILE.exec(path) ?? [];
  return text(stem) + end;
}

/** A digest of a file could confirm a guess of what is in it. */
export function inventDigest(digest: string, { text }: Inventor): string {
  return createHash('sha256').update(text(digest)).digest('hex').slice(0, digest.length);
}

/** The base URL of a service, as a connection has it. */
export function inventOrigin(origin: string, { url }: ExchangeInventor): string {
  return URL.canParse(origin) ? url(origin).replace(/\/$/, '') : '';
}
