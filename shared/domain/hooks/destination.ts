import { Invalid } from '#shared/errors';
import { isPermittedAddress } from './permitted-address.ts';

/** What an installation permits beside https addresses in public networks. */
export type HookRules = { hookNetworks: readonly string[]; hooksOverHttp: boolean };

export const notPermitted = (): Invalid =>
  new Invalid({ destination_url: ['Hooks are not delivered to this address.'] });

const IP_LITERAL = /^(\[.*\]|[\d.]+)$/;

/**
 * The address of a hook. What a name resolves to is looked at when it is connected to; a literal address here, since it resolves to
 * nothing else. `URL` has brought its spellings (`0x7f.1`, `2130706433`) into one form.
 */
export function parseDestination(text: string, { hookNetworks, hooksOverHttp }: HookRules): URL {
  const url = new URL(text);
  const isTaken = url.protocol === 'https:' || (hooksOverHttp && url.protocol === 'http:');
  if (!isTaken) throw new Invalid({ destination_url: ['Hooks are delivered over https only.'] });
  if (url.username !== '' || url.password !== '') {
    throw new Invalid({ destination_url: ['An address of a hook has no account in it.'] });
  }
  const host = url.hostname.replaceAll(/[[\]]/g, '');
  if (IP_LITERAL.test(url.hostname) && !isPermittedAddress(host, hookNetworks)) throw notPermitted();
  return url;
}
