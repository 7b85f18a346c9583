/** Returns the token in an Authorization header (SCIM §5, WEB §5). */
export function bearerTokenIn(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec((authorization ?? '').trim())?.[1];
}
