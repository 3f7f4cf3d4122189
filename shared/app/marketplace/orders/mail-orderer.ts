import type { Mail } from '#shared/domain/mail/mail';
import type { Order } from '#shared/domain/marketplace/order';
import type { Store, Write } from '#shared/ports/store';

type Deps = { store: Pick<Store, 'users' | 'mails'> };

/** The e-mail to whoever ordered, to be written with the change; nothing when there is nobody to tell any more. */
export async function mailOrderer({ store }: Deps, order: Order, mailTo: (address: string) => Mail): Promise<Write[]> {
  const user = await store.users.find(order.createdByUuid);
  return user?.isActive && user.email !== '' ? [store.mails.insert(mailTo(user.email))] : [];
}
