import { describe, expect, it } from 'vitest';
import { proposeMap } from '../../src/bulk/input/propose-map.ts';
import { freshMachine } from '../support/run-orgctl.ts';

it.each([
  ['Estado', 'Activo', 'Baja', ['Baja médica', 'Baja por maternidad', 'Licencia', 'Baja temporal']],
  ['Statut', 'Actif', 'Parti', ['Contrat suspendu', 'Congé sans solde']],
  ['Status', 'Aktiv', 'Ausgetreten', ['Freigestellt', 'Inaktiv – Mutterschutz']],
  ['Status', 'Active', 'Left', ['Suspended with pay', 'Inactive - maternity']],
])(
  'leaves statuses of users on leave open (%s) instead of deactivating them',
  async (heading, here, gone, open) => {
    const machine = freshMachine();
    const words = [here, gone, ...open];
    const stdin = `email,${heading}\n${words.map((word, n) => `p${n}@x.example,${word}\n`).join('')}`;
    const { stdout } = await machine.orgctl('bulk init-map -', { stdin });
    const lookup = `lookup: { ${here}: true, ${gone}: false }`;
    expect(stdout).toContain(
      `active: { from: ${heading}, ${lookup} } # decide what ${open.map(quoted).join(', ')} means`,
    );
  },
);

function quoted(word: string): string {
  return /^[\p{L} .-]+$/u.test(word) ? word : `'${word}'`;
}

/**
 * Headings of four languages by the column that a reviewer would choose; several of each come from no
 * particular export.
 */
