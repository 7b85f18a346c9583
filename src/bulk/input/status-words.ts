import { withoutMarks } from '../../values/without-marks.ts';

/**
 * Words of people who have left, in English, German, French and Spanish; whole words alone: `licencia` is no
 * `licencié`.
 */
const GONE_WORDS = `
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

/**
 * Words that change nothing about somebody having left. Every other word beside one is a qualifier that a
 * person judges.
 */
const BESIDE_GONE = `
  employee employees worker workers user account staff person member mitarbeiter mitarbeiterin konto benutzer salarie salariee
  compte utilisateur empleado empleada cuenta usuario trabajador trabajadora the company organization organisation firma
  unternehmen betrieb entreprise societe empresa has is was been hat ist wurde a est esta status voluntary voluntarily involuntary
  involuntarily in im aus dem de la le l of from`;

/**
 * Statuses of people who have left, whole and without marks; their words mean something else beside others
 * (baja médica).
 */
const GONE_STATUSES: ReadonlySet<string> = new Set(
  `baja|bajas|baja definitiva|baja voluntaria|baja no voluntaria|baja en la empresa|baja de la empresa|dado de baja|dada de baja|
baja por despido|baja por jubilacion|laid off|laid-off|off-boarded|contract ended|contract terminated|vertrag beendet|contrat termine|
contrato finalizado|contrato terminado|no longer with the company|no longer with company|nicht mehr im unternehmen|
nicht mehr da|ne fait plus partie de l'entreprise|ya no trabaja aqui`
    .split('|')
    .map((status) => status.trim()),
);

/** Words of people who are there; whole words alone. */
const HERE_WORDS = `
  active activated activ aktiv aktive aktiver aktiviert actif activo activa active active activado activee
  employed enabled current currently hired working leave elternzeit mutterschutz mutterschaftsurlaub beschaftigt
  angestellt conge conges alta habilitado parental rehired rehire reinstated reactivated`;

/** Words that change nothing beside "not active". */
const FILLERS = `
  employee worker user account staff mitarbeiter mitarbeiterin konto benutzer salarie compte utilisateur empleado cuenta usuario mehr
  anymore in en de`;

/** Words that turn around what follows them. */
const NEGATIONS = 'not no non nicht kein keine pas longer nie never none without ohne sans sin un';

/** Words of something that has not happened yet, or that nobody knows. */
const LATER = 'pending future scheduled soon will upcoming planned notice yet noch bald unknown';

const wordsOf = (text: string) => text.trim().split(/\s+/);
const GONE = new Set(wordsOf(GONE_WORDS));
const HERE = new Set(wordsOf(HERE_WORDS));
const BESIDE = new Set(wordsOf(BESIDE_GONE));
const FILLING = new Set(wordsOf(FILLERS));
const NEGATING = new Set(wordsOf(NEGATIONS));
const NOT_YET = new Set(wordsOf(LATER));

/**
 * Statuses of people who are there, whole and as they are written, without marks: nothing else is taken for
 * one. None is another one with de, in, un, non, not, no, ex, dis, a sign or a blank before it or inside.
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
 * Returns whether a status means that somebody is there, in English, German, French or Spanish: true only for
 * one of a closed list (letter case, accents and blanks around it do not count), false when every word of it
 * is known and says that somebody has left, undefined when it is not certain.
 */
export function isEmployed(status: string): boolean | undefined {
  const plain = plainStatus(status);
  if (HERE_STATUSES.has(plain)) return true;
  if (GONE_STATUSES.has(plain)) return false;
  const words = statusWords(status);
  if (words.some((word) => NOT_YET.has(word))) return undefined;
  const isHere = words.some((word) => HERE.has(word));
  const isTurned = words.some((word) => NEGATING.has(word));
  // People on leave, suspended with pay or about to leave are said to be so by a word beside it.
  if (words.some(isGoneWord))
    return words.every((word) => isGoneWord(word) || BESIDE.has(word)) ? false : undefined;
  const isPlain = words.every((word) => HERE.has(word) || FILLING.has(word) || NEGATING.has(word));
  // "Not on leave" says nothing about the rest.
  const isAbsence = words.some((word) => ABSENT.has(word));
  return isHere && isTurned && isPlain && !isAbsence ? false : undefined;
}

function isGoneWord(word: string): boolean {
  return GONE.has(word);
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

/**
 * Returns whether a status is only a kind of employment, as one of a closed list; beside a column that says
 * who is there it decides nothing.
 */
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
 * The words of a status: letters alone, lower case, without marks; `NotActive` and `not_active` are two
 * words. The halves of a leaver's word (`De-activated`, `(De)activated`, `In active`) are one.
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
