/** Object classes of people. */
const PEOPLE = lowerCase('person organizationalPerson inetOrgPerson user posixAccount');

/** Object classes of machines and services; in Active Directory such entries have classes of people, too. */
const MACHINES = lowerCase(
  'computer msDS-ManagedServiceAccount msDS-GroupManagedServiceAccount msDS-DelegatedManagedServiceAccount',
);

/** Other object classes of directories, none of them of people. */
const OTHERS = lowerCase(
  `alias applicationEntity applicationProcess autoMount autoMountMap builtinDomain configuration contact
  container country dcObject device dnsNode dnsZone domain domainDNS foreignSecurityPrincipal friendlyCountry group groupOfMembers
  groupOfNames groupOfUniqueNames groupOfURLs groupPolicyContainer infrastructureUpdate ipHost ipNetwork ipProtocol ipService
  locality lostAndFound organization organizationalRole organizationalUnit posixGroup printQueue referral ridManager role room
  rpcContainer sambaDomain sambaGroupMapping serviceConnectionPoint simpleSecurityObject subEntry subSchema sudoRole
  trustedDomain volume`,
);

/** Attributes that only people have: an entry of an unknown class with one of them may be a person. */
const OF_PEOPLE = lowerCase(
  'uid mail sAMAccountName userPrincipalName employeeNumber employeeID userName email',
);

/** The kind of a directory entry. A `doubtful` entry looks like a person but has no known class. */
export type EntryKind = 'person' | 'other' | 'doubtful';

/**
 * Determines by its object classes whether an entry is a person. An entry without classes is a person if it
 * has more than its name.
 */
export function kindOfEntry(cells: ReadonlyMap<string, string>): EntryKind {
  const classes = classesOf(cells).map((name) => name.toLowerCase());
  if (classes.length === 0) return cells.size > 1 ? 'person' : 'other';
  if (classes.some((name) => MACHINES.has(name))) return 'other';
  if (classes.some((name) => PEOPLE.has(name))) return 'person';
  if (classes.some((name) => OTHERS.has(name))) return 'other';
  return [...cells.keys()].some((name) => OF_PEOPLE.has(name.toLowerCase())) ? 'doubtful' : 'other';
}

/** Whether a word is an object class that every directory may have. */
export function isClassName(word: string): boolean {
  const name = word.toLowerCase();
  return name === 'top' || [PEOPLE, MACHINES, OTHERS].some((names) => names.has(name));
}

/** Returns the classes of an entry as written. */
export function classesOf(cells: ReadonlyMap<string, string>): readonly string[] {
  return [...cells].filter(([name]) => /^objectclass(\[\d+\])?$/i.test(name)).map(([, value]) => value);
}

/** Schema names are case-insensitive. */
function lowerCase(names: string): ReadonlySet<string> {
  return new Set(names.toLowerCase().split(/\s+/));
}
