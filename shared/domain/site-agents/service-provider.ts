import { derivedUuid, type Uuid } from '../_core/identifier.ts';
import type { User } from '../identity/user.ts';
import type { SiteAgentOffering } from '../marketplace/offering.ts';
import type { Customer } from '../organizations/customer.ts';

/** A customer that sells offerings. A service provider has no record of its own. */
export type ServiceProvider = { customer: Customer; offeringCount: number };

/** A user of resources that were bought under an offering. These users are derived from roles and not stored. */
export type OfferingUser = { uuid: Uuid; offering: SiteAgentOffering; user: User };

/**
 * The uuid of an offering user. The uuid is derived from offering and user, so that a change of roles does not change
 * the uuid.
 */
export const offeringUserUuid = (offeringUuid: Uuid, userUuid: Uuid): Uuid =>
  derivedUuid(offeringUuid, `user/${userUuid}`);
