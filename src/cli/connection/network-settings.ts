import { Failure } from '../../failure/failure.ts';
import { decodedUri } from '../../values/decoded-uri.ts';
import type { Host } from '../host.ts';

/** @throws Failure `usage` if the environment disables TLS verification */
export function refuseUncheckedTls({ env }: Host): void {
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0') return;
  throw new Failure('usage', 'TLS checks are switched off by NODE_TLS_REJECT_UNAUTHORIZED', {
    hint: 'unset it; NODE_EXTRA_CA_CERTS=FILE adds a certificate authority',
  });
}

/** Returns the passwords in proxy URLs, which must be kept as secret as a token. */
export function proxyPasswords({ env }: Host): readonly string[] {
  return ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].flatMap((name) =>
    [env[name], env[name.toLowerCase()]].flatMap((text) => {
      const password = text !== undefined && URL.canParse(text) ? new URL(text).password : '';
      return password === '' ? [] : [password, decodedUri(password)];
    }),
  );
}
