/** How the files of an export are called in a folder; the first that is there counts. */
export const PEOPLE_FILES = ['people.csv', 'users.csv', 'people.ndjson', 'users.ndjson'];
export const GROUP_FILES = ['groups.csv', 'groups.ndjson'];

/** How the first line of the state file of a sandbox begins. */
export const STATE_FILE_START = '{"format":"orgctl-sandbox"';