const ENGLISH = {
  email: `Work email address|Business e-mail|Company e-mail address|Office Email|Corporate mail|Primary business email|Professional email|
user.email|E-mail (work)|Email address of employee`,
  employeeNumber: `Employee number|Employee no.|Emp ID|Worker no|Staff No.|Associate ID|Payroll no.|Employee code|Badge ID|Personnel file|
Colleague number`,
  manager: `Line manager email|Direct manager|Immediate supervisor|Manager e-mail address|Supervisor work email|Direct supervisor name|
Manager employee number|Reporting manager`,
  active: `Is currently active|Account enabled|User is active|Account active|Is enabled|Activated`,
  inactive: `Left company|Left the company|Has left the company|Not Active|Account is disabled|User suspended|Account blocked|Sign-in blocked|
Is not active|Login disabled|Block sign-in|Employee terminated`,
  lastDay: `Date of leaving|Leaving day|Last day of employment|Employment end date|Last working day|Date of termination|Resignation date`,
  startDate: `Date of joining|Employment start date|Date hired|Latest hire date|Entry date|Company start date`,
  userName: `Network username|Windows login|AD account name|SSO username|User logon name`,
  givenName: `Given names|Preferred given name|Legal forename`,
  familyName: `Family name(s)|Last Names|Legal surname`,
  title: `Current job title|Work position|Job role|Job designation`,
  department: `Department code|Work department|Dept. name`,
  phone: `Direct phone number|Office telephone no.|Work tel.|Desk phone number`,
  mobilePhone: `Work cell phone|Company mobile|Business mobile no.`,
  locality: `Work site|Office town|Work location name`,
} as const;
const GERMAN = {
  email: `Geschäftliche E-Mail-Adresse|E-Mail-Adresse (geschäftlich)|Dienstliche E-Mail|Dienstliche Mailadresse|Berufliche E-Mail|Firmen-E-Mail|
Firmenmail|Geschäfts-E-Mail|Arbeits-E-Mail-Adresse|E-Mail dienstlich|Primäre E-Mail-Adresse|Elektronische Adresse`,
  employeeNumber: `Pers.-Nr.|Personal-Nr.|Personalnr.|Pers.Nr.|Mitarbeiter-Nr.|Mitarbeiter-ID|Mitarbeiterkennung|Personalstammnummer|Stammnummer|
Nummer des Mitarbeiters|Personal-Nummer`,
  manager: `Direkte Führungskraft|Vorgesetzte/r|Direkter Vorgesetzter|Disziplinarischer Vorgesetzter|E-Mail des Vorgesetzten|Name der Führungskraft|
Vorgesetzter (E-Mail)|Personalnummer Vorgesetzter|Fuehrungskraft`,
  active: `Ist aktiv|Konto aktiviert|Benutzer aktiv|Konto ist aktiv|Noch aktiv|Mitarbeiter aktiv`,
  inactive: `Gelöscht|Konto deaktiviert|Anmeldung blockieren|Nicht aktiv|Konto gesperrt|Ist ausgetreten|Benutzer gelöscht|Anmeldung gesperrt|
Ist inaktiv|Unternehmen verlassen|Mitarbeiter ausgeschieden`,
  lastDay: `Austritts-Datum|Datum des Austritts|Letzter Arbeitstag|Ausscheidedatum|Entlassungsdatum|Enddatum|
Austrittstermin`,
  startDate: `Eintritts-Datum|Datum des Eintritts|Anstellungsdatum|Beschäftigungsbeginn|Firmeneintritt|Ursprüngliches Eintrittsdatum`,
  userName: `Windows-Benutzername|Anmeldekennung|Benutzerkennung|AD-Kontoname`,
  givenName: `Vornamen|Bevorzugter Vorname`,
  familyName: `Zuname|Nachnamen`,
  title: `Aktuelle Position|Funktionsbezeichnung|Tätigkeit`,
  department: `Fachabteilung|Abteilungsname|Bezeichnung der Abteilung`,
  phone: `Durchwahl|Telefon dienstlich|Festnetz geschäftlich|Dienstliche Rufnummer`,
  mobilePhone: `Mobil dienstlich|Handynummer|Diensthandy-Nummer|Firmenhandy`,
  costCenter: `Kostenstellen-Nr.|Kostenstelle Nummer`,
  locality: `Dienstort|Einsatzort`,
} as const;
const FRENCH = {
  email: `Adresse e-mail professionnelle|Adresse électronique|Adresse email pro|Mail professionnel|E-mail de travail|Courriel de l'entreprise|
Adresse électronique professionnelle|Mél|Email du salarié|Adresse mail|E-mail principal`,
  employeeNumber: `Numéro de salarié|N° matricule|N° salarié|N° de matricule|Numéro d'employé|Matricule du salarié|Code salarié|ID salarié|
Numéro de l'agent|Identifiant du salarié|N° employé|Numéro de paie`,
  manager: `Responsable hiérarchique|Supérieur direct|Manager direct|E-mail du responsable|Matricule du manager|Nom du responsable|N+1|
Supérieure hiérarchique|Adresse e-mail du supérieur|Responsable direct`,
  active: `Compte activé|Compte actif|Est actif|Utilisateur actif|Salarié actif|Compte utilisateur actif`,
  inactive: `Bloquer la connexion|Compte désactivé|Compte bloqué|Utilisateur supprimé|Non actif|Est inactif|Compte suspendu|Connexion bloquée|
A quitté l'entreprise|Compte supprimé`,
  lastDay: `Date de sortie de l'entreprise|Date du départ|Date de fin d'emploi|Dernier jour de travail|Dernier jour travaillé|Date de sortie du salarié`,
  startDate: `Date d'entrée dans l'entreprise|Date d'embauche initiale|Date de l'embauche|Date d'arrivée|Date de recrutement|Première date d'embauche`,
  userName: `Nom d'utilisateur réseau|Nom de l'utilisateur|Nom du compte|Identifiant de compte`,
  givenName: `Prénom usuel|Prénom du salarié`,
  familyName: `Nom de famille légal|Nom d'usage|Patronyme`,
  title: `Libellé du poste|Fonction actuelle|Intitulé de l'emploi`,
  department: `Service d'affectation|Libellé du service|Département de rattachement`,
  phone: `Téléphone fixe|Tél. professionnel|Téléphone direct`,
  mobilePhone: `Portable pro|Numéro de portable|Téléphone mobile professionnel`,
  userType: `Type d'emploi|Catégorie d'emploi`,
  locality: `Lieu de travail|Ville du bureau`,
} as const;
const SPANISH = {
  email: `Correo electrónico corporativo|Email de empresa|Correo de trabajo|Correo electrónico de la empresa|Correo laboral|Email corporativo principal|
Dirección de correo electrónico|Correo institucional|E-mail del empleado|Correo profesional|Dirección electrónica`,
  employeeNumber: `Nº empleado|N.º de empleado|No. de empleado|Núm. empleado|ID de empleado|Código de trabajador|Número de trabajador|Legajo|
Matrícula del empleado|Clave de empleado|Número de nómina|Identificador del empleado`,
  manager: `Responsable directo|Jefe inmediato|Correo del jefe|Supervisor directo|Email del responsable|Nombre del jefe|Jefe jerárquico|
Superior inmediato|Correo electrónico del supervisor|Jefa directa`,
  active: `Cuenta habilitada|Cuenta activa|Está activo|Usuario activo|Empleado activo|Usuario habilitado`,
  inactive: `Cuenta deshabilitada|Usuario bloqueado|No activo|Cuenta suspendida|Bloquear inicio de sesión|Cuenta desactivada|Usuario eliminado|
Está inactivo|Acceso bloqueado|Dejó la empresa`,
  lastDay: `Fecha de la baja|Fecha de cese|Fecha de salida de la empresa|Último día de trabajo|Fecha de egreso|Fecha fin de empleo`,
  startDate: `Fecha de inicio laboral|Fecha de incorporación|Fecha de ingreso a la empresa|Fecha de alta en la empresa|Fecha de entrada de empleo`,
  userName: `Usuario de red|Cuenta de usuario|Nombre de la cuenta`,
  givenName: `Nombre de pila|Primer nombre`,
  familyName: `Apellido paterno|Apellidos del empleado`,
  title: `Cargo actual|Nombre del puesto|Puesto del empleado`,
  department: `Nombre del departamento|Código de departamento`,
  phone: `Teléfono fijo|Teléfono directo|Teléfono de oficina`,
  mobilePhone: `Móvil de empresa|Celular corporativo|Número de celular`,
  costCenter: `Código de centro de costos|Centro de costes`,
  locality: `Sede de trabajo|Ciudad de trabajo`,
} as const;

