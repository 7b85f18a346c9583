import { headingMeaning } from './heading-terms.ts';
import { HEADING_WORDS, headingWord } from './heading-words.ts';

/** Headings of columns that say who is there, most telling first. */
export const STATUS_HEADINGS = words(`
  workerstatus employmentstatus employeestatus userstatus accountstatus memberstatus activestatus status active
  isactive enabled isenabled accountenabled accountstate lifecyclestate beschaftigungsstatus mitarbeiterstatus
  personalstatus aktiv statut statutemploye actif estatus situacion situacionlaboral estado activo etat
  zustand lifecyclestatus employmentstate state`);

/** Headings of columns in which a yes means that somebody is not there. */
export const INVERSE_HEADINGS = words(`
  suspended issuspended disabled isdisabled accountdisabled userdisabled blocksignin signinblocked blocked isblocked
  inactive isinactive terminated isterminated deactivated isdeactivated archived isarchived deleted isdeleted
  deprovisioned nsaccountlock logindisabled leaver hasleft gesperrt deaktiviert inaktiv ausgetreten ausgeschieden
  desactive suspendu inactif bloque suspendido desactivado inactivo baja bloqueado deshabilitado`);

/** Headings of the day on which somebody leaves. */
export const LAST_DAY_HEADINGS = words(`
  terminationdate lastdayofwork lastday lastworkingday employmentenddate separationdate termdate leavedate leavingdate
  exitdate austrittsdatum austritt letzterarbeitstag kundigungsdatum datedesortie datesortie datededepart datedepart
  fechadebaja fechabaja fechadesalida fechasalida enddate`);

/** Headings that mostly mean something else: their cells decide. */
export const AMBIGUOUS_HEADINGS: ReadonlySet<string> = new Set([
  'state',
  'estado',
  'etat',
  'baja',
  'leaver',
  'enabled',
]);

/**
 * Headings of columns that lock an account for a while, mostly after wrong passwords; nobody has left by
 * that.
 */
const LOCKED: ReadonlySet<string> = new Set(
  words('lockedout islockedout locked accountlocked accountlockedout'),
);

/** Whether a heading is about a lock that may end by itself. */
export function isAboutLock(heading: string): boolean {
  return LOCKED.has(headingWord(heading));
}

/** The directory's number in whose bits an account is disabled. */
export const CONTROL = 'useraccountcontrol';

const STATES: ReadonlySet<string> = new Set([...STATUS_HEADINGS, ...INVERSE_HEADINGS, CONTROL]);
const OTHERS: ReadonlySet<string> = new Set([...HEADING_WORDS.values()].flat());

/** Words for headings that are known word by word. */
const BY_MEANING: Readonly<Record<string, string>> = {
  status: 'employmentstatus',
  active: 'active',
  inactive: 'inactive',
};

/**
 * Returns which of the headings of states a heading is, as it is written or word by word; undefined where it
 * is none.
 */
export function stateWord(heading: string): string | undefined {
  const word = headingWord(heading);
  if (STATES.has(word)) return word;
  return OTHERS.has(word) ? undefined : BY_MEANING[headingMeaning(heading) ?? ''];
}

/** Whether a heading is one of a state as it is written. */
export function isNamedState(heading: string): boolean {
  return STATES.has(headingWord(heading));
}

/** Whether a yes under a heading means that somebody is not there. */
export function isInverse(heading: string): boolean {
  return INVERSE_HEADINGS.includes(stateWord(heading) ?? '');
}

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
