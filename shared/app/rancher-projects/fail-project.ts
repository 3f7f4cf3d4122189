import type { Failure } from '#shared/domain/_core/failure';
import { changed } from '#shared/domain/_core/record';
import { failedMail } from '#shared/domain/mail/order-mail';
import { orderMovesTo } from '#shared/domain/marketplace/order';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { mailOrderer } from '../marketplace/orders/mail-about-order.ts';
import { type ProjectTarget, projectOfOperation } from './project-of-operation.ts';

type Deps = { store: Store; clock: Clock };

/**
 * Ends the order of a project with a failure. The customer can then retry the order, or terminate the resource. Returns
 * false if the order has ended already.
 */
export async function failProjectOrder(deps: Deps, target: ProjectTarget, lastError: Failure): Promise<boolean> {
  const { store, clock } = deps;
  const { resource, part, order } = await projectOfOperation(store, target);
  if (order.state !== 'executing') return false;
  await store.commit(
    store.orders.replace(orderMovesTo(order, 'erred', clock.now(), { lastError, completedAt: lastError.at })),
    store.resources.replace(
      changed(resource, clock.now(), {
        state: 'Erred',
        pendingOrderUuid: undefined,
        rancherProject: { ...part, lastError },
      }),
    ),
    ...(await mailOrderer(deps, order, (to) => failedMail(to, order, lastError))),
  );
  return true;
}
