/**
 * The codes of orgctl itself, in one namespace with those of the service: for errors without a code of the
 * service, for findings in input, and for changes that a run did not make. They have no HTTP status, because
 * no response contains them.
 */
export interface OwnCode {
  readonly meaning: string;
  readonly cause: string;
  readonly remedy: string;
}

const row = (meaning: string, cause: string, remedy: string): OwnCode => ({ meaning, cause, remedy });

/** One code for each kind of failure; its exit code is in failure/failure. */
export const FAILURE_CODES = {
  internal: row(
    'A defect of orgctl.',
    'A case that orgctl does not handle.',
    'Run it again with --debug and report the stack.',
  ),
  usage: row(
    'The command line is wrong; nothing was sent.',
    'A misspelled flag, a missing argument, or a prompt without a terminal.',
    'Read the hint; --help lists the flags of each command.',
  ),
  items_failed: row(
    'The command finished and at least one item failed.',
    'The service refused some of the changes; each of them is listed with its own code.',
    'Look each code up with "orgctl explain CODE", correct the rows and run it again.',
  ),
  unauthorized: row(
    'Authentication or permission was refused.',
    'No token, an expired one, or a token without the scope.',
    'Run "orgctl profile check", then store a new token with "orgctl profile edit NAME --token-stdin".',
  ),
  invalid_input: row(
    'The input was rejected; nothing was sent.',
    'A file, filter or plan with the findings that are listed.',
    'Correct each finding at its place; "orgctl bulk check FILE" lists them offline.',
  ),
  refused: row(
    'The service refused the request without a documented code.',
    'An undocumented code, or a proxy in front of the service.',
    'Run it again with --verbose to see the response.',
  ),
  stale: row(
    'The plan is stale, or conflicts with the current state.',
    'The file, a user or a group changed after the plan was made, the profile points to another organization, or another command changed the profile meanwhile.',
    'Make a new plan, or repeat the command.',
  ),
  pending_changes: row(
    'Changes are pending.',
    'A command with --detailed-exitcode found a change or a difference, or one of these checks did: migrate verify, manifest format --check, probe --diff.',
    'Apply the plan, or look at the differences.',
  ),
  limit: row(
    'A safety limit stopped the command.',
    'More changes of a kind than are allowed, a protected user or group, or a read-only profile.',
    'Check the plan; if it is right, raise the limit with the flag in the hint. --yes does not lift a limit.',
  ),
  throttled: row(
    'The service throttles, or is unavailable, for longer than --max-wait.',
    'The quota is exhausted, often by another program.',
    'Wait and resume, or allow more with --max-wait 1h.',
  ),
  unavailable: row(
    'The service cannot be reached, or does not answer, for longer than --max-wait.',
    'The service, the network or a proxy is down, or --timeout is too short.',
    'Try again later, or run "orgctl doctor".',
  ),
  unreachable: row(
    'No usable answer.',
    'An unknown host name, a certificate, a proxy, or a wrong base URL.',
    'Run "orgctl doctor".',
  ),
  storage: row(
    'A local file could not be read or written.',
    'A full disk, missing permissions, or a lock held by another process.',
    'Free disk space, or wait for the other process; ORGCTL_HOME moves the folder.',
  ),
  unknown_outcome: row(
    'The outcome of a write is still unknown after looking it up.',
    'The response was lost, and the current state fits several outcomes.',
    'Look at the user or group, then resume the run or repeat the command.',
  ),
  declined: row(
    'A question was declined; nothing was sent.',
    'The answer was no.',
    'Run it again and answer yes, or add --yes.',
  ),
} as const satisfies Readonly<Record<string, OwnCode>>;

