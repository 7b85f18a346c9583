import { createHash } from 'node:crypto';
import type { ExchangeInventor } from '../../recording/invent-exchange.ts';
import type { Inventor } from '../../recording/invent-text.ts';

const FILE = /^(.*?)(\.(?:csv|tsv|json|ndjson|jsonl|yaml|yml|ldif|txt|html|md|xml|gz))?$/s;
const RUN = /^run (?=\d{8}-\d{6}-[0-9a-z]{5}$)/;

/**
 * Invents a file name with the same extension. The name of an undo contains the ID of a run, which is
 * replaced.
 */
export function inventFileName(path: string, { text }: Inventor): string {
  if (RUN.test(path)) return `run ${text(path.replace(RUN, ''))}`;
  const [, stem = path, end = ''] = FILE.exec(path) ?? [];
  return text(stem) + end;
}

/** Invents a digest: the real one could confirm a guess about the content of the file. */
export function inventDigest(digest: string, { text }: Inventor): string {
  return createHash('sha256').update(text(digest)).digest('hex').slice(0, digest.length);
}

/** Invents the base URL of a service. */
export function inventOrigin(origin: string, { url }: ExchangeInventor): string {
  return URL.canParse(origin) ? url(origin).replace(/\/$/, '') : '';
}
