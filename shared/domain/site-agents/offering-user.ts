import { derivedUuid, type Uuid } from '../_core/identifier.ts';
import type { User } from '../identity/user.ts';
import type { SiteAgentOffering } from '../marketplace/offering.ts';

/** Somebody who may use what was bought under an offering: that follows from his roles, and is in no record. */
export type OfferingUser = { uuid: Uuid; offering: SiteAgentOffering; user: User };

/** The same as long as there are offering and user, whatever roles come and go. */
export const offeringUserUuid = (offeringUuid: Uuid, userUuid: Uuid): Uuid =>
  derivedUuid(offeringUuid, `user/${userUuid}`);
