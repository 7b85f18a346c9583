import { isEmailShaped } from '../../rules/user-name.ts';
import type { UserValues } from '../../spec/user-attributes.ts';
import { EMAIL_NAMES } from '../../spec/user-slots.ts';

/** Domains of A, lower case, and what they are in B. */
export type Domains = ReadonlyMap<string, string>;

/**
 * Returns what puts the addresses of a person of A into the domains of B: e-mails, a userName and a manager
 * that are addresses. @param onRenamed told the domain of A each time
 */
export function renamingDomains(
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
