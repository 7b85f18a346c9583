import { DEFAULT_VENDOR } from '../spec/default-vendor.ts';
import type { UserValues } from '../spec/user-attributes.ts';
import { demoActivity } from './demo-activity.ts';
import { DEMO_TOKENS } from './demo-tokens.ts';
import { demoWorkspaces } from './demo-workspaces.ts';
import { identifier, pacificTime } from './identifiers.ts';
import type {
  OrganizationChange,
  OrganizationSettings,
  StoredGroup,
  StoredUser,
} from './organization-data.ts';

const START = Date.UTC(2024, 2, 4, 17, 0, 0);
const DAY = 24 * 60 * 60 * 1000;

const SETTINGS: OrganizationSettings = {
  name: 'Harbour & Finch',
  url: 'https://harbour-finch.example',
  vendor: DEFAULT_VENDOR,
  plan: 'enterprise',
  mayChangeOwnDisplayName: false,
  hasIdentityManager: false,
  channels: [
    'announcements',
    'general',
    'joint-venture',
    'old-campaign',
    'partners',
    'project-lighthouse',
    'random',
    'studio',
    'support',
  ],
  tokens: DEMO_TOKENS,
  enterpriseId: 'E0HARBOUR',
};

type Person = { readonly values: UserValues & { readonly userName: string } } & Partial<
  Pick<
    StoredUser,
    'rank' | 'isBot' | 'ownsWorkspace' | 'isErased' | 'isSingleChannelGuest' | 'hasCustomProfile'
  >
>;

const person = (userName: string, givenName: string, familyName: string, more: UserValues = {}) => ({
  userName,
  givenName,
  familyName,
  displayName: `${givenName} ${familyName}`,
  email: `${userName}@harbour-finch.example`,
  ...more,
});

/** One account of every kind that the rules mention (SCIM §3, §7). */
const PEOPLE: readonly Person[] = [
  { values: person('ines.harbour', 'Inês', 'Harbour', { title: 'Managing director' }), rank: 'primaryOwner' },
  { values: person('walt.finch', 'Walt', 'Finch', { title: 'Head of IT' }), rank: 'owner' },
  {
    values: person('mei.tanaka', 'Mei', 'Tanaka', { title: 'Workspace owner' }),
    ownsWorkspace: true,
    rank: 'owner',
  },
  { values: person('samir.aziz', 'Samir', 'Aziz', { title: 'IT administrator' }), rank: 'admin' },
  {
    values: person('clara.voss', 'Clara', 'Voss', {
      title: 'Designer',
      department: 'Product',
      employeeNumber: '1005',
      costCenter: '4130',
      phone: '+49 30 555 0101',
      locality: 'Berlin',
      country: 'DE',
      timezone: 'Europe/Berlin',
      startDate: '2024-03-15T00:00:00+0000',
    }),
    hasCustomProfile: true,
  },
  { values: person('tomas.rey', 'Tomás', 'Rey', { title: 'Engineer' }) },
  { values: person('aroha.ngata', 'Aroha', 'Ngata', { title: 'Support lead' }) },
  {
    values: person('dev.partner', 'Devi', 'Partner', {
      guest: true,
      guestExpiration: '2027-12-31T00:00:00Z',
    }),
  },
  { values: person('one.channel', 'Oona', 'Channel'), isSingleChannelGuest: true },
  {
    values: { userName: 'deploybot', displayName: 'deploybot', email: 'deploybot@harbour-finch.example' },
    isBot: true,
  },
  { values: person('former.member', 'Finn', 'Former', { active: false }) },
  { values: { userName: 'erased', email: 'erased@harbour-finch.example', active: false }, isErased: true },
];

/** Returns the organization of a new sandbox, identical on every machine. */
export function* demoOrganization(): Generator<OrganizationChange> {
  yield { settings: SETTINGS };
  for (const [index, { values, ...rest }] of PEOPLE.entries()) {
    yield {
      user: {
        id: identifier('W', index + 1),
        created: pacificTime(START + index * DAY),
        rank: 'member',
        hasCustomProfile: false,
        ...rest,
        values: { active: true, ...values },
      },
    };
  }
  for (const [index, { members, ...group }] of GROUPS.entries()) {
    yield {
      group: {
        id: identifier('S', index + 1),
        created: pacificTime(START),
        ...group,
        members: members.map((number) => identifier('W', number)),
      },
    };
  }
  for (const record of demoWorkspaces()) yield { record };
  for (const record of demoActivity()) yield { record };
}

/**
 * One group of every kind that the rules mention (SCIM §4.6, §7). Members are 1-based positions in PEOPLE.
 */
const GROUPS: readonly (Omit<StoredGroup, 'id' | 'created' | 'members'> & {
  readonly members: readonly number[];
})[] = [
  { displayName: 'Everyone in Berlin', members: [5] },
  { displayName: 'IT', members: [2, 4] },
  { displayName: 'Announcements team', members: [1, 6], channels: ['announcements'] },
  { displayName: 'Support desk', members: [6, 7], keepsMembers: true },
  { displayName: 'All admins', members: [1, 2, 3, 4], isAutomatic: true },
];
