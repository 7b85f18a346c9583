import { withoutMarks } from '../../values/without-marks.ts';

/**
 * Words for people who have left, in English, German, French and Spanish. Only whole words count: `licencia`
 * is not `licencié`.
 */
const LEAVER_WORDS = `
  left leaver leavers former formerly fired quit separated separation departed departure exit exited ended ex gone closed
  terminated terminate termination inactive inactivated deactivated deactivate unactivated disabled suspended deprovisioned
  offboarded retired retiree resigned resignation dismissed dismissal archived deleted removed deceased discontinued revoked
  cancelled canceled blocked
  inaktiv inaktive inaktiver inaktives deaktiviert deaktivierte deaktivierter nonaktiv blockiert gesperrt gesperrte gesperrter
  ausgeschieden ausgeschiedene ausgeschiedener ausgetreten ausgetretene ausgetretener gekundigt gekundigte gekundigter entlassen
  entlassene entlassener pensioniert pensionierte pensionierter verstorben verstorbene verstorbener geloscht stillgelegt ehemalig
  ehemalige ehemaliger beendet verlassen rente rentner ruhestand
  inactif inactifs inactives desactive desactivee deactive deactivee supprime supprimee suspendu suspendue bloque bloquee licencie licenciee
  demissionne demissionnaire retraite retraitee parti partie partis sorti sortie quitte ancien ancienne termine terminee decede
  decedee revoque revoquee
  inactivo inactiva desactivado desactivada deshabilitado deshabilitada inhabilitado inhabilitada suspendido suspendida eliminado
  eliminada bloqueado bloqueada jubilado jubilada despedido despedida cesado cesada terminado terminada archivado archivada
  fallecido fallecida avslutad`;

/** Neutral words next to a word for leavers. Any other word is a qualifier, and the user must decide. */
const NEUTRAL_WORDS = `
  employee employees worker workers user account staff person member mitarbeiter mitarbeiterin konto benutzer salarie salariee
  compte utilisateur empleado empleada cuenta usuario trabajador trabajadora the company organization organisation firma
  unternehmen betrieb entreprise societe empresa has is was been hat ist wurde a est esta status voluntary voluntarily involuntary
  involuntarily in im aus dem de la le l of from`;

/**
 * Complete statuses of people who have left, without diacritics; their words mean something else in other
 * statuses (baja médica).
 */
const GONE_STATUSES: ReadonlySet<string> = new Set(
  `baja|bajas|baja definitiva|baja voluntaria|baja no voluntaria|baja en la empresa|baja de la empresa|dado de baja|dada de baja|
baja por despido|baja por jubilacion|laid off|laid-off|off-boarded|contract ended|contract terminated|vertrag beendet|contrat termine|
contrato finalizado|contrato terminado|no longer with the company|no longer with company|nicht mehr im unternehmen|
nicht mehr da|ne fait plus partie de l'entreprise|ya no trabaja aqui`
    .split('|')
    .map((status) => status.trim()),
);

/** Words for active people; only whole words count. */
const ACTIVE_WORDS = `
  active activated activ aktiv aktive aktiver aktiviert actif activo activa active active activado activee
  employed enabled current currently hired working leave elternzeit mutterschutz mutterschaftsurlaub beschaftigt
  angestellt conge conges alta habilitado parental rehired rehire reinstated reactivated`;

/** Neutral words next to "not active". */
const FILLERS = `
  employee worker user account staff mitarbeiter mitarbeiterin konto benutzer salarie compte utilisateur empleado cuenta usuario mehr
  anymore in en de`;

/** Words that negate the words after them. */
const NEGATIONS = 'not no non nicht kein keine pas longer nie never none without ohne sans sin un';

/** Words for a future or unknown status. */
const LATER = 'pending future scheduled soon will upcoming planned notice yet noch bald unknown';

const wordsOf = (text: string) => text.trim().split(/\s+/);
const LEAVER_SET = new Set(wordsOf(LEAVER_WORDS));
const ACTIVE_SET = new Set(wordsOf(ACTIVE_WORDS));
const NEUTRAL_SET = new Set(wordsOf(NEUTRAL_WORDS));
const FILLING = new Set(wordsOf(FILLERS));
const NEGATING = new Set(wordsOf(NEGATIONS));
const NOT_YET = new Set(wordsOf(LATER));