/** Cell values under a heading of each column. */
const CELLS: Readonly<Record<string, readonly string[]>> = {
  email: ['a@x.example', 'b@x.example'],
  employeeNumber: ['0012', '0013'],
  manager: ['b@x.example'],
  active: ['Yes', 'No'],
  inactive: ['Yes', 'No'],
  lastDay: ['31.01.2026'],
  startDate: ['31.01.2020'],
};

describe.each(Object.entries({ ENGLISH, GERMAN, FRENCH, SPANISH }))(
  'headings of HR systems in %s',
  (_, table) => {
    const rows = Object.entries(table).flatMap(([meaning, headings]) =>
      headings.split('|').map((heading) => [heading.trim(), meaning] as const),
    );

    it('has at least sixty headings', () => expect(rows.length).toBeGreaterThanOrEqual(60));

    it.each(rows)('maps "%s" to %s', (heading, meaning) => {
      const { rules } = proposeMap([heading], () => CELLS[meaning] ?? ['Word', 'Other']);
      const column = meaning === 'inactive' || meaning === 'lastDay' ? 'active' : meaning;
      const rule = rules.find((one) => one.column === column);
      expect(rule?.yaml).toContain(heading.replaceAll("'", "''"));
      if (meaning === 'inactive') expect(rule?.yaml).toContain("lookup: { 'Yes': false, 'No': true");
      if (meaning === 'active') expect(rule?.yaml).not.toContain('lookup');
      if (meaning === 'lastDay') expect(rule?.yaml).toContain('past: false');
    });
  },
);

