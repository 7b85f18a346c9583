// An organization that can be listed: people with names, addresses and managers of their own, and groups. All
// pages are made before it listens.
// node bench/organization-stub.mjs '{"users":100000,"groups":100,"prefix":"W","changed":100}' prints its
// port; every so-many-th person has another title than in an organization without "changed".

import { createServer } from 'node:http';

const { users = 0, groups = 0, prefix = 'W', changed = 0 } = JSON.parse(process.argv[2] ?? '{}');
const SIZE = 1000;
const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const id = (number) => `${prefix}${String(number).padStart(9, '0')}`;

function user(number) {
  const name = `person.${number}`;
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', ENTERPRISE],
    id: id(number),
    externalId: '',
    meta: {
      created: '2024-01-02T03:04:05-08:00',
      location: `https://api.example.com/scim/v2/Users/${id(number)}`,
    },
    userName: name,
    nickName: name,
    name: { givenName: `Given${number}`, familyName: `Family${number}`, honorificPrefix: '' },
    displayName: `Given${number} Family${number}`,
    profileUrl: `https://example.com/people/${name}`,
    title:
      changed > 0 && number % changed === 0
        ? 'Engineer of other things'
        : 'Engineer of things that are needed',
    timezone: 'Europe/Amsterdam',
    active: number % 10 !== 0,
    emails: [
      { value: `${name}@example.com`, type: 'work', primary: true },
      { value: `${name}@mail.example`, type: 'home', primary: false },
    ],
    phoneNumbers: [{ value: `+31 20 ${number}`, type: 'work', primary: true }],
    photos: [{ value: `https://avatars.example.com/${number}/512.png`, type: 'photo' }],
    addresses: [
      {
        streetAddress: `Keizersgracht ${number % 700}`,
        locality: 'Amsterdam',
        region: 'Noord-Holland',
        postalCode: '1017 DR',
        country: 'NL',
        primary: true,
      },
    ],
    groups: [],
    [ENTERPRISE]: {
      employeeNumber: String(number),
      costCenter: '4130',
      organization: 'Example',
      division: 'Products',
      department: `Department ${number % 40}`,
      manager: { managerId: id(Math.floor(number / 10)) },
    },
  };
}

function group(number) {
  const size = Math.min(SIZE, users);
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    id: `S${prefix}${number}`,
    displayName: `Group ${number}`,
    members: Array.from({ length: size }, (_, index) => ({
      value: id((number * size + index) % users),
      display: '',
    })),
  };
}

function pagesOf(count, make) {
  return Array.from({ length: Math.max(1, Math.ceil(count / SIZE)) }, (_, page) => {
    const from = page * SIZE;
    const Resources = Array.from({ length: Math.min(SIZE, count - from) }, (__, index) => make(from + index));
    const page1 = {
      schemas: [LIST],
      totalResults: count,
      itemsPerPage: Resources.length,
      startIndex: from + 1,
      Resources,
    };
    return Buffer.from(JSON.stringify(page1));
  });
}

const pages = { Users: pagesOf(users, user), Groups: pagesOf(groups, group) };

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://x');
  const of = pathname.endsWith('/Groups') ? pages.Groups : pages.Users;
  const startIndex = Number(searchParams.get('startIndex') ?? 1);
  const page = of[Math.floor((startIndex - 1) / SIZE)] ?? of[0];
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': page.length });
  response.end(page);
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
