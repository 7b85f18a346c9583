import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isEmployed, yesOrNo } from '../../src/bulk/input/status-words.ts';

const GONE =
  `Deactivated|Not active|not_active|NotActive|Unactivated|Disabled|Account disabled|Suspended|Terminated|
TERMINATED - VOLUNTARY|Left|Left the company|Leaver|Former employee|Inactive|INACTIVE|DEPROVISIONED|Retired|Resigned|
Dismissed|Laid off|Archived|Blocked|No longer employed|Not currently employed|Non-active|Offboarded|Separated|Exited|
Ausgeschieden|ausgetreten|Inaktiv|Deaktiviert|Nicht aktiv|Gesperrt|Gekündigt|Im Ruhestand|Nicht mehr beschäftigt|
Inactif|Inactive|Désactivé|Désactivée|Parti|Partie|Pas actif|Suspendu|Licencié|Démissionné|Retraité|Non actif|Ancien salarié|
Inactivo|Baja|Baja definitiva|Baja voluntaria|Dado de baja|Desactivado|Suspendida|Despedido|Jubilado|No activo|Deshabilitado|Cesado|Eliminado|
De-activated|In-active|in-aktiv|De activated|In Active|(De)activated|[In]active|Dé-activé|De-aktiviert|Account de-activated|DeActivated|
Dis-abled|Off-boarded|De‑activated`
    .split('|')
    .map((word) => word.trim());

/** Users on leave or partly gone: they must not be deactivated unless the map says so. */
const ON_LEAVE =
  `Unpaid leave|Long-term leave|Garden leave|On garden leave|Suspended (garden leave)|Suspended (parental leave)|Suspended with pay|
Suspended without pay|Suspended - paid|Inactive - on leave|Inactive - maternity|Inactive (paid)|Inactive LOA|Inactive sabbatical|
Temporarily inactive|Temporarily disabled|Permanently disabled|Short-term disability|Terminated with pay|Termination notice given|Notice period|
Retirement planning|Phased retirement|Pre-retirement|Semi-retired|Furloughed|Sabbatical|Secondment|Left on assignment|
Exit interview|Not active - maternity|Not active (sick)|Not employed full time|Not working (medical)|Not on leave|Long-term sick|Sick|
Jury duty|Military leave|Bereavement leave|Disability leave|Medical leave - unpaid|Leave without pay|Study leave|
Freigestellt|Unwiderruflich freigestellt|Elternzeit (inaktiv)|Inaktiv (Elternzeit)|Inaktiv - Mutterschutz|Inaktiv (krank)|Nicht aktiv (Elternzeit)|
Nicht aktiv, krank|Ruhend|Ruhendes Arbeitsverhältnis|Vertrag ruht|Krank|Langzeitkrank|Krankgeschrieben|Sabbatical|Unbezahlter Urlaub|
Sonderurlaub|Pflegezeit|Vorruhestand|Altersteilzeit|Rente wegen Erwerbsminderung|Teilrente|Gekündigt, freigestellt|Gekündigt zum 31.12.|
Ungekündigt|Austritt geplant|Passiv|Bundesfreiwilligendienst|Kurzarbeit|Beurlaubt|Beschäftigungsverbot|Wehrdienst|
Congé sans solde|Congé maladie|Congé sabbatique|Congé de formation|Congé parental d'éducation|Contrat suspendu|Contrat de travail suspendu|
Suspension du contrat|Suspendu (congé parental)|Suspendu pour maladie|Inactif (congé)|Inactif maladie|Inactive - maternité|Arrêt maladie|
Arrêt de travail|En arrêt|Mi-temps thérapeutique|Détaché|Mise à pied|Mise en disponibilité|Disponibilité|Retraite progressive|
Préretraite|Départ prévu|Sortie prévue|Absent|Non actif (maladie)|Longue maladie|Invalidité|Dispensé de préavis|
Baja médica|Baja por maternidad|Baja por enfermedad|Baja paternal|Baja laboral|Baja temporal|De baja|Baja por accidente|Baja por paternidad|
Baja IT|Baja de larga duración|Baja parcial|Baja maternal|Licencia|Licencia médica|Licencia por maternidad|Licencia sin goce de sueldo|
Excedencia|Excedencia voluntaria|Permiso|Permiso sin sueldo|Incapacidad temporal|Suspendido por maternidad|Suspensión de contrato|
Contrato suspendido|Inactivo por enfermedad|Inactiva (maternidad)|Inactivo temporal|Jubilado parcial|Jubilación parcial|Prejubilado|
Retiro voluntario pendiente|Cese previsto|Vacaciones|Fijo discontinuo|ERTE|Suspendido ERTE|Alta médica`
    .split('|')
    .map((word) => word.trim());

