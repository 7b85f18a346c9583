import { keysOf } from '../../values/keys-of.ts';
import { columnOf, type UserColumn } from './columns.ts';
import { headingText } from './heading-words.ts';

/** The meaning of a heading: a column, or a state from which one is derived. */
export type HeadingMeaning = UserColumn | 'fullName' | 'status' | 'inactive' | 'lastDay';

/** Words of headings by concept, in English, German, French and Spanish; lower case, without diacritics. */
const CONCEPTS = {
  link: `of the for in at to and or 1  der die das des dem den am im zu zum zur von und r innen
    la le les l du d en a au aux et dans de  del el los y al su`,
  mail: `email emails mail mails  mailadresse emailadresse firmenmail firmenemail dienstmail arbeitsmail geschaftsmail
    courriel courriels mel  correo correos`,
  address: 'address addresses  adresse anschrift  adresse  direccion',
  electronic: 'electronic  elektronische elektronischen  electronique  electronico electronica',
  work: `work business company corporate office professional primary main official organization organizational workplace
    dienstlich dienstliche dienstlicher geschaftlich geschaftliche geschaftlicher beruflich berufliche firma firmen firmeneigene
    unternehmen unternehmens primare primar haupt arbeit arbeits dienst geschafts betrieblich betriebliche
    professionnel professionnelle pro entreprise societe travail bureau principal principale
    corporativo corporativa empresa trabajo laboral profesional oficina institucional empresarial`,
  person: `employee employees worker workers staff associate colleague payroll emp  mitarbeiter mitarbeiterin mitarbeiters
    mitarbeitende mitarbeitenden angestellten beschaftigten beschaftigte  employe employes salarie salaries salariee collaborateur
    agent paie  empleado empleados empleada trabajador trabajadora colaborador nomina`,
  number: `number no nr num id code identifier ident key  nummer kennung kennziffer kennnummer nr
    numero identifiant  codigo identificador clave`,
  badge: `badge matricule matricula legajo pernr empid empno employeeid personalnummer personalnr personalkennziffer
    personalstammnummer stammnummer mitarbeiternummer mitarbeiternr mitarbeiterid mitarbeiterkennung angestelltennummer`,
  staff: 'personal pers personnel',
  filing: 'number no nr num nummer file',
  user: `user account login logon sso network windows ad domain system  benutzer anwender konto  utilisateur compte
    reseau  usuario cuenta red`,
  loginName: `username loginname login logon samaccountname  benutzername benutzerkennung anmeldename anmeldekennung kontoname
    nutzername login  usuario`,
  name: 'name names  namen  nom noms  nombre nombres',
  first: 'first given fore  primer pila',
  givenName: 'firstname givenname forename  vorname vornamen rufname  prenom prenoms',
  last: 'last family sur  famille usage  familiar',
  familyName:
    'lastname surname familyname  nachname nachnamen familienname zuname  patronyme  apellido apellidos',
  usual: `legal preferred usual official  amtlicher bevorzugter  legal legale usuel usuelle prefere  preferido primero paterno`,
  manager: `manager managers supervisor supervisors boss superior reporting  vorgesetzter vorgesetzte vorgesetzten fuhrungskraft fuehrungskraft
    chef teamleiter  responsable superieur superieure gestionnaire manageur encadrant nplus1  jefe jefa supervisor supervisora gerente`,
  line: `line direct directly immediate reports report solid  direkter direkte direkten disziplinarischer disziplinarische
    hierarchique directe  directo directa inmediato inmediata jerarquico`,
  active: `active activated enabled activation  aktiv aktive aktiviert freigeschaltet  actif activee  activo activa activado activada
    habilitado habilitada vigente`,
  is: 'is currently current still flag  ist noch  est  esta es',
  inactive: `inactive deactivated disabled suspended terminated deleted removed archived blocked deprovisioned offboarded
    inaktiv deaktiviert geloscht gesperrt ausgetreten ausgeschieden blockiert archiviert  inactif desactive desactivee suspendu
    suspendue supprime supprimee bloque archive  inactivo inactiva desactivado desactivada deshabilitado deshabilitada suspendido
    suspendida eliminado eliminada bloqueado bloqueada archivado`,
  not: 'not  nicht  non pas  no',
  block:
    'block blocked deny  blockieren blockiert sperren gesperrt  bloquer bloque bloquee  bloquear bloqueado',
  signIn:
    'sign signin login logon access signing  anmeldung anmelden zugang  connexion acces  inicio sesion acceso conexion',
  left: 'left  verlassen  quitte parti  abandono dejo',
  company: `company organization organisation firm employer  firma unternehmen betrieb gesellschaft arbeitgeber
    entreprise societe employeur  empresa sociedad compania`,
  has: 'has  hat  a  ha',
  entity:
    'legal entity name subsidiary  rechtstrager name  entite juridique nom raison sociale  razon social nombre',
  date: 'date day  datum tag  jour  fecha dia',
  leaving: `termination leaving exit separation departure resignation  austritt austritts kundigungs
    sortie depart  baja salida cese egreso`,
  lastDay: `terminationdate enddate  austrittsdatum enddatum austrittstermin ausscheidedatum kundigungsdatum entlassungsdatum`,
  end: 'end last final  letzter letztes ende  fin dernier  fin ultimo termino',
  employment: `employment job working work service  arbeitsverhaltnisses arbeitsverhaltnis beschaftigung arbeitstag vertrag
    emploi travail travaille  empleo trabajo laboral relacion`,
  workday: 'arbeitstag',
  starting: `start hire hiring joining join joined onboarding hired entry  eintritt eintritts einstellung beginn
    entree embauche debut arrivee recrutement  ingreso alta entrada inicio contratacion incorporacion`,
  startDate: `hiredate startdate joindate  eintrittsdatum eintrittstermin einstellungsdatum startdatum beginndatum anstellungsdatum
    beschaftigungsbeginn arbeitsbeginn firmeneintritt`,
  original:
    'original latest recent continuous first  ursprungliches erster  initiale initial premier premiere  primer original',
  title: `title position role designation jobtitle  stelle stellenbezeichnung positionsbezeichnung jobtitel berufsbezeichnung
    funktion funktionsbezeichnung tatigkeit stellentitel  poste fonction intitule  puesto cargo`,
  job: 'job work business employee current held name  aktuelle aktueller bezeichnung  emploi actuel libelle nom occupe actuelle  actual trabajo nombre empleado',
  department: `department dept  abteilung fachabteilung abteilungsname organisationseinheit  departement service
    departamento`,
  unit: 'name org organizational work number code  bezeichnung  nom libelle code rattachement affectation  nombre codigo area',
  phone: `phone telephone tel phones  telefon telefonnummer rufnummer durchwahl diensttelefon festnetz festnetznummer telefonnr
    telefono telefonos`,
  desk: 'number no nr desk direct landline  fest fixe ligne directe  numero fijo directo nummer',
  mobile: `mobile cell cellphone cellular mobilephone  mobil handy mobiltelefon handynummer mobilnummer mobilfunknummer diensthandy
    mobilfunk firmenhandy  portable  movil celular`,
  costCenter: 'costcenter  kostenstelle kostenstellennummer kostenstellen',
  cost: 'cost  couts cout  coste costo costes costos',
  center: 'center centre  centro',
  place: `city town location site  ort stadt standort arbeitsort dienstort einsatzort  ville lieu localisation  ciudad ubicacion
    sede localidad`,
  country: 'country countries  land arbeitsland  pays  pais',
  postal: 'postal post zip  postale  ',
  code: 'code  codigo',
  postalCode: 'postcode zipcode postalcode  postleitzahl plz',
  kind: 'type category class  typ art  categorie  tipo categoria',
  contract:
    'contract employment worker employee  vertrags mitarbeiter  contrat employe salarie emploi  contrato empleado empleo trabajador',
  userType:
    'beschaftigungsart vertragsart mitarbeitertyp anstellungsart beschaftigungstyp vertragstyp mitarbeiterart',
  display: 'display displayed shown  angezeigter  affiche affichage  mostrar visible para',
  displayName: 'displayname anzeigename',
  whole: 'full complete whole  vollstandiger voller ganzer  complet entier  completo',
  fullName: 'fullname  gesamtname vollname mitarbeitername',
  status:
    'status  beschaftigungsstatus mitarbeiterstatus anstellungsstatus personalstatus kontostatus benutzerstatus  statut situation  estado situacion estatus',
  kindOfStatus: `employment employee worker account user staff work  mitarbeiter konto benutzer  emploi employe salarie compte utilisateur
    contractuelle contrat  laboral empleado cuenta usuario trabajador contrato empleo`,
  preferred: 'preferred  bevorzugte  preferee  preferido preferida de',
  language: 'language  sprache korrespondenzsprache  langue  idioma lengua',
  street: 'street  strasse  rue  calle',
  house: 'number name line address  hausnummer nr  numero adresse nom  numero direccion',
} as const;

