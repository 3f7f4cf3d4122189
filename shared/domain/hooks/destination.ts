import { Invalid } from '#shared/errors';
import { isPermittedAddress } from './permitted-address.ts';

/** What an installation permits besides https addresses in public networks. */
export type HookRules = { hookNetworks: readonly string[]; hooksOverHttp: boolean };

export const notPermitted = (): Invalid =>
  new Invalid({ destination_url: ['Hooks are not delivered to this address.'] });

const IP_LITERAL = /^(\[.*\]|[\d.]+)$/;

/**
 * Checks the address of a hook. A host name is resolved and checked at connection time; a literal address is checked
 * here. `URL` has normalized its spellings (`0x7f.1`, `2130706433`).
 */
export function parseDestination(text: string, { hookNetworks, hooksOverHttp }: HookRules): URL {
  const url = new URL(text);
  const isTaken = url.protocol === 'https:' || (hooksOverHttp && url.protocol === 'http:');
  if (!isTaken) throw new Invalid({ destination_url: ['Hooks are delivered over https only.'] });
  if (url.username !== '' || url.password !== '') {
    throw new Invalid({ destination_url: ['The address of a hook must not contain user or password.'] });
  }
  const host = url.hostname.replaceAll(/[[\]]/g, '');
  if (IP_LITERAL.test(url.hostname) && !isPermittedAddress(host, hookNetworks)) throw notPermitted();
  return url;
}
