import { foldersFor } from '../../profiles/folders.ts';
import type { Environment } from '../host.ts';
import { bashCandidate, readBashLine } from './bash-words.ts';
import { completeWords, type Offer } from './complete-words.ts';
import { knownValues } from './known-values.ts';
import { WORDS_TABLE } from './words-table.ts';

/**
 * Answers a completion script. The first line tells the shell what to do besides offering the candidates
 * (`files`, `open` or `words`); each further line has a candidate, a tab and its description.
 * @param argv the shell; then for bash the line up to the cursor and `COMP_WORDBREAKS`, for other shells the
 * words up to the cursor
 */
export function complete(argv: readonly string[], env: Environment): string {
  const [shell = '', ...rest] = argv;
  const root = WORDS_TABLE;
  const known = knownValues(foldersFor(env, env['ORGCTL_STATE'] || undefined), env['ORGCTL_PROFILE']);
  if (shell === 'bash') {
    const [text = '', breaks = ''] = rest;
    const line = readBashLine(text);
    const offer = completeWords(root, line.words.slice(1), line.current, known);
    const candidates = offer.candidates.flatMap(({ value }) => {
      const written = bashCandidate(value, line, breaks);
      return written === undefined ? [] : [{ value: written, about: '' }];
    });
    return print({ ...offer, candidates });
  }
  const words = rest.slice(0, -1);
  return print(completeWords(root, words, rest.at(-1) ?? '', known));
}

function print({ candidates, hasFiles, isOpen }: Offer): string {
  const first = hasFiles ? 'files' : isOpen ? 'open' : 'words';
  const lines = candidates.map(({ value, about }) => (about === '' ? value : `${value}\t${about}`));
  return [first, ...lines].map((line) => `${line}\n`).join('');
}
