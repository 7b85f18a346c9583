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

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