type Concept = keyof typeof CONCEPTS;

/**
 * The concepts that a heading must all have, and the concepts of other words that may occur. Any other word
 * excludes the meaning.
 */
interface Rule {
  readonly meaning: HeadingMeaning;
  readonly needs: readonly Concept[];
  readonly may?: readonly Concept[];
}

const OF_MANAGER: readonly Concept[] = [
  'line',
  'mail',
  'address',
  'work',
  'number',
  'person',
  'name',
  'user',
  'loginName',
  'badge',
  'electronic',
];

/** The first matching rule wins. */
const RULES: readonly Rule[] = [
  { meaning: 'manager', needs: ['manager'], may: OF_MANAGER },
  { meaning: 'email', needs: ['mail'], may: ['address', 'electronic', 'work', 'person'] },
  { meaning: 'email', needs: ['address', 'electronic'], may: ['work', 'person'] },
  { meaning: 'employeeNumber', needs: ['badge'], may: ['number', 'person', 'work', 'is'] },
  { meaning: 'employeeNumber', needs: ['staff', 'filing'] },
  { meaning: 'employeeNumber', needs: ['person', 'number'], may: ['work'] },
  { meaning: 'inactive', needs: ['block', 'signIn'], may: ['user', 'is'] },
  { meaning: 'inactive', needs: ['not', 'active'], may: ['user', 'is', 'person'] },
  { meaning: 'inactive', needs: ['inactive'], may: ['user', 'is', 'person'] },
  { meaning: 'inactive', needs: ['left', 'company'], may: ['has'] },
  { meaning: 'active', needs: ['active'], may: ['user', 'is', 'person'] },
  { meaning: 'userName', needs: ['loginName'], may: ['name', 'user', 'work', 'person'] },
  { meaning: 'userName', needs: ['user', 'name'], may: ['person', 'work'] },
  { meaning: 'userName', needs: ['user', 'number'], may: ['person', 'work'] },
  { meaning: 'lastDay', needs: ['leaving', 'date'], may: ['employment', 'person', 'company', 'end'] },
  { meaning: 'lastDay', needs: ['lastDay'], may: ['person'] },
  { meaning: 'lastDay', needs: ['end', 'date', 'employment'], may: ['company'] },
  { meaning: 'lastDay', needs: ['end', 'workday'] },
  {
    meaning: 'startDate',
    needs: ['starting', 'date'],
    may: ['employment', 'original', 'company', 'person', 'end'],
  },
  { meaning: 'startDate', needs: ['startDate'], may: ['original', 'person', 'end'] },
  { meaning: 'givenName', needs: ['givenName'], may: ['usual', 'person'] },
  { meaning: 'givenName', needs: ['first', 'name'], may: ['usual', 'person'] },
  { meaning: 'familyName', needs: ['familyName'], may: ['usual', 'person'] },
  { meaning: 'familyName', needs: ['last', 'name'], may: ['usual', 'person'] },
  { meaning: 'displayName', needs: ['displayName'], may: ['person'] },
  { meaning: 'displayName', needs: ['display', 'name'], may: ['person', 'user'] },
  { meaning: 'fullName', needs: ['fullName'], may: ['usual', 'person'] },
  { meaning: 'fullName', needs: ['whole', 'name'], may: ['usual', 'person'] },
  { meaning: 'fullName', needs: ['person', 'name'] },
  { meaning: 'status', needs: ['status', 'kindOfStatus'], may: ['is'] },
  { meaning: 'mobilePhone', needs: ['mobile'], may: ['phone', 'desk', 'work'] },
  { meaning: 'phone', needs: ['phone'], may: ['desk', 'work'] },
  { meaning: 'costCenter', needs: ['costCenter'], may: ['number', 'name', 'code'] },
  { meaning: 'costCenter', needs: ['cost', 'center'], may: ['number', 'name', 'code'] },
  { meaning: 'title', needs: ['title'], may: ['job'] },
  { meaning: 'department', needs: ['department'], may: ['unit'] },
  { meaning: 'organization', needs: ['company', 'entity'] },
  { meaning: 'userType', needs: ['userType'] },
  { meaning: 'userType', needs: ['kind', 'contract'] },
  { meaning: 'postalCode', needs: ['postalCode'], may: ['work'] },
  { meaning: 'postalCode', needs: ['postal', 'code'], may: ['work'] },
  { meaning: 'country', needs: ['country'], may: ['work', 'code', 'name'] },
  { meaning: 'locality', needs: ['place'], may: ['work', 'name'] },
  { meaning: 'streetAddress', needs: ['street'], may: ['house', 'work'] },
  { meaning: 'preferredLanguage', needs: ['preferred', 'language'] },
];

