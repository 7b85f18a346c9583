// A service that answers as fast as it can, or after a given delay, so that the bench measures the client.
// node bench/stub-service.mjs '{"latency":50,"perSecond":200,"burst":60,"users":1000}' prints its port.
// GET /stats tells what came in, GET /reset forgets it.

import { createServer } from 'node:http';

const {
  latency = 0,
  perSecond = 0,
  burst = 0,
  retryAfter = '1',
  users = 0,
} = JSON.parse(process.argv[2] ?? '{}');

let tokens = burst;
let filledAt = performance.now();
let created = 0;
let stats;
const reset = () => {
  stats = { accepted: 0, refused: 0, reads: 0, firstAt: 0, lastAt: 0 };
};
reset();

function mayPass() {
  if (perSecond === 0) return true;
  const now = performance.now();
  tokens = Math.min(burst, tokens + ((now - filledAt) / 1000) * perSecond);
  filledAt = now;
  if (tokens < 1) return false;
  tokens -= 1;
  return true;
}

/** A user of 1.5 KB, as the service shows it. */
function user(number) {
  const name = `person.${number}`;
  return JSON.stringify({
    schemas: [
      'urn:ietf:params:scim:schemas:core:2.0:User',
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
    ],
    id: `W${String(number).padStart(9, '0')}`,
    externalId: '',
    meta: {
      created: '2024-01-02T03:04:05-08:00',
      location: `https://api.example.com/scim/v2/Users/W${String(number).padStart(9, '0')}`,
    },
    userName: name,
    nickName: name,
    name: { givenName: `Given${number}`, familyName: `Family${number}`, honorificPrefix: '' },
    displayName: `Given${number} Family${number}`,
    profileUrl: `https://example.com/people/${name}`,
    title: 'Engineer of things that are needed and of some that are not',
    timezone: 'Europe/Amsterdam',
    active: number % 10 !== 0,
    emails: [
      { value: `${name}@example.com`, type: 'work', primary: true },
      { value: `${name}@mail.example`, type: 'home', primary: false },
    ],
    phoneNumbers: [{ value: '+31 20 555 0100', type: 'work', primary: true }],
    photos: [
      { value: 'https://avatars.example.com/0123456789abcdef0123456789abcdef/512.png', type: 'photo' },
    ],
    addresses: [
      {
        streetAddress: 'Keizersgracht 555',
        locality: 'Amsterdam',
        region: 'Noord-Holland',
        postalCode: '1017 DR',
        country: 'NL',
        primary: true,
      },
    ],
    groups: [
      { value: 'S000000001', display: 'Everybody' },
      { value: 'S000000002', display: `Floor ${number % 9}` },
    ],
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': {
      employeeNumber: String(number),
      costCenter: '4130',
      organization: 'Example',
      division: 'Products',
      department: 'Research and development',
      manager: { managerId: 'W000000001' },
    },
  });
}

const SIZE = 1000;
/**
 * Pages are all alike but for the IDs, which have the same width: the first one is made, the others are
 * patched.
 */
const template = Array.from({ length: Math.min(SIZE, users) }, (_, index) => user(index)).join(',');
const places = [...template.matchAll(/"id":"W(\d{9})"/g)].map(({ index }) => index + 7);
const pattern = Buffer.from(template);

function page(startIndex, count) {
  const length = Math.max(0, Math.min(count, users - startIndex + 1));
  const head = Buffer.from(
    `{"schemas":["urn:ietf:params:scim:api:messages:2.0:ListResponse"],"totalResults":${users},"itemsPerPage":${length},"startIndex":${startIndex},"Resources":[`,
  );
  if (length < SIZE) {
    const items = Array.from({ length }, (_, index) => user(startIndex + index - 1)).join(',');
    return Buffer.concat([head, Buffer.from(`${items}]}`)]);
  }
  const body = Buffer.concat([head, pattern, Buffer.from(']}')]);
  for (let index = 0; index < length; index += 1) {
    body.write(String(startIndex + index - 1).padStart(9, '0'), head.length + places[index] + 0, 'latin1');
  }
  return body;
}

function answer(request, response, body) {
  const { method, url } = request;
  if (url === '/stats') return send(response, 200, JSON.stringify(stats));
  if (url === '/reset') return send(response, 200, JSON.stringify(reset() ?? {}));
  if (method === 'GET') {
    stats.reads += 1;
    const { pathname, searchParams } = new URL(url, 'http://x');
    const one = /\/Users\/W(\d+)$/.exec(pathname);
    if (one !== null) return send(response, 200, user(Number(one[1])));
    const startIndex = Number(searchParams.get('startIndex') ?? 1);
    return send(response, 200, page(startIndex, Math.min(Number(searchParams.get('count') ?? 10), SIZE)));
  }
  if (!mayPass()) {
    stats.refused += 1;
    return send(response, 429, '{"detail":"too_many_requests"}', { 'retry-after': retryAfter });
  }
  stats.accepted += 1;
  stats.lastAt = performance.now();
  stats.firstAt ||= stats.lastAt;
  created += 1;
  return send(response, 201, `{"id":"W${String(created).padStart(9, '0')}",${body.slice(1)}`);
}

function send(response, status, body, headers = {}) {
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...headers,
  });
  response.end(body);
}

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const body = chunks.length === 0 ? '' : Buffer.concat(chunks).toString();
    if (latency === 0 || request.url === '/stats') answer(request, response, body);
    else setTimeout(() => answer(request, response, body), latency);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
