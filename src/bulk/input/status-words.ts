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
 * Statuses of people who are there, whole and as they are written, without marks: nothing else is taken for one.
 * None is another one with de, in, un, non, not, no, ex, dis, a sign or a blank before it or inside.
 */
const HERE_STATUSES: ReadonlySet<string> = new Set(
  `active|activ|activated|active employee|active worker|active user|active account|active staff|aktiv|aktive|aktiver|aktiviert|
actif|active salarie|salarie actif|activo|activa|activado|activee|empleado activo|employed|currently employed|current employee|
currently working|working|enabled|hired|rehired|rehire|reinstated|reactivated|on leave|on_leave|paid leave|parental leave|
maternity leave|paternity leave|sick leave|medical leave|family leave|leave of absence|on leave of absence|on paid leave|
on parental leave|on maternity leave|on paternity leave|on sick leave|active on leave|elternzeit|
mutterschutz|im mutterschutz|mutterschaftsurlaub|angestellt|beschaftigt|conge|conges|en conge|conge parental|conge maternite|
conge paternite|alta|habilitado`
    .split('|')
    .map((status) => status.trim()),
);

/**
 * Returns whether a status means that somebody is there, in English, German, French or Spanish: true only for one of a closed list
 * (letter case, accents and blanks around it do not count), false when it says that somebody has left, undefined when it is not certain.
 */
export function isThere(status: string): boolean | undefined {
  if (HERE_STATUSES.has(plainStatus(status))) return true;
  const words = statusWords(status);
  if (words.some((word) => NOT_YET.has(word))) return undefined;
  const isHere = words.some((word) => HERE.has(word));
  const isTurned = words.some((word) => NEGATING.has(word));
  if (words.some(isGoneWord)) return isHere || isTurned ? undefined : false;
  const isPlain = words.every((word) => HERE.has(word) || FILLING.has(word) || NEGATING.has(word));
  // "Not on leave" says nothing about the rest.
  const isAbsence = words.some((word) => ABSENT.has(word));
  return isHere && isTurned && isPlain && !isAbsence ? false : undefined;
}

function isGoneWord(word: string): boolean {
  return GONE.has(word) || GONE_BEGINNINGS.some((stem) => word.startsWith(stem));
}

/** How people are employed, whole and without marks; none says whether they still are. */
const KINDS: ReadonlySet<string> = new Set(
  `full-time|full time|fulltime|part-time|part time|parttime|contractor|contract|temporary|temp|intern|internship|permanent|regular|
fixed-term|fixed term|freelance|freelancer|apprentice|trainee|seasonal|consultant|hourly|salaried|vollzeit|teilzeit|befristet|
unbefristet|praktikant|praktikantin|werkstudent|werkstudentin|auszubildende|auszubildender|temps plein|temps partiel|cdi|cdd|
stagiaire|apprenti|tiempo completo|tiempo parcial|indefinido|temporal|becario|becaria`
    .split('|')
    .map((kind) => kind.trim()),
);

/** Returns whether a status is only a kind of employment, as one of a closed list; beside a column that says who is there it decides nothing. */
export function isKindOfEmployment(status: string): boolean {
  return KINDS.has(plainStatus(status));
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

/**
 * The words of a status: letters alone, lower case, without marks; `NotActive` and `not_active` are two words. The halves of a
 * leaver's word (`De-activated`, `(De)activated`, `In active`) are one.
 */
function statusWords(status: string): readonly string[] {
  const pieces = status.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').split(/\s+/);
  return joinHalves(pieces.flatMap((piece) => joinHalves(lettersOf(piece))));
}

function lettersOf(text: string): readonly string[] {
  return plainStatus(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Two words that are the beginning and the rest of one for people who have left, as that one. */
function joinHalves(words: readonly string[]): readonly string[] {
  const [first = '', second] = words;
  const isWhole = second === undefined || words.length > 2 || isGoneWord(first);
  return !isWhole && isGoneWord(first + second) ? [first + second] : words;
}

/** A status without what does not count in it: letter case, marks, and blanks around it. */
function plainStatus(status: string): string {
  return withoutMarks(status).trim().toLowerCase().replace(/ß/g, 'ss');
}

/** Returns whether a cell says yes or no, as tools and spreadsheets write it; undefined for another word. */
export function yesOrNo(cell: string): boolean | undefined {
  const word = withoutMarks(cell.trim().toLowerCase());
  if (YES.has(word)) return true;
  return NO.has(word) ? false : undefined;
}

const YES = new Set(['true', 'yes', 'y', '1', 'ja', 'wahr', 'oui', 'vrai', 'si', 'verdadero', 'x']);
const NO = new Set(['false', 'no', 'n', '0', 'nein', 'falsch', 'non', 'faux', 'falso']);
