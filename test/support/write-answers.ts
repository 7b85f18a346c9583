const REFUSED = '400 invalid_request_payload';
const NO_PATHS = {
  'patch-path': REFUSED,
  'patch-op-case': REFUSED,
  'patch-filter-path': REFUSED,
  'clear-space': REFUSED,
  'clear-empty': REFUSED,
  'clear-null': REFUSED,
  'clear-remove': REFUSED,
  'second-email': REFUSED,
  'phone-slots': REFUSED,
  'photo-delay': REFUSED,
};

/** All answers of a probe with --write that a quirk changes. */
export const SHOWN_BY_WRITING: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'patchPaths refused': NO_PATHS,
  'patchValues refused': { 'patch-value': REFUSED },
  'filterPaths refused': { 'patch-filter-path': REFUSED },
  'opCase lower': { 'patch-op-case': REFUSED },
  'patchAttributes refused': { 'patch-attributes': REFUSED },
  'clearBySpace ignored': { 'clear-space': 'ignored' },
  'clearByEmpty ignored': { 'clear-empty': 'ignored' },
  'patchV1 refused': { 'patch-v1': REFUSED },
  'clearByRemove ignored': { 'clear-remove': 'ignored' },
  'clearByNull ignored': { 'clear-null': 'ignored' },
  'putOmits keeps': { 'put-omitted': 'stays' },
  'secondEmail ignored': { 'second-email': 'ignored' },
  'secondEmail replaces': { 'second-email': 'replaces the first' },
  'secondPhone ignored': { 'phone-slots': 'ignored' },
  'memberRemoval bare': { 'member-remove-quoted': REFUSED, 'member-remove-value': REFUSED },
  'memberRemoval quoted': { 'member-remove-bare': REFUSED, 'member-remove-value': REFUSED },
  'memberRemoval value': { 'member-remove-bare': REFUSED, 'member-remove-quoted': REFUSED },
  'memberAdd refused': { 'member-add': REFUSED },
  'photoShows later': { 'photo-delay': 'after 3 s' },
  'photoShows much later': { 'photo-delay': 'not within 15 s' },
  'photoShows at once': { 'photo-delay': 'in the answer' },
};
