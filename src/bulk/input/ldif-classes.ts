/** Classes of entries that are people. */
const PEOPLE = lowerCase('person organizationalPerson inetOrgPerson user posixAccount');

/** Classes of machines and services; in a directory of Windows they are people, too. */
const MACHINES = lowerCase(
  'computer msDS-ManagedServiceAccount msDS-GroupManagedServiceAccount msDS-DelegatedManagedServiceAccount',
);

/** Other classes that directories have; each of them is no person. */
const OTHERS = lowerCase(
  `alias applicationEntity applicationProcess autoMount autoMountMap builtinDomain configuration contact
  container country dcObject device dnsNode dnsZone domain domainDNS foreignSecurityPrincipal friendlyCountry group groupOfMembers
  groupOfNames groupOfUniqueNames groupOfURLs groupPolicyContainer infrastructureUpdate ipHost ipNetwork ipProtocol ipService
  locality lostAndFound organization organizationalRole organizationalUnit posixGroup printQueue referral ridManager role room
  rpcContainer sambaDomain sambaGroupMapping serviceConnectionPoint simpleSecurityObject subEntry subSchema sudoRole
  trustedDomain volume`,
);

/** Attributes that only people have; an entry of an unknown class may be a person then. */
const OF_PEOPLE = lowerCase(
  'uid mail sAMAccountName userPrincipalName employeeNumber employeeID userName email',
);

/**
 * What an entry of a directory is; `doubtful` is one that looks like a person and has none of the known
 * classes.
 */
export type EntryKind = 'person' | 'other' | 'doubtful';

/**
 * Decides by its classes whether an entry is a person; one that names none is taken for one when it has more
 * than its name.
 */
export function kindOfEntry(cells: ReadonlyMap<string, string>): EntryKind {
  const classes = classesOf(cells).map((name) => name.toLowerCase());
  if (classes.length === 0) return cells.size > 1 ? 'person' : 'other';
  if (classes.some((name) => MACHINES.has(name))) return 'other';
  if (classes.some((name) => PEOPLE.has(name))) return 'person';
  if (classes.some((name) => OTHERS.has(name))) return 'other';
  return [...cells.keys()].some((name) => OF_PEOPLE.has(name.toLowerCase())) ? 'doubtful' : 'other';
}

/** Returns the classes of an entry as they are written. */
export function classesOf(cells: ReadonlyMap<string, string>): readonly string[] {
  return [...cells].filter(([name]) => /^objectclass(\[\d+\])?$/i.test(name)).map(([, value]) => value);
}

/** Names of a schema are the same in any letter case. */
function lowerCase(names: string): ReadonlySet<string> {
  return new Set(names.toLowerCase().split(/\s+/));
}
