import { Failure } from '../../failure/failure.ts';
import type { ProxySettings } from '../../http/proxy-url.ts';
import { decodedUri } from '../../values/decoded-uri.ts';
import { defined } from '../../values/defined.ts';
import type { Environment, Host } from '../host.ts';

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

/** Returns the proxy settings of the environment; lower-case names take precedence, as in other programs. */
export function proxySettings(env: Environment): ProxySettings {
  const read = (name: string) => env[name.toLowerCase()] || env[name] || undefined;
  const [http, https, except] = [
    read('HTTP_PROXY'),
    read('HTTPS_PROXY') ?? read('ALL_PROXY'),
    read('NO_PROXY'),
  ];
  return defined({ http, https, except });
}
