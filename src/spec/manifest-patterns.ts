/** Format of text in a manifest (WEB §2.6; hosts, addresses and e-mail: the published schema). */

interface Pattern {
  /** Regular expression that is also valid in a JSON Schema. */
  readonly source: string;
  /** The expected format, printed after "expected". */
  readonly expected: string;
  readonly example: string;
}

const LABEL = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?';
const OCTET = '(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])';

export const MANIFEST_PATTERNS = {
  httpUrl: {
    source: '^https?://[^\\s]+$',
    expected: 'a URL that begins with https:// or http://',
    example: 'https://example.com/help',
  },
  httpsUrl: {
    source: '^https://[^\\s]+$',
    expected: 'a URL that begins with https://',
    example: 'https://example.com/events',
  },
  hexColor: {
    source: '^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$',
    expected: '# and 3 or 6 hexadecimal digits',
    example: '#2c2d30',
  },
  email: {
    source: '^[^\\s@]+@[^\\s@]+$',
    expected: 'an e-mail address',
    example: 'help@example.com',
  },
  host: {
    source: `^${LABEL}(?:\\.${LABEL})*$`,
    expected: 'a host name in lower case, without a scheme or a path',
    example: 'docs.example.com',
  },
  ipRange: {
    source: `^${OCTET}(?:\\.${OCTET}){3}(?:/(?:3[0-2]|[12]?[0-9]))?$`,
    expected: 'an IPv4 address or a CIDR range',
    example: '192.0.2.0/24',
  },
  command: {
    source: '^/[^\\s]+$',
    expected: 'a leading / and no spaces',
    example: '/remind-team',
  },
  botName: {
    source: '^[a-z0-9._-]*$',
    expected: 'only a-z, 0-9, -, _ and .',
    example: 'harbour-bot',
  },
} as const satisfies Record<string, Pattern>;

export type ManifestPattern = keyof typeof MANIFEST_PATTERNS;
