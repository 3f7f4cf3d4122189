import { derivedUuid, type Uuid } from '../_core/identifier.ts';
import type { User } from '../identity/user.ts';
import type { SiteAgentOffering } from '../marketplace/offering.ts';
import type { Customer } from '../organizations/customer.ts';

/** A customer as seller. It has no record of its own. */
export type ServiceProvider = { customer: Customer; offeringCount: number };

/** A user of what was bought under an offering. It is derived from roles, and not stored. */
export type OfferingUser = { uuid: Uuid; offering: SiteAgentOffering; user: User };

/** The same as long as offering and user exist, whatever roles change. */
export const offeringUserUuid = (offeringUuid: Uuid, userUuid: Uuid): Uuid =>
  derivedUuid(offeringUuid, `user/${userUuid}`);