/**
 * Complete statuses of active people, without diacritics; no other status counts as active. No status becomes
 * another one of the list by adding de, in, un, non, not, no, ex, dis, a symbol or a space.
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
 * Returns whether a status means active, in English, German, French or Spanish: true only for a status of a
 * closed list (ignoring letter case, accents and surrounding spaces), false if every word is known and they
 * mean that the user has left, undefined if uncertain.
 */
export function isEmployed(status: string): boolean | undefined {
  const plain = plainStatus(status);
  if (HERE_STATUSES.has(plain)) return true;
  if (GONE_STATUSES.has(plain)) return false;
  const words = statusWords(status);
  if (words.some((word) => NOT_YET.has(word))) return undefined;
  const isHere = words.some((word) => ACTIVE_SET.has(word));
  const isTurned = words.some((word) => NEGATING.has(word));
  // A further word may mean leave, suspension with pay, or a future departure.
  if (words.some(isLeaverWord))
    return words.every((word) => isLeaverWord(word) || NEUTRAL_SET.has(word)) ? false : undefined;
  const isPlain = words.every((word) => ACTIVE_SET.has(word) || FILLING.has(word) || NEGATING.has(word));
  // "Not on leave" does not tell whether the user is active.
  const isAbsence = words.some((word) => ABSENT.has(word));
  return isHere && isTurned && isPlain && !isAbsence ? false : undefined;
}

/** Whether a status that counts as active means an absence, such as parental leave. */
export function isOnLeave(status: string): boolean {
  return isEmployed(status) === true && statusWords(status).some((word) => ABSENT.has(word));
}

function isLeaverWord(word: string): boolean {
  return LEAVER_SET.has(word);
}

/** Kinds of employment, complete and without diacritics; none tells whether the user is active. */
const KINDS: ReadonlySet<string> = new Set(
  `full-time|full time|fulltime|part-time|part time|parttime|contractor|contract|temporary|temp|intern|internship|permanent|regular|
fixed-term|fixed term|freelance|freelancer|apprentice|trainee|seasonal|consultant|hourly|salaried|vollzeit|teilzeit|befristet|
unbefristet|praktikant|praktikantin|werkstudent|werkstudentin|auszubildende|auszubildender|temps plein|temps partiel|cdi|cdd|
stagiaire|apprenti|tiempo completo|tiempo parcial|indefinido|temporal|becario|becaria`
    .split('|')
    .map((kind) => kind.trim()),
);

/**
 * Whether a status is only a kind of employment from a closed list; next to a status column it decides
 * nothing.
 */
export function isKindOfEmployment(status: string): boolean {
  return KINDS.has(plainStatus(status));
}

/** Words for an absence of an employee. */
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
 * The words of a status: letters only, lower case, without diacritics; `NotActive` and `not_active` are two
 * words. The halves of a word for leavers (`De-activated`, `(De)activated`, `In active`) are joined.
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

/** Joins two words that are the halves of a word for leavers. */
function joinHalves(words: readonly string[]): readonly string[] {
  const [first = '', second] = words;
  const isWhole = second === undefined || words.length > 2 || isLeaverWord(first);
  return !isWhole && isLeaverWord(first + second) ? [first + second] : words;
}

/** Returns a status for comparison: without diacritics and surrounding spaces, in lower case. */
function plainStatus(status: string): string {
  return withoutMarks(status).trim().toLowerCase().replace(/ß/g, 'ss');
}

/**
 * Returns whether a cell means yes or no, in the words of tools and spreadsheets; undefined for any other
 * word.
 */
export function yesOrNo(cell: string): boolean | undefined {
  const word = withoutMarks(cell.trim().toLowerCase());
  if (YES.has(word)) return true;
  return NO.has(word) ? false : undefined;
}

const YES = new Set(['true', 'yes', 'y', '1', 'ja', 'wahr', 'oui', 'vrai', 'si', 'verdadero', 'x']);
const NO = new Set(['false', 'no', 'n', '0', 'nein', 'falsch', 'non', 'faux', 'falso']);
