const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';

/**
 * Every form in which a PATCH can set a password (SCIM §4.3): as JSON of one operation with a password. The
 * service reads a URN before a name, and names in any letter case.
 */
export const PASSWORD_OPERATIONS: readonly ((password: string) => string)[] = [
  ...['password', 'PassWord', `${USER}:password`, `${USER}.Password`, ' password', 'password.value'].flatMap(
    (path) => [
      (value: string) => JSON.stringify({ op: 'replace', path, value }),
      (value: string) => JSON.stringify({ op: 'replace', Value: value, Path: path }),
    ],
  ),
  ...['password', 'PASSWORD', `${USER}:password`, `${USER.toLowerCase()}.password`].flatMap((name) => [
    (value: string) => JSON.stringify({ op: 'replace', value: { [name]: value } }),
    (value: string) => JSON.stringify({ op: 'add', VALUE: { [name]: value } }),
    (value: string) => JSON.stringify({ op: 'replace', path: USER, value: { [name]: value } }),
  ]),
  (value: string) => JSON.stringify({ op: 'replace', path: 'password', value: [value] }),
  (value: string) => JSON.stringify({ op: 'replace', path: 'password[type eq "a"]', value: { value } }),
];
