import {
  answers,
  example,
  file,
  own,
  requests,
  runFile,
  type Target,
  typed,
  variables,
  wire,
} from './entry-points.ts';
import { CANARY } from './judge.ts';

const USERS = JSON.stringify({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: 2,
  itemsPerPage: 2,
  startIndex: 1,
  Resources: [
    { id: 'W1ABCDEFG', userName: 'bo', active: true, emails: [{ value: 'bo@x.example', primary: true }] },
    {
      id: 'W1ABCDEFH',
      userName: 'eva',
      name: { givenName: 'Eva' },
      meta: { created: '2024-01-01T00:00:00Z' },
    },
  ],
});
const LOGS = JSON.stringify({
  ok: true,
  logs: [{ date: '1709571600', change_type: 'added', app_id: 'A1', user_id: 'W1' }],
  paging: { page: 1, pages: 1, total: 1, count: 100 },
});

const NDJSON =
  '{"userName":"bo","email":"bo@x.example","name":{"givenName":"Bo"}}\n{"userName":"eva","emails":[{"value":"eva@x.example"}]}\n';

const GROUPS_NDJSON = '{"group":"IT","member":"bo"}\n{"group":"Crew","member":"eva","action":"remove"}\n';
const USER =
  'userName: bo.lind\nname: {givenName: Bo, familyName: Lind}\nemails:\n  - {value: bo@x.example, primary: true}\n' +
  'phoneNumbers: [{value: "+1 555", type: work}]\nactive: true\n';
const PATCH = JSON.stringify({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: [
    { op: 'replace', path: 'emails[type eq "work"].value', value: 'eva@x.example' },
    { op: 'add', value: { title: 'x', name: { givenName: 'Bo' } } },
    { op: 'remove', path: 'phoneNumbers' },
  ],
});
const NEW_USER = JSON.stringify({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName: 'eva',
  name: { givenName: 'Eva', familyName: 'Lind' },
  emails: [{ value: 'eva@x.example', type: 'work', primary: true }],
  photos: [{ value: 'https://x.example/a.png', type: 'photo' }],
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': {
    department: 'x',
    manager: { managerId: 'WADA' },
  },
});
const VARIABLES =
  'ORGCTL_PROFILE=sandbox\nORGCTL_LIMIT=2\nORGCTL_OUTPUT=json\nORGCTL_MAX_WAIT=3s\nORGCTL_COLUMNS=id\nORGCTL_RATE=3/s\nHTTPS_PROXY=http://me:pw@127.0.0.1:1\nORGCTL_PROTECT=a*,b\nORGCTL_MAX_DEACTIVATIONS=5%\nTZ=UTC';