const HERE =
  `Active|ACTIVE|Active employee|On leave|Paid leave|Parental leave|Leave of absence|Employed|Currently employed|
Enabled|Aktiv|Elternzeit|Mutterschutz|Angestellt|Beschäftigt|Actif|Active|Congé maternité|Activo|Alta|Rehired`
    .split('|')
    .map((word) => word.trim());

const UNCERTAIN =
  `Zombie|Member|Leave|Not on leave|Pending|Pending termination|Active, termination pending|Not terminated|
Not yet active|Onboarding|Pre-hire|STAGED|PROVISIONED|PASSWORD_EXPIRED|LOCKED_OUT|RECOVERY|Full-Time|Temps partiel|
Department|Active then terminated|Self employed|Unknown|Interactive|Noch nicht aktiv|?|Activist|
!Active|-Active|Active?|Active*|(Active)|Active.|Ex-active|Dis-active|In active service|Activ ated`
    .split('|')
    .map((word) => word.trim());

describe('isEmployed', () => {
  it.each(GONE)('returns false for "%s"', (word) => {
    expect(isEmployed(word)).toBe(false);
  });

  it.each(HERE)('returns true for "%s"', (word) => {
    expect(isEmployed(word)).toBe(true);
  });

  it.each(UNCERTAIN)('leaves "%s" undecided', (word) => {
    expect(isEmployed(word)).toBeUndefined();
  });

  it.each(ON_LEAVE)('leaves "%s" undecided, so that no user on leave is deactivated', (word) => {
    expect(isEmployed(word)).toBeUndefined();
  });

  const cased = fc.constantFrom(
    (text: string) => text,
    (text: string) => text.toUpperCase(),
    (text: string) => text.toLowerCase(),
  );

  // No word of a status in any language begins with zq, so these words are unknown whatever the code knows.
  const unknown = fc.stringMatching(/^zq[a-z]{1,10}$/);

  it('leaves a leaver status with an unknown word beside it undecided', () => {
    const qualifier = fc.oneof(
      unknown,
      fc.constantFrom('por', 'médica', 'with pay', 'freigestellt', 'paid', 'solde', 'temporal'),
    );
    const beside = fc.constantFrom(' ', ' - ', ' (', ', ');
    fc.assert(
      fc.property(
        fc.constantFrom(...GONE),
        qualifier,
        beside,
        fc.boolean(),
        cased,
        (word, more, sign, isFirst, write) => {
          const status = write(isFirst ? `${more}${sign}${word}` : `${word}${sign}${more}`);
          expect([status, isEmployed(status)]).toEqual([status, undefined]);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('never returns true for text with a leaver status', () => {
    const around = fc.array(fc.oneof(fc.constantFrom(...HERE), fc.string()), { maxLength: 3 });
    fc.assert(
      fc.property(around, fc.constantFrom(...GONE), around, cased, (before, word, after, write) => {
        expect(isEmployed(write([...before, word, ...after].join(' ')))).not.toBe(true);
      }),
    );
  });

  it('never returns true for an active status with additional text before it or inside', () => {
    const added = fc
      .array(fc.constantFrom(...'de in un non not no ex dis - ! ? * ( ) [ ]'.split(' '), ' '), {
        minLength: 1,
        maxLength: 4,
      })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.constantFrom(...HERE), added, fc.nat(), cased, (word, more, at, write) => {
        const place = at % word.length;
        // Spaces around a status are ignored.
        fc.pre(place > 0 || more.trim() !== '');
        expect(isEmployed(write(word.slice(0, place) + more + word.slice(place)))).not.toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('leaves an unknown word, alone or beside an active status, undecided', () => {
    fc.assert(
      fc.property(unknown, fc.constantFrom(...HERE), cased, fc.boolean(), (word, here, write, isFirst) => {
        const status = write(isFirst ? `${word} ${here}` : `${here} ${word}`);
        expect([status, isEmployed(status)]).toEqual([status, undefined]);
        expect(isEmployed(write(word))).toBeUndefined();
      }),
    );
  });
});

it.each([
  ['true', true],
  ['Ja', true],
  ['Sí', true],
  ['1', true],
  ['x', true],
  ['Non', false],
  ['Nein', false],
  ['0', false],
  ['maybe', undefined],
  ['', undefined],
])('yesOrNo reads "%s" as %s', (cell, expected) => {
  expect(yesOrNo(cell)).toBe(expected);
});
