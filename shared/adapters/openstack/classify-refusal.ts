import { BackendDepleted, BackendQuotaExceeded } from '../../errors.ts';
import type { Classify } from '../json-client.ts';

const QUOTA = /quota exceeded|exceeded for quota|exceeds allowed \S+ quota/i;
/** Neutron's IpAddressGenerationFailure and ExternalIpAddressExhausted: of a subnet, and of an external network. */
const NO_ADDRESS = /no more ip addresses available|unable to find any ip address on external network/i;

/**
 * Refusals that only their text distinguishes. Over quota is 403 in Nova, 409 in Neutron and 413 in Cinder. A network
 * without a free address answers 409 or 400, but is no conflict: the provider has to enlarge it.
 */
export const classifyRefusal: Classify = (status, message) => {
  if (status === 413 || ([403, 409].includes(status) && QUOTA.test(message))) return BackendQuotaExceeded;
  if ([400, 409].includes(status) && NO_ADDRESS.test(message)) return BackendDepleted;
  return undefined;
};
