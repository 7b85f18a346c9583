import { withCommas } from '../../output/pluralize.ts';
// cspell:ignore keine keiner kein angabe nicht vergeben zugewiesen vorhanden noch unbekannt offen ausstehend folgt aucun aucune inconnu inconnue attribué renseigné définir néant ninguno ninguna desconocido desconocida asignar número asignado definir pendiente vacío nulo
import { cleanKey } from './clean-key.ts';

/** Words for a missing number, in lower case. */
const WORDS: ReadonlySet<string> = new Set(
  [
    'n/a, na, n.a., nan, nil, none, null, undefined, unknown, unassigned, not assigned, not applicable, not available, no number, missing, empty',
    'tba, tbc, tbd, to be announced, to be confirmed, to be defined, pending, new',
    'k.a., k. a., keine, keiner, kein, keine angabe, nicht vergeben, nicht zugewiesen, nicht vorhanden, noch nicht vergeben, unbekannt, leer, offen, ausstehend, folgt',
    'aucun, aucune, inconnu, inconnue, non attribué, non renseigné, à définir, néant, sans, vide',
    'ninguno, ninguna, desconocido, desconocida, sin asignar, sin número, sin numero, s/n, no asignado, por definir, pendiente, vacío, nulo',
  ]
    .join(', ')
    .split(', '),
);

/** Only punctuation, symbols and zeros, or only the letter x: `-`, `.`, `?`, `000`, `xxx`. */
const NOTHING = /^(?:[\p{P}\p{S}\s0]+|x+)$/iu;

/** Whether a text is a placeholder for a missing number. */
export function isPlaceholder(text: string): boolean {
  const word = cleanKey(text).normalize('NFC').toLowerCase();
  return NOTHING.test(word) || WORDS.has(word.replace(/\s+/g, ' '));
}

/** Counts the placeholders of a file. */
export class PlaceholderCount {
  private rows = 0;
  private readonly words = new Set<string>();

  note(cell: string | undefined): void {
    if (cell === undefined || !isPlaceholder(cell)) return;
    this.rows += 1;
    if (this.words.size <= MAX_WORDS) this.words.add(cleanKey(cell));
  }

  /** Returns a text about the placeholders; undefined if there are none. */
  found(): string | undefined {
    if (this.rows === 0) return undefined;
    const shown = [...this.words].slice(0, MAX_WORDS).join(', ');
    const more = this.words.size > MAX_WORDS ? ', …' : '';
    const rows = this.rows === 1 ? '1 row has' : `${withCommas(this.rows)} rows have`;
    return `${rows} a placeholder as employeeNumber, treated as empty: ${shown}${more}`;
  }
}

const MAX_WORDS = 5;
