import { headingMeaning } from './heading-terms.ts';
import { HEADING_WORDS, headingWord } from './heading-words.ts';

/** Headings of status columns, the most specific first. */
export const STATUS_HEADINGS = words(`
  workerstatus employmentstatus employeestatus userstatus accountstatus memberstatus activestatus status active
  isactive enabled isenabled accountenabled accountstate lifecyclestate beschaftigungsstatus mitarbeiterstatus
  personalstatus aktiv statut statutemploye actif estatus situacion situacionlaboral estado activo etat
  zustand lifecyclestatus employmentstate state`);

/** Headings of columns in which yes means not active. */
export const INVERSE_HEADINGS = words(`
  suspended issuspended disabled isdisabled accountdisabled userdisabled blocksignin signinblocked blocked isblocked
  inactive isinactive terminated isterminated deactivated isdeactivated archived isarchived deleted isdeleted
  deprovisioned nsaccountlock logindisabled leaver hasleft gesperrt deaktiviert inaktiv ausgetreten ausgeschieden
  desactive suspendu inactif bloque suspendido desactivado inactivo baja bloqueado deshabilitado`);

/** Headings of the last day of employment. */
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

/** Headings of temporary account locks, mostly after wrong passwords; a locked user has not left. */
const LOCKED: ReadonlySet<string> = new Set(
  words('lockedout islockedout locked accountlocked accountlockedout'),
);

/** Whether a heading is about a temporary lock. */
export function isAboutLock(heading: string): boolean {
  return LOCKED.has(headingWord(heading));
}

/** The attribute of Active Directory with a bit that disables an account. */
export const CONTROL = 'useraccountcontrol';

const STATES: ReadonlySet<string> = new Set([...STATUS_HEADINGS, ...INVERSE_HEADINGS, CONTROL]);
const OTHERS: ReadonlySet<string> = new Set([...HEADING_WORDS.values()].flat());

/** The usual heading for each meaning that the words of a heading can have. */
const BY_MEANING: Readonly<Record<string, string>> = {
  status: 'employmentstatus',
  active: 'active',
  inactive: 'inactive',
};

/**
 * Returns the status heading that a heading corresponds to, as written or by its words; undefined if there is
 * none.
 */
export function stateWord(heading: string): string | undefined {
  const word = headingWord(heading);
  if (STATES.has(word)) return word;
  return OTHERS.has(word) ? undefined : BY_MEANING[headingMeaning(heading) ?? ''];
}

/** Whether a heading is literally a status heading. */
export function isNamedState(heading: string): boolean {
  return STATES.has(headingWord(heading));
}

/** Whether a heading is about the last day of employment. */
export function isLastDay(heading: string): boolean {
  return LAST_DAY_HEADINGS.includes(headingWord(heading)) || headingMeaning(heading) === 'lastDay';
}

/** Whether yes under a heading means not active. */
export function isInverse(heading: string): boolean {
  return INVERSE_HEADINGS.includes(stateWord(heading) ?? '');
}

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
