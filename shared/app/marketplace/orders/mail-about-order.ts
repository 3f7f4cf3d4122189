import { listHolders } from '#shared/app/identity/list-members';
import type { Uuid } from '#shared/domain/_core/identifier';
import { fullNameOf, type User } from '#shared/domain/identity/user';
import type { Mail } from '#shared/domain/mail/mail';
import { manyWaitingMail, waitingMail } from '#shared/domain/mail/order-mail';
import type { Order } from '#shared/domain/marketplace/order';
import type { Clock } from '#shared/ports/runtime';
import type { Store, Write } from '#shared/ports/store';

type Deps = { store: Pick<Store, 'users' | 'mails'> };

/**
 * Returns the write that queues an e-mail to the user who made the order. This write belongs in the transaction that
 * changes the order. Returns an empty list if the user no longer exists, is not active, or has no address.
 */
export async function mailOrderer({ store }: Deps, order: Order, mailTo: (address: string) => Mail): Promise<Write[]> {
  const user = await store.users.find(order.createdByUuid);
  return user?.isActive && user.email !== '' ? [store.mails.insert(mailTo(user.email))] : [];
}

type ApproverDeps = {
  store: Pick<Store, 'orders' | 'users' | 'grants' | 'mails' | 'badCredentials' | 'commit'>;
  clock: Clock;
};

/**
 * Maximum number of owners who get the e-mail about an order. If there are more owners, those with the oldest roles get
 * the e-mail. The remaining owners still find the order in their list of orders to approve.
 */
const MAX_APPROVERS = 20;

/** Maximum number of orders of one user about which the same owners get e-mails in an hour. */
const MAILS_PER_HOUR = 10;
const HOUR = 3600;

/** The customer whose owners must approve the order. Undefined when the order waits for nobody. */
function approvingCustomer({ state, customerUuid, providerUuid }: Order): Uuid | undefined {
  if (state === 'pending-provider') return providerUuid;
  return state === 'pending-consumer' ? customerUuid : undefined;
}

/**
 * Queues an e-mail for each owner who may approve a pending order. Safe to repeat: each e-mail has a key of its own and
 * is queued once. If one user places many orders, the owners get one last e-mail that says so, and none for the rest of
 * the hour. They still find all orders in their list.
 */
export async function mailApprovers({ store, clock }: ApproverDeps, orderUuid: Uuid): Promise<void> {
  const order = await store.orders.find(orderUuid);
  const approvedIn = order && approvingCustomer(order);
  if (order === undefined || approvedIn === undefined) return;
  const [orderer, owners] = await Promise.all([
    store.users.find(order.createdByUuid),
    listHolders({ store }, approvedIn, 'CUSTOMER.OWNER'),
  ]);
  const orderedBy = orderer ? fullNameOf(orderer) || orderer.username : 'Somebody';
  const reachable = owners.filter(({ email }) => email !== '').slice(0, MAX_APPROVERS);
  if (reachable.length === 0) return;
  const start = Math.floor(clock.now().getTime() / 1000 / HOUR) * HOUR;
  const key = `approvals/${approvedIn}/${order.createdByUuid}`;
  const count = await store.badCredentials.count(key, { start, end: start + HOUR });
  if (count > MAILS_PER_HOUR + 1) return;
  const mailFor = (owner: User): Mail =>
    count > MAILS_PER_HOUR
      ? manyWaitingMail(owner, order, { orderedBy, mails: MAILS_PER_HOUR })
      : waitingMail(owner, order, orderedBy);
  await store.commit(...reachable.map((owner) => store.mails.insert(mailFor(owner))));
}
