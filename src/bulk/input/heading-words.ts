import { withoutMarks } from '../../values/without-marks.ts';
import type { UserColumn } from './columns.ts';

/** Words for a user, as headings: the cells under them may be userNames, or full names. */
const USER_WORDS = ['user', 'benutzer', 'anwender', 'nutzer', 'utilisateur', 'usuario', 'anvandare'];

/**
 * Names of columns in HR systems and directories, in letters and digits only, the most specific first. The
 * cells decide what `fullName` becomes.
 */
const TABLE: Readonly<Partial<Record<UserColumn | 'fullName', string>>> = {
  email: `
    workemail workemailaddress businessemail businessemailaddress companyemail corporateemail
    officeemail primaryemail primaryworkemail email emailaddress emails mail dienstlicheemail
    emailgeschaftlich geschaftlicheemail emailadresse emailprofessionnel adresseemail courriel
    correoelectronico correo emailtrabajo epost epostadress upn userprincipalname emailwork
    emailprimarywork workemailprimary emailpro mailprofessionnel courrielprofessionnel correocorporativo correoempresa
    emailcorporativo emailempresarial primaryemailaddress newprimaryemail login`,
  userName: `
    username userid login loginname logon samaccountname accountname networkid benutzername
    anmeldename kennung identifiant nomutilisateur nombredeusuario anvandarnamn uid samaccount
    useridentifier handle displayhandle nombreusuario ${USER_WORDS.join(' ')}`,
  givenName: `
    givenname firstname forename legalfirstname preferredfirstname first vorname prenom nombre fornamn
    namefirst legalnamefirstname namegivenname givennames prenoms primernombre rufname legalnamefirst
    preferrednamefirstname`,
  familyName: `
    familyname lastname surname legallastname last nachname familienname nom nomdefamille apellido
    apellidos efternamn namelast legalnamelastname namefamilyname sn nomfamille primerapellido
    legalnamelast preferrednamelastname`,
  fullName: `
    name fullname employeename worker workername employee legalname mitarbeiter nomcomplet
    nombrecompleto lastnamefirstname namefullname cn commonname realname nombreyapellidos
    apellidosynombre nomprenom nachnamevorname namevorname legalfullname`,
  displayName: `
    displayname preferredname knownas anzeigename rufname nomaffiche nombreparamostrar nombremostrar`,
  honorificPrefix: `
    honorificprefix salutation academictitle nameprefix anrede akademischertitel civilite titel`,
  title: `
    title jobtitle position positiontitle businesstitle role jobname designation funktion
    stellenbezeichnung positionsbezeichnung poste intituleposte puesto cargo befattning
    organizations0title employeetitle jobprofile fonction intitule intituleduposte emploi cargopuesto puestodetrabajo
    berufsbezeichnung`,
  department: `
    department dept departmentname deptname deptcode departmentcode orgunit organizationalunit
    abteilung service departement departamento avdelning organizations0department
    supervisoryorganization organisationseinheit unite area team`,
  division: 'division businessunit bu bereich geschaftsbereich direction sparte',
  organization: `
    organization organisation company companyname legalentity employer firma gesellschaft unternehmen
    societe empresa entreprise organizations0name subcompany entite entitejuridique razonsocial
    tochtergesellschaft`,
  costCenter: `
    costcenter costcentre costcentercode kostenstelle centredecout centrodecosto kostnadsstalle
    organizations0costcenter costcentername costcenterid centrocosto centrodecoste centrodecostos
    centredecouts`,
  employeeNumber: `
    employeenumber employeeid employeeno empid empno workerid personnelnumber personnelno staffid
    staffnumber badge badgenumber fileno payrollid personalnummer mitarbeiternummer pernr matricule
    numerodeempleado anstallningsnummer workernumber workdayid externalids0value externalid0value
    numeroemploye numeromatricule numeroempleado numempleado codigoempleado personalnr mitarbeiternr
    personnumber uniqueid peoplesoftid`,
  manager: `
    manageremail managersemail supervisoremail manageremailaddress manager managerusername supervisor
    reportsto linemanager directmanager managerid manageremployeeid supervisorid managerworkerid
    vorgesetzter vorgesetzte fuhrungskraft responsable jefe chef narmastechef relations0value
    manageremployeeidentifier reportingto managername supervisorname reportstoemail gestionnaire
    superieurhierarchique manageurdirect manageur superior supervisora supervisordirecto jefedirecto`,
  phone: `
    phone workphone officephone businessphone phonenumber telephone telephonenumber workphonenumber
    telefon telefonnummer telefongeschaftlich telefono desktelephone primaryphone bizphone
    businessphones phones0value primaryworkphone telefonodeltrabajo telefonotrabajo telephonebureau
    telephoneprofessionnel telefonbuero telefonburo diensttelefon worktelephone`,
  mobilePhone: `
    mobile mobilephone mobilenumber cell cellphone workmobile handy mobiltelefon mobil portable movil
    mobilework portableprofessionnel telephoneportable telefonomovil mobilfunk diensthandy`,
  userType: `
    usertype employmenttype employeetype workertype contracttype beschaftigungsart mitarbeitertyp
    typedecontrat organizations0type employmenttypename anstellungsart typecontrat tipodecontrato
    tipodeempleado`,
  startDate: `
    startdate hiredate hiringdate dateofhire originalhiredate joindate joiningdate dateofjoining
    employmentstartdate firstday eintrittsdatum eintritt beginn datedebut dateentree datedembauche
    fechadeingreso fechadealta anstallningsdatum einstellungsdatum eintrittsdatumdesmitarbeiters
    dateembauche datedentree hireddate firstdayofwork fechadecontratacion fechacontratacion fechaalta
    fechaingreso employmentstart lasthiredate continuousservicedate`,
  streetAddress: `
    streetaddress street workaddress officeaddress address1 addressline1 strasse rue calle addr1
    businessaddress homeaddressstreet direccion adresse strassehausnummer streetandnumber`,
  locality: `
    locality city town workcity officecity location worklocation office ort stadt standort arbeitsort
    ville ciudad l locations0area officelocation physicaldeliveryofficename lieu site ubicacion sede
    localidad`,
  region: `
    region state stateprovince province county bundesland provincia st stateorprovince
    comunidadautonoma departementregion`,
  postalCode: `
    postalcode zip zipcode postcode plz postleitzahl codepostal codigopostal ziporpostalcode cp`,
  country: `
    country countrycode workcountry countryofwork land pays pais co c countryorregion countryname
    paiscountry`,
  locale: 'locale defaultlocale',
  preferredLanguage: `
    preferredlanguage language sprache langue idioma languages0languagecode
    idiomapreferido`,
  timezone: 'timezone tz zeitzone fuseauhoraire zonahoraria',
  photo: 'photo photourl picture avatar avatarurl foto bild',
  guestExpiration: 'contractenddate guestexpiration expirationtimestamp',
};

