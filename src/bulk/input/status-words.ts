import { withoutMarks } from './plain-letters.ts';

/** Words of people who have left, in English, German, French and Spanish; a longer word that begins with one means the same. */
const GONE_STEMS = `
  terminat inactiv deactiv desactiv unactiv inaktiv deaktiv nonactiv disabl deshabilit inhabilit suspend deprovision offboard retir resign
  dismiss archiv delet remov deceas discontinu eliminad supprim revoked cancel blocked blockiert gesperrt
  bloque ausgeschied ausgetret gekundig entlass pensionier verstorben geloscht stillgelegt ehemalig licenci demission
  inactif retrait jubilad despedid renunci cesad cesado avslutad`;

/** The same, but only as whole words: longer ones mean something else (partiel, leftover). */
const GONE_WORDS = `
  left leaver leavers former formerly fired laid quit separated separation departed departure exit exited ended parti partie partis sorti sortie quitte ancien ancienne baja
  bajas ex gone closed beendet verlassen rente ruhestand termine terminee terminado terminada`;

/** Words of people who are there; whole words alone. */
const HERE_WORDS = `
  active activated activ aktiv aktive aktiver aktiviert actif activo activa active active activado activee
  employed enabled current currently hired working leave elternzeit mutterschutz mutterschaftsurlaub beschaftigt
  angestellt conge conges alta habilitado parental rehired rehire reinstated reactivated`;

/** Words that change nothing about whether somebody is there, beside one that says it. */
const FILLERS = `
  employee worker user account staff mitarbeiter mitarbeiterin salarie empleado on of in absence paid parental maternity
  paternity sick medical family mehr anymore en de maternite parentalite paternite full part time and`;

/** Words that turn around what follows them. */
const NEGATIONS = 'not no non nicht kein keine pas longer nie never none without ohne sans sin un';

/** Words of something that has not happened yet, or that nobody knows. */
const LATER = 'pending future scheduled soon will upcoming planned notice yet noch bald unknown';

const wordsOf = (text: string) => text.trim().split(/\s+/);
const GONE_BEGINNINGS = wordsOf(GONE_STEMS);
const GONE = new Set(wordsOf(GONE_WORDS));
const HERE = new Set(wordsOf(HERE_WORDS));
const FILLING = new Set(wordsOf(FILLERS));
const NEGATING = new Set(wordsOf(NEGATIONS));
const NOT_YET = new Set(wordsOf(LATER));

/**
 * Returns whether a status means that somebody is there, in English, German, French or Spanish: true only when every word of it is
 * known to say so, false when it says that somebody has left, undefined when it is not certain.
 */
export function isThere(status: string): boolean | undefined {
  const words = statusWords(status);
  if (words.some((word) => NOT_YET.has(word))) return undefined;
  const isGone = words.some(
    (word) => GONE.has(word) || GONE_BEGINNINGS.some((stem) => word.startsWith(stem)),
  );
  const isHere = words.some((word) => HERE.has(word));
  const isTurned = words.some((word) => NEGATING.has(word));
  if (isGone) return isHere || isTurned ? undefined : false;
  if (!isHere) return undefined;
  const isPlain = words.every((word) => HERE.has(word) || FILLING.has(word) || NEGATING.has(word));
  if (!isPlain) return undefined;
  // "On leave" is here; "not on leave" says nothing about the rest.
  if (isTurned) return words.some((word) => ABSENT.has(word)) ? undefined : false;
  return isLoneLeave(words) ? undefined : true;
}

/** Words for an absence of somebody who is employed. */
const ABSENT = new Set([
  'leave',
  'elternzeit',
  'mutterschutz',
  'mutterschaftsurlaub',
  'conge',
  'conges',
  'parental',
]);

/** "Leave" alone may be an instruction to leave. */
function isLoneLeave(words: readonly string[]): boolean {
  return words.length === 1 && (words[0] === 'leave' || words[0] === 'parental');
}

/** The words of a status: letters alone, lower case, without marks; `NotActive` and `not_active` are two words. */
function statusWords(status: string): readonly string[] {
  return withoutMarks(status.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Returns whether a cell says yes or no, as tools and spreadsheets write it; undefined for another word. */
export function yesOrNo(cell: string): boolean | undefined {
  const word = withoutMarks(cell.trim().toLowerCase());
  if (YES.has(word)) return true;
  return NO.has(word) ? false : undefined;
}

const YES = new Set(['true', 'yes', 'y', '1', 'ja', 'wahr', 'oui', 'vrai', 'si', 'verdadero', 'x']);
const NO = new Set(['false', 'no', 'n', '0', 'nein', 'falsch', 'non', 'faux', 'falso']);