const RAW = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${USERS.length}\r\nConnection: close\r\n\r\n${USERS}`;

export const TARGETS: readonly Target[] = [
  file('csv', 'rows.csv', [example('people.csv')], 'bulk check FILE -o json'),
  file('ndjson', 'rows.ndjson', [NDJSON], 'bulk check FILE -o json'),
  file('map', 'map.yaml', [example('hr.yaml')], 'bulk check @hr.csv --map FILE -o json'),
  file('groups', 'groups.csv', [example('groups.csv')], 'bulk check FILE -o json'),
  file('groups-ndjson', 'groups.ndjson', [GROUPS_NDJSON], 'bulk check FILE -o json'),
  file('user', 'user.yaml', [USER], '-p sandbox -n scim users create --file FILE', false),
  file('patch', 'patch.json', [PATCH], '-p sandbox -n scim users patch clara.voss --file FILE', false),
  file(
    'ids',
    'ids.json',
    ['{"user_id_map":{"U0AAAAAA1":"W0AAAAAA1","U0AAAAAA2":"W0AAAAAA2"},"invalid_user_ids":["U1"]}'],
    'migrate rewrite --map FILE @ids.txt',
    false,
  ),
  file('seed', 'seed.yaml', [example('organization.yaml')], 'sandbox seed FILE', false),
  file(
    'manifest-json',
    'manifest.json',
    [example('manifest-v1.json')],
    'manifest validate FILE --format json',
  ),
  file('manifest-yaml', 'manifest.yaml', [example('manifest.yaml')], 'manifest validate FILE --format json'),
  own(
    'plan',
    '-p sandbox bulk plan @people.csv --out @plan.json',
    ({ path }) => path('plan.json'),
    '-p sandbox -n bulk apply @plan.json --yes -o json',
    {},
  ),
  own(
    'journal',
    '-p sandbox bulk apply @people.csv --yes',
    runFile('journal.ndjson'),
    'bulk report latest -o json',
    {},
  ),
  file('manifest-convert', 'manifest.yaml', [example('manifest.yaml')], 'manifest convert FILE --to json'),
  file(
    'manifest-format',
    'manifest.json',
    [example('manifest-v1.json')],
    'manifest convert FILE --to yaml --to-version 2',
    false,
  ),
  own(
    'journal-resume',
    '-p sandbox bulk apply @people.csv --yes',
    runFile('journal.ndjson'),
    '-p sandbox -n resume latest --yes -o json',
    {},
    // The journal of a killed run.
    (journal) => journal.split('\n').slice(0, 9).join('\n'),
  ),
  own(
    'run-plan',
    '-p sandbox bulk apply @people.csv --yes',
    runFile('plan.json'),
    '-p sandbox -n undo latest --yes -o json',
    {},
  ),
  own(
    'state',
    '-p sandbox scim users create --user-name bo --email bo@x.example',
    ({ path }) => path('state/sandbox/organization.ndjson'),
    '-p sandbox scim users list -o json',
    {},
  ),
  own(
    'profiles',
    'profile add acme --scim-url https://x.example --token-stdin --no-check',
    ({ path }) => path('config/profiles.json'),
    'profile list -o json',
    {},
  ),
  typed(
    'filter',
    ['userName sw "a" and (active eq true or title pr)'],
    (text) => ['-p', 'sandbox', 'scim', 'users', 'list', '-o', 'json', '--filter', text],
    true,
  ),
  typed(
    'query',
    ['[?active].{name: userName, mail: emails[0].value} | [0:2]'],
    (text) => ['-p', 'sandbox', 'scim', 'users', 'list', '-o', 'json', '--query', text],
    true,
  ),
  typed(
    'argv',
    [
      '-p sandbox scim users list --limit 2 -o csv --columns userName',
      `-p sandbox scim users list --limit 1 -o json --query [?id!='${CANARY}'].id`,
      `-p sandbox -n scim users patch clara.voss --title ${CANARY}`,
    ],
    (text) => text.split(' '),
    false,
  ),
  answers('answers', [USERS], 'scim users list -o json'),
  answers(
    'answers-get',
    ['{"id":"W1ABCDEFG","userName":"bo","emails":[{"value":"bo@x.example"}]}'],
    'scim users get W1ABCDEFG -o json',
  ),
  answers('answers-web', [LOGS], 'logs -o json'),
  answers(
    'answers-write',
    ['{"id":"W1ABCDEFG","userName":"bo","active":false,"emails":[{"value":"bo@x.example"}]}'],
    'scim users deactivate W1ABCDEFG --yes -o json',
  ),
  answers(
    'answers-groups',
    [
      '{"totalResults":1,"Resources":[{"id":"S1","displayName":"IT","members":[{"value":"W1","display":"bo"}]}]}',
    ],
    'scim groups list -o json',
  ),
  answers(
    'answers-config',
    ['{"patch":{"supported":true},"filter":{"supported":true,"maxResults":200}}'],
    'scim service config -o json',
  ),
  wire('answers-raw', [RAW], 'scim users list -o json'),
  variables('variables', [VARIABLES], 'scim users list'),
  requests('requests', [
    `POST scim/v2/Users\n${NEW_USER}`,
    `PATCH scim/v2/Users/WADA\n${PATCH}`,
    `PUT scim/v2/Users/WBO\n${NEW_USER}`,
    'POST scim/v1/Groups\n{"schemas":["urn:scim:schemas:core:1.0"],"displayName":"IT","members":[{"value":"WADA"}]}',
    'GET scim/v1/Users?filter=userName+sw+"a"&count=2&startIndex=1&sortBy=userName',
    'POST api/admin.users.session.list\n{"limit":2,"cursor":"","team_id":"T1"}',
    'POST api/team.integrationLogs\n{"count":"2","page":1,"change_type":"added"}',
  ]),
];
