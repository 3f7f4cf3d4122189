import type { Waldur } from '../../ports/waldur.ts';
import { path } from '../json-client.ts';
import { remoteOrder } from './waldur-objects.ts';
import type { WaldurSession } from './waldur-session.ts';

type Orders = Pick<Waldur, 'listOpenOrders' | 'getOrder' | 'approveOrder' | 'setOrderDone' | 'setOrderErred'>;
const OPEN = ['pending-provider', 'executing'] as const;

export const remoteOrders = (session: WaldurSession): Orders => ({
  listOpenOrders: (offeringUuid) =>
    session.list({
      op: 'listOrders',
      path: '/marketplace-orders/',
      item: remoteOrder,
      where: {
        offering_uuid: { is: offeringUuid, of: (it) => it.offeringUuid },
        state: { ask: OPEN, holds: ({ state }) => OPEN.some((open) => open === state) },
      },
    }),
  getOrder: (uuid) =>
    session.call({ op: 'getOrder', method: 'GET', path: path`/marketplace-orders/${uuid}/`, reply: remoteOrder }),
  approveOrder: (uuid) =>
    session.post({ op: 'approveOrder', path: path`/marketplace-orders/${uuid}/approve_by_provider/`, body: {} }),
  setOrderDone: (uuid) => session.post({ op: 'setOrderDone', path: path`/marketplace-orders/${uuid}/set_state_done/` }),
  setOrderErred: (uuid, message) =>
    session.post({
      op: 'setOrderErred',
      path: path`/marketplace-orders/${uuid}/set_state_erred/`,
      body: { error_message: message, error_traceback: '' },
    }),
});
