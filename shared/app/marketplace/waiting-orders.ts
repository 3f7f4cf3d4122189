import { PENDING_STATES } from '#shared/domain/marketplace/order';
import type { Project } from '#shared/domain/organizations/project';
import type { Store } from '#shared/ports/store';
import { assertRoom } from '../_core/assert-room.ts';

/** Throws Invalid if too many orders of the project wait for an approval already. Each of them is an e-mail to owners. */
export const assertRoomForWaiting = ({ orders }: Pick<Store, 'orders'>, { uuid }: Project): Promise<void> =>
  assertRoom('orders', orders, { projectUuid: uuid, where: { state: PENDING_STATES } });
