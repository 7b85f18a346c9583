import { isEmailShaped } from '../../rules/user-name.ts';
import type { UserValues } from '../../spec/user-attributes.ts';
import { EMAIL_NAMES } from '../../spec/user-slots.ts';

/** Domains of A in lower case, with their names in B. */
export type Domains = ReadonlyMap<string, string>;

/**
 * Returns a function that replaces the domain in the addresses of a user: e-mails, and userName and manager
 * if they are addresses. @param onRenamed called with the domain of A for each replacement
 */
export function createDomainRenamer(
  domains: Domains,
  onRenamed: (domain: string) => void = () => {},
): ((values: UserValues) => UserValues) | undefined {
  if (domains.size === 0) return undefined;
  return (values) => {
    const renamed = { ...values };
    for (const name of [...EMAIL_NAMES, 'userName', 'manager'] as const) {
      const text = values[name];
      if (text !== undefined && isEmailShaped(text)) renamed[name] = renamedAddress(text, domains, onRenamed);
    }
    return renamed;
  };
}

function renamedAddress(address: string, domains: Domains, onRenamed: (domain: string) => void): string {
  const at = address.lastIndexOf('@');
  const old = address.slice(at + 1).toLowerCase();
  const domain = domains.get(old);
  if (domain === undefined) return address;
  onRenamed(old);
  return `${address.slice(0, at)}@${domain}`;
}
