/** Names of the files of an export in a folder; the first that exists is used. */
export const PEOPLE_FILES = ['people.csv', 'users.csv', 'people.ndjson', 'users.ndjson'];
export const GROUP_FILES = ['groups.csv', 'groups.ndjson'];

/** Start of the first line of a sandbox state file. */
export const STATE_FILE_START = '{"format":"orgctl-sandbox"';