const SETS = new Map<Concept, ReadonlySet<string>>(
  keysOf(CONCEPTS).map((concept) => [concept, new Set(CONCEPTS[concept].trim().split(/\s+/))]),
);

/**
 * Returns the meaning of a heading by its words, in English, German, French or Spanish; undefined if a word
 * is unknown, or if the heading is the name of a column.
 */
export function headingMeaning(heading: string): HeadingMeaning | undefined {
  if (heading.length > MAX_CHARACTERS || columnOf(heading) !== undefined) return undefined;
  const words = wordsOf(heading);
  return words.length === 0 ? undefined : RULES.find((rule) => holds(rule, words))?.meaning;
}

/** Longer than any heading: longer cells are not examined. */
const MAX_CHARACTERS = 100;

function holds({ needs, may = [] }: Rule, words: readonly string[]): boolean {
  const allowed = [...needs, ...may, 'link' as const];
  return (
    words.every((word) => allowed.some((concept) => SETS.get(concept)?.has(word))) &&
    needs.every((concept) => words.some((word) => SETS.get(concept)?.has(word)))
  );
}

/**
 * The words of a heading, in lower case and without diacritics. `n°` and `#` become the word number, and
 * `e-mail` is one word.
 */
function wordsOf(heading: string): readonly string[] {
  return headingText(heading)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/\bn\s*\.?\s*[º°]/g, ' number ')
    .replace(/\bn\s*\+\s*1\b/g, ' nplus1 ')
    .replace(/\be[\s_-]*mail/g, ' email')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