/** The names of each column, in search order. */
export const HEADING_WORDS: ReadonlyMap<UserColumn | 'fullName', readonly string[]> = new Map(
  (Object.entries(TABLE) as [UserColumn, string][]).map(([column, words]) => [
    column,
    words.trim().split(/\s+/),
  ]),
);

/** Whether a heading, reduced by `headingWord`, may stand above userNames as well as full names. */
export function isUserWord(word: string): boolean {
  return USER_WORDS.includes(word);
}

/** Directories nest user attributes in an object: `profile.login`, `user.login`. */
const OF_PROFILE = /^\s*(?:user\.)?(?:profile[._]|user\.)?(?=\p{L})/iu;

/** Words in parentheses that mark a private address or number: `E-Mail (privat)`. */
const PRIVATE = /priv|personal|personlich|personnel|home|domicil/;

/** Returns the words of a heading: without diacritics, text in brackets and additions of import templates. */
export function headingText(heading: string): string {
  return withoutMarks(heading.replace(OF_PROFILE, '').replace(/ß/g, 'ss').replace(/#/g, ' number '))
    .replace(/\(([^)]*)\)/g, (_, inside: string) =>
      PRIVATE.test(inside.toLowerCase()) ? ` ${inside} ` : ' ',
    )
    .replace(/\[[^\]]*\]/g, ' ')
    .replace(/\brequired\s*$/i, '');
}

/** Returns a heading reduced to letters and digits in lower case, without diacritics and text in brackets. */
export function headingWord(heading: string): string {
  return headingText(heading)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
