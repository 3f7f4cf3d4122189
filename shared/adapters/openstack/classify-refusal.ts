import { BackendDepleted, BackendQuotaExceeded } from '../../errors.ts';
import type { Classify } from '../json-client.ts';

const QUOTA = /quota exceeded|exceeded for quota|exceeds allowed \S+ quota/i;
/** Neutron's IpAddressGenerationFailure and ExternalIpAddressExhausted: of a subnet, and of an external network. */
const NO_ADDRESS = /no more ip addresses available|unable to find any ip address on external network/i;

/**
 * Refusals that their status does not tell from others, by the text. Over quota each service refuses in its own way: Nova 403,
 * Neutron 409, Cinder 413. A network without a free address, 409 or 400, is nobody's conflict: the provider has to give it more.
 */
export const classifyRefusal: Classify = (status, message) => {
  if (status === 413 || ([403, 409].includes(status) && QUOTA.test(message))) return BackendQuotaExceeded;
  if ([400, 409].includes(status) && NO_ADDRESS.test(message)) return BackendDepleted;
  return undefined;
};
