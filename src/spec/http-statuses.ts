/** Explanation of an HTTP status of the service or of a proxy in front of it. */
export interface HttpStatus {
  readonly meaning: string;
  readonly cause: string;
  readonly remedy: string;
}

const row = (meaning: string, cause: string, remedy: string): HttpStatus => ({ meaning, cause, remedy });

/** Explanations of statuses without an error code of the service. */
const HTTP_STATUSES: Readonly<Record<number, HttpStatus>> = {
  400: row(
    'The request is wrong.',
    'A value, filter or body that the service does not accept.',
    'Read the error code; "orgctl explain CODE" explains it.',
  ),
  401: row(
    'The token was refused.',
    'It is mistyped, expired or revoked, or it belongs to another organization.',
    'Run "orgctl profile check"; store a new token with "orgctl profile edit NAME --token-stdin".',
  ),
  403: row(
    'The token may not do this.',
    'A missing scope, a user who is no admin, or a target that is out of reach.',
    'Run "orgctl profile check", which lists what each token can call.',
  ),
  404: row(
    'The user, group or address does not exist.',
    'A wrong ID or a wrong base URL.',
    'List what exists; check the URL with "orgctl profile show".',
  ),
  409: row(
    'It already exists.',
    'A userName, address or group name that is already in use.',
    'Look the name up, then change the existing one or choose another name.',
  ),
  413: row(
    'The request is too large.',
    'Too many members or operations in one request.',
    'Use smaller batches: --batch-size.',
  ),
  429: row(
    'The service throttles requests.',
    'More requests than the quota allows, often together with other programs.',
    'orgctl waits and retries automatically; --max-wait limits the wait, --rate slows it down.',
  ),
  500: row(
    'The service failed.',
    'A defect or an overload of the service; a write may still have been applied.',
    'orgctl checks whether a write was applied. Try again later.',
  ),
  502: row(
    'A proxy got no usable response.',
    'The service or the proxy is down.',
    'Try again later; run "orgctl doctor".',
  ),
  503: row(
    'The service is unavailable.',
    'Maintenance or overload.',
    'Try again later, or allow more with --max-wait 1h.',
  ),
  504: row(
    'A proxy timed out.',
    'The service is slow; a write may still have been applied.',
    'Try again later; run "orgctl doctor".',
  ),
};

/** Explanations of undocumented statuses, by their first digit. */
const OTHER_STATUSES: Readonly<Record<number, HttpStatus>> = {
  3: row(
    'The address answers with a redirect, which orgctl does not follow: the token stays with its host.',
    'A base URL that has moved, or a login page in front of the service.',
    'Run "orgctl doctor"; correct the URL with "orgctl profile edit NAME --scim-url URL".',
  ),
  4: row(
    'The request was refused.',
    'A proxy or gateway in front of the service, or a wrong base URL.',
    'Run "orgctl doctor"; --verbose shows the response.',
  ),
  5: row(
    'The service, or a proxy in front of it, failed.',
    'A defect or an overload; a write may still have been applied.',
    'Try again later; run "orgctl doctor".',
  ),
};

/** Returns the explanation of an HTTP status; undefined for an invalid or successful status. */
export function httpStatus(status: number): HttpStatus | undefined {
  return HTTP_STATUSES[status] ?? (status < 600 ? OTHER_STATUSES[Math.floor(status / 100)] : undefined);
}

/** Exit codes without a failure. */
export const OTHER_EXITS: Readonly<Record<number, string>> = {
  0: 'Done, or nothing to do.',
  129: 'Stopped cleanly by SIGHUP.',
  130: 'Stopped cleanly by Ctrl-C (SIGINT).',
  143: 'Stopped cleanly by SIGTERM.',
};
