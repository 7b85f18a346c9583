import type { UserColumn } from './columns.ts';

/** What people systems call a column, in letters and digits alone, most telling first. `fullName` and `status` need a look at the cells. */
const TABLE: Readonly<Partial<Record<UserColumn | 'fullName' | 'status', string>>> = {
  email: `
    workemail workemailaddress businessemail businessemailaddress companyemail corporateemail
    officeemail primaryemail primaryworkemail email emailaddress emails mail dienstlicheemail
    emailgeschaftlich geschaftlicheemail emailadresse emailprofessionnel adresseemail courriel
    correoelectronico correo emailtrabajo epost epostadress upn userprincipalname`,
  userName: `
    username userid login loginname logon samaccountname accountname networkid benutzername
    anmeldename kennung identifiant nomutilisateur usuario nombredeusuario anvandarnamn`,
  givenName: `
    givenname firstname forename legalfirstname preferredfirstname first vorname prenom nombre
    fornamn`,
  familyName: `
    familyname lastname surname legallastname last nachname familienname nom nomdefamille apellido
    apellidos efternamn`,
  fullName: `
    name fullname employeename worker workername employee legalname mitarbeiter nomcomplet
    nombrecompleto`,
  displayName: 'displayname preferredname knownas anzeigename rufname nomaffiche',
  honorificPrefix: 'honorificprefix salutation academictitle nameprefix anrede akademischertitel civilite',
  title: `
    title jobtitle position positiontitle businesstitle role jobname designation funktion
    stellenbezeichnung positionsbezeichnung poste intituleposte puesto cargo befattning`,
  department: `
    department dept departmentname deptname deptcode departmentcode team orgunit organizationalunit
    abteilung service departement departamento avdelning`,
  division: 'division businessunit bu bereich geschaftsbereich direction sparte',
  organization: `
    organization organisation company companyname legalentity employer firma gesellschaft
    unternehmen societe empresa entreprise`,
  costCenter: `
    costcenter costcentre costcentercode kostenstelle centredecout centrodecosto kostnadsstalle`,
  employeeNumber: `
    employeenumber employeeid employeeno empid empno workerid personnelnumber personnelno staffid
    staffnumber badge badgenumber fileno payrollid personalnummer mitarbeiternummer pernr matricule
    numerodeempleado anstallningsnummer`,
  manager: `
    manageremail managersemail supervisoremail manageremailaddress manager managerusername
    supervisor reportsto linemanager directmanager managerid manageremployeeid supervisorid
    managerworkerid vorgesetzter vorgesetzte fuhrungskraft responsable jefe chef narmastechef`,
  phone: `
    phone workphone officephone businessphone phonenumber telephone telephonenumber workphonenumber
    telefon telefonnummer telefongeschaftlich telefono desktelephone`,
  mobilePhone: `
    mobile mobilephone mobilenumber cell cellphone workmobile handy mobiltelefon mobil portable
    movil`,
  userType: `
    usertype employmenttype employeetype workertype contracttype beschaftigungsart mitarbeitertyp
    typedecontrat`,
  startDate: `
    startdate hiredate hiringdate dateofhire originalhiredate joindate joiningdate dateofjoining
    employmentstartdate firstday eintrittsdatum eintritt beginn datedebut dateentree datedembauche
    fechadeingreso fechadealta anstallningsdatum`,
  status: `
    status employmentstatus employeestatus workerstatus active isactive state beschaftigungsstatus
    aktiv statut estado`,
  streetAddress: 'streetaddress street workaddress officeaddress address1 addressline1 strasse rue calle',
  locality: `
    locality city town workcity officecity location worklocation office ort stadt standort
    arbeitsort ville ciudad`,
  region: 'region state stateprovince province county bundesland provincia',
  postalCode: 'postalcode zip zipcode postcode plz postleitzahl codepostal codigopostal',
  country: 'country countrycode workcountry countryofwork land pays pais',
  locale: 'locale',
  preferredLanguage: 'preferredlanguage language sprache langue idioma',
  timezone: 'timezone tz zeitzone fuseauhoraire',
  photo: 'photo photourl picture avatar avatarurl foto bild',
  guestExpiration: 'contractenddate guestexpiration',
};

/** The words of each column, in the order in which they are looked for. */
export const HEADING_WORDS: ReadonlyMap<UserColumn | 'fullName' | 'status', readonly string[]> = new Map(
  (Object.entries(TABLE) as [UserColumn, string][]).map(([column, words]) => [
    column,
    words.trim().split(/\s+/),
  ]),
);

/** What a heading is in letters and digits alone: no marks, blanks, brackets or letter case. */
export function headingWord(heading: string): string {
  return heading
    .replace(/ß/g, 'ss')
    .replace(/#/g, 'number')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/\([^)]*\)|\[[^\]]*\]/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
