import type { Mail } from '#shared/domain/mail/mail';
import type { Order } from '#shared/domain/marketplace/order';
import type { Store, Write } from '#shared/ports/store';

type Deps = { store: Pick<Store, 'users' | 'mails'> };

/**
 * Write of the e-mail to the user who ordered, for the transaction of the change. Empty when that user no longer
 * exists.
 */
export async function mailOrderer({ store }: Deps, order: Order, mailTo: (address: string) => Mail): Promise<Write[]> {
  const user = await store.users.find(order.createdByUuid);
  return user?.isActive && user.email !== '' ? [store.mails.insert(mailTo(user.email))] : [];
}
