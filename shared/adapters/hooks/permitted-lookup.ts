import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { notPermitted } from '#shared/domain/hooks/destination';
import { isPermittedAddress } from '#shared/domain/hooks/permitted-address';

type Answer = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void;
/** All addresses of a name, as `dns.lookup` returns them. */
export type Resolve = (hostname: string, options: LookupAllOptions, answer: Answer) => void;

/**
 * Resolves the name of a connection, and refuses it unless hooks may use every address. The same connection uses the
 * result, so a name that changes a moment later gains nothing.
 */
export const permittedLookup =
  (networks: readonly string[], resolve: Resolve = lookup): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const [first] = addresses;
      if (first === undefined || addresses.some(({ address }) => !isPermittedAddress(address, networks))) {
        return callback(notPermitted(), '', 0);
      }
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
