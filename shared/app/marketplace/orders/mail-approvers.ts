import { listHolders } from '#shared/app/identity/list-members';
import type { Uuid } from '#shared/domain/_core/identifier';
import { fullNameOf } from '#shared/domain/identity/user';
import { waitingMail } from '#shared/domain/mail/order-mail';
import type { Order } from '#shared/domain/marketplace/order';
import type { Store } from '#shared/ports/store';

type Deps = { store: Pick<Store, 'orders' | 'users' | 'grants' | 'mails' | 'commit'> };

/** Those who have been owners longest; the others find the order in the list of those that they can approve. */
const MOST_APPROVERS = 20;

/** Undefined where it waits for nobody. */
function approvingCustomer({ state, customerUuid, providerUuid }: Order): Uuid | undefined {
  if (state === 'pending-provider') return providerUuid;
  return state === 'pending-consumer' ? customerUuid : undefined;
}

/** Writes an e-mail to each owner who may approve an order that waits. Safe to repeat: an e-mail has one row. */
export async function mailApprovers({ store }: Deps, orderUuid: Uuid): Promise<void> {
  const order = await store.orders.find(orderUuid);
  const approvedIn = order && approvingCustomer(order);
  if (order === undefined || approvedIn === undefined) return;
  const [orderer, owners] = await Promise.all([
    store.users.find(order.createdByUuid),
    listHolders({ store }, approvedIn, 'CUSTOMER.OWNER'),
  ]);
  const orderedBy = orderer ? fullNameOf(orderer) || orderer.username : 'Somebody';
  const reachable = owners.filter(({ email }) => email !== '').slice(0, MOST_APPROVERS);
  if (reachable.length === 0) return;
  await store.commit(...reachable.map((owner) => store.mails.insert(waitingMail(owner, order, orderedBy))));
}