/** Findings in input files, each reported with its position. */
const FINDING_CODES = {
  not_recorded: row(
    'The recording has no response to a request of the command.',
    'Another command or other arguments than recorded, or files that an earlier command left on the machine.',
    'Replay the recording without a command, or record this one with --record FILE.',
  ),
  outside_scope: row(
    'A rule of a map names a group that the map does not manage, or a cell names a managed group that no rule assigns.',
    'A name that fits no pattern under "manage"; or one that fits, in the column of groups.',
    'Change the rule or the pattern under "manage", or take the name out of the cell.',
  ),
  list_not_whole: row(
    'The JSON response holds only part of the list.',
    'One page of several was saved.',
    'Read all pages, and write their users into one array.',
  ),
  not_a_source: row(
    'The file format is not supported.',
    'A workbook, an archive, a PDF, YAML, plain text or one JSON object instead of rows.',
    'Export it as CSV UTF-8; NDJSON, a JSON array of users and LDIF are also supported.',
  ),
  spreadsheet_damage: row(
    'A spreadsheet changed the cell.',
    'A rounded number, a lost leading zero, the number of a date, or the error of a formula.',
    'Export the column as text, without opening the file in a spreadsheet. If the short number is right: --accept-identity-change LINE.',
  ),
  ambiguous_user: row(
    'The name of a manager matches two rows.',
    'Two people with one name, in a map that finds managers by name.',
    'Use another column for "match", for example a staff number.',
  ),
  two_to_one: row(
    'Two pairs of an ID map become the same user or group of B.',
    'Two accounts of one person in A, or a row that was copied.',
    'Keep one of the pairs.',
  ),
  ambiguous_id: row(
    'Two rows of an ID map have the same ID and different targets.',
    'Maps of two organizations in one file.',
    'Keep one of the rows.',
  ),
  invalid_user_ids: row(
    'A row of an ID map does not hold a pair of user IDs.',
    'A file of another kind.',
    'Write the old ID and the new ID, one pair per row.',
  ),
  not_in_b: row(
    'A pair of an ID map names a user or group that is not in B.',
    'A typing error, or a map that was made for another organization.',
    'Write the ID in B, or remove the pair.',
  ),
  not_an_id: row(
    'A cell of an ID map is not an ID.',
    'A name or an e-mail address where an ID is expected.',
    'Write IDs that begin with U or W.',
  ),
  damaged_record: row(
    'A record cannot be read.',
    'Invalid JSON in a line, or broken CSV quoting.',
    'Correct the line; write one JSON object per line.',
  ),
  duplicate_column: row(
    'Two headings name the same column.',
    'The same attribute under a short and a long name.',
    'Remove one of the columns.',
  ),
  empty_file: row(
    'The file has no header row or no data rows.',
    'A failed export.',
    'Check the export; an empty file never means all users.',
  ),
  identity_conflict: row(
    'Two keys of a row identify different users.',
    'A reused or swapped address or userName, or a wrong number.',
    'Look at both accounts. If the first key of the chain is right: --accept-identity-change LINE. In a list of people such as @leavers.csv: correct the row.',
  ),
  identity_changed: row(
    'A row and the account found by a key seem to be different users: the employeeNumber differs, the name differs and one has no number, or only that number or ID matches.',
    'The address of a former user was given to a new person, or the source renumbered its people.',
    'Give the new person another address, or remove this one from the old account. If it is the same person: --accept-identity-change LINE.',
  ),
  employee_number_shared: row(
    'Several accounts have the employeeNumber of a row.',
    'A second account was created for the same person.',
    'Clear the number on the unused account. If another key of the row identifies the right one: --accept-identity-change LINE.',
  ),
  nothing_to_accept: row(
    'A line of --accept-identity-change has no identity change.',
    'Lines from another version of the file.',
    'Run the plan again, and accept the lines that it lists.',
  ),
  protected: row(
    'A row would change a protected user or group.',
    'The user or group is listed in a profile or in ORGCTL_PROTECT.',
    'Leave the row out, or change the protection.',
  ),
  invalid_action: row(
    'The action of a membership is unknown.',
    'A value other than add or remove.',
    'Write add or remove.',
  ),
  invalid_map: row(
    'The column map is invalid.',
    'An unknown key or a value of the wrong type.',
    'Compare with the map that "orgctl bulk init-map" proposes.',
  ),
  blank_status: row(
    'A cell that decides about "provision" of a map is blank or has a placeholder, and only because of it a user would be deactivated.',
    'An export that lost values, or a status that was not filled in.',
    'Fill the cell in, or handle the empty value in the expression: not (status pr).',
  ),
  contradicts_mode: row(
    'A row has an active user, in a file of users to deactivate.',
    'A list of all users, or of the wrong users, with --mode deactivate.',
    'Leave the row out, for example with --where, or apply the file without --mode.',
  ),
  missing_key: row(
    'A row has no id, employeeNumber, email or userName.',
    'Empty cells in the key columns.',
    'Fill in one of them.',
  ),
  missing_key_column: row(
    'The file has no column that identifies a user.',
    'A heading that orgctl does not know.',
    'Add userName, email, employeeNumber or id, or map a heading with --map.',
  ),
  not_a_date: row(
    'A cell is not a date in the pattern of the map.',
    'Another order of day, month and year.',
    'Correct the cell or the pattern.',
  ),
  not_in_lookup: row(
    'A lookup of the map has no entry for a value.',
    'A new department or status in the source.',
    'Add the value to the lookup.',
  ),
  not_utf8: row(
    'The file is not UTF-8 text.',
    'A spreadsheet saved with another encoding.',
    'Save it as CSV UTF-8, or pass the encoding with --encoding.',
  ),
  too_many_columns: row(
    'A row or the header row has too many columns.',
    'A file that is not a list of users, or a wrong delimiter.',
    'Export only the columns that are needed.',
  ),
  record_too_long: row(
    'A record is too long.',
    'A missing closing quotation mark.',
    'Add the closing quotation mark.',
  ),
  foreign_id: row(
    'The ID map has no entry for an ID of the file.',
    'A user who is not in both organizations, or a file that already has the IDs of this organization.',
    'Add the pair to the map, or leave the row out; without --id-map, IDs are read as IDs of this organization.',
  ),
  same_member: row(
    'Two rows name the same member of a group.',
    'A repeated line, or one person or group under two names, such as a userName and an address.',
    'Remove one of the rows.',
  ),
  same_user: row(
    'Two rows are the same user.',
    'A repeated line, two people with one address, or one person under two names.',
    'Keep one of the rows.',
  ),
  stray_line_end: row('A line ends inside a record.', 'An unquoted line break in a cell.', 'Quote the cell.'),
  stray_quote: row(
    'A quotation mark is inside an unquoted cell.',
    'A quotation mark that is not doubled.',
    'Quote the cell and double the quotation marks in it.',
  ),
  unclosed_quote: row(
    'A quoted cell is never closed.',
    'A truncated file.',
    'Export the file again, or close the quotation mark.',
  ),
  digest: row(
    'The data in a report of "migrate verify" does not match the digest in the report.',
    'The data was edited, or the page was damaged.',
    'Write the report again with "orgctl migrate verify --html FILE".',
  ),
  edited: row(
    'A line of a report of "migrate verify" does not match its data.',
    'The page was edited.',
    'Write the report again with "orgctl migrate verify --html FILE".',
  ),
  several_members: row(
    'A row of a group file has several members.',
    'A list in one cell, as other systems export it.',
    'Write one row per member.',
  ),
  unclear_escape: row(
    'A cell of a file with tabs has a backslash with two meanings.',
    'Output of -o tsv, which writes a tab as \\t and a backslash as \\\\, or a backslash of another system.',
    'Save the list with -o csv; if the backslash is part of the value, save it as CSV with commas, or pass --delimiter tab.',
  ),
  unknown_column: row(
    'A heading is not a column.',
    'A misspelled name, or a heading of an HR system.',
    'Use the name in the message, or map the heading with --map.',
  ),
  wrong_cell_count: row(
    'A row has more or fewer cells than the header row.',
    'An unquoted delimiter in a cell, or a truncated line.',
    'Quote the cell.',
  ),
  wrong_separator: row(
    'The cells are not separated by commas, or not all by the same character.',
    'A spreadsheet in another locale, or a file that was merged from two.',
    'Pass the delimiter with --delimiter, or save it as CSV UTF-8 with commas.',
  ),
} as const satisfies Readonly<Record<string, OwnCode>>;