describe('headings with another meaning', () => {
  it.each([
    ...[
      'Private E-Mail',
      'Email personnel',
      'Correo personal',
      'E-Mail (privat)',
      'Email (personal)',
      'Home email',
      'Mail du conjoint',
    ],
    ...['Emergency contact email', 'Manager email sent', 'Notfallkontakt E-Mail', 'Email opt-in'],
  ])('do not map "%s" to email', (heading) => {
    const { rules } = proposeMap([heading], () => ['a@x.example']);
    expect(rules).toEqual([]);
  });

  it.each([
    'National ID number',
    'Social security number',
    'Numéro de téléphone du conjoint',
    'Steuer-ID',
    'NIF',
    'Kontonummer',
    'Bank account number',
  ])('do not map "%s" to employeeNumber', (heading) => {
    const { rules } = proposeMap([heading], () => ['0012', '0013']);
    expect(rules).toEqual([]);
  });

  it.each(['Is manager', 'Manager level', 'HR manager', 'Department manager', 'Responsable de formation'])(
    'do not map "%s" to manager',
    (heading) => {
      const { rules } = proposeMap([heading], () => ['b@x.example']);
      expect(rules).toEqual([]);
    },
  );

  it('do not map a column of dates with a status heading to active', () => {
    expect(proposeMap(['Activated'], () => ['2019-03-04T08:00:00.000Z']).rules).toEqual([]);
  });

  it('leave a lock open for review', () => {
    expect(proposeMap(['Locked out'], () => ['Yes', 'No']).rules).toEqual([
      {
        column: 'active',
        yaml: '{ from: Locked out, lookup: {  } }',
        remark: 'decide what it means: a locked user may still be employed',
        isOpen: true,
      },
    ]);
  });
});

describe.each(['User', 'Benutzer', 'Anwender', 'Nutzer', 'Utilisateur', 'Usuario', 'Användare'])(
  'the heading "%s"',
  (heading) => {
    const proposed = (cell: string) =>
      proposeMap([heading, 'Mail'], (one) => (one === heading ? [cell] : ['a@x.example'])).rules;

    it('is that of userNames', () => {
      expect(proposed('anna.lind')).toContainEqual({ column: 'userName', yaml: heading });
    });

    it('is not if the cells are names with spaces', () => {
      expect(proposed('Anna Lind').filter(({ yaml }) => yaml.includes(heading))).toEqual([]);
    });
  },
);

it.each(['userName', 'Username', 'Login Name', 'Benutzername'])(
  'the heading "%s" is that of userNames, also of those with spaces',
  (heading) => {
    const { rules } = proposeMap([heading, 'Mail'], (one) => [one === heading ? 'Anna Lind' : 'a@x.example']);
    expect(rules).toContainEqual({ column: 'userName', yaml: heading });
  },
);

describe('IDs of other systems', () => {
  const OPAQUE = [
    '00u1abcd',
    '7b0c9a3e-1111-4a6e-8d2f-000000000101',
    '104857600000000000101',
    '005Vx00000ABcDe',
    'a1b2c3d4',
  ];

  it.each([
    'user.id',
    'User Id',
    'Userid',
    'Identifiant',
    'uid',
    'userName',
    'Login',
    'Benutzer-ID',
    'Identifiant utilisateur',
  ])('are not mapped to userName under "%s"', (heading) => {
    for (const id of OPAQUE) {
      const { rules } = proposeMap(['email', heading], (one) => (one === heading ? [id] : ['a@x.example']));
      expect(rules.filter(({ yaml }) => yaml.includes(heading))).toEqual([]);
    }
  });

  it.each(['mvance', 'jdoe2', 'a123456', 'x4711', 'anna.lind', 'DOM_anna', 'u12ab'])(
    'do not include "%s", which is mapped to userName',
    (name) => {
      expect(proposeMap(['Userid'], () => [name]).rules).toEqual([{ column: 'userName', yaml: 'Userid' }]);
    },
  );
});

describe('column named ID with numbers', () => {
  const cells = (counts: readonly string[]) => (heading: string) =>
    ({ ID: counts, Personalnummer: ['101', '102'] })[heading] ?? ['a@x.example', 'b@x.example'];

  it('is mapped to employeeNumber if no other column is', () => {
    const { rules } = proposeMap(['ID', 'email'], cells(['8801001', '8801002']));
    expect(rules.find(({ column }) => column === 'employeeNumber')?.yaml).toBe('ID');
  });

  it('is ignored beside an employee number, or if a number repeats', () => {
    const { unused } = proposeMap(['ID', 'email', 'Personalnummer'], cells(['8801001', '8801002']));
    expect(unused).toEqual(['ID']);
    expect(proposeMap(['ID', 'email'], cells(['8801001', '8801001'])).unused).toEqual(['ID']);
  });
});