/** Reasons why a run or an undo did not make a change. */
const CHANGE_CODES = {
  blocked: row(
    'The change was skipped because a change that it depends on failed.',
    'A user who was not created cannot become a manager or a member.',
    'Correct the row that failed first.',
  ),
  conflict: row(
    'The current state differs from the one in the plan.',
    'The user or group was changed after the plan was made.',
    'Make a new plan.',
  ),
  stale_plan: row(
    'A saved plan no longer fits the current state.',
    'The user or group was changed after the plan was made.',
    'Make a new plan.',
  ),
  duplicate_group_name: row(
    'A group of this name already exists.',
    'The group was created earlier, or another team uses the name.',
    'Use the existing group, or add --allow-duplicate.',
  ),
  cannot_be_undone: row(
    'The service offers no way to undo the change.',
    'A deleted group has a new ID when it is created again; a user cannot be deleted.',
    'Make the change by hand if needed.',
  ),
  other_person: row(
    'The ID belongs to another user than when the plan was made; the user is left unchanged.',
    'Another organization at the same address, for example a sandbox that was reset.',
    'Compare userName, e-mail and creation time with "orgctl scim users get ID", and make a new plan.',
  ),
  edited_since: row(
    'The value was changed after the run; undo leaves it unchanged.',
    'A later run or a manual change.',
    'Check the value and decide by hand.',
  ),
} as const satisfies Readonly<Record<string, OwnCode>>;

export const OWN_CODES = { ...FAILURE_CODES, ...FINDING_CODES, ...CHANGE_CODES } as const;
export type OwnErrorCode = keyof typeof OWN_CODES;
