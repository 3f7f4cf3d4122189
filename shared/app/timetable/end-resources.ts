import type { Uuid } from '#shared/domain/_core/identifier';
import { changed } from '#shared/domain/_core/record';
import { endingMail } from '#shared/domain/mail/order-mail';
import { isOfCluster } from '#shared/domain/marketplace/is-of-cluster';
import type { Resource } from '#shared/domain/marketplace/resource';
import { dueOfEnd } from '#shared/domain/marketplace/resource-end';
import type { Store, Write } from '#shared/ports/store';
import { WHOLE_LIST } from '../../ports/repository.ts';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';
import { listHolders } from '../identity/list-members.ts';
import { scheduleTermination } from '../marketplace/terminate-resource.ts';
import type { RecordDeps } from '../planning/order-deps.ts';

/** `held` means that another operation or order is changing the resource, so the next run tries again. */
export type Ended = 'nothing' | 'warned' | 'terminated' | 'held';

const isOver = ({ state }: Resource): boolean => state === 'Terminating' || state === 'Terminated';
const dueOf = (resource: Resource, now: Date) =>
  resource.end && !isOver(resource) ? dueOfEnd(resource.end, now) : undefined;

/** Lists resources whose end date has come, or is close enough for a warning by e-mail. */
export async function listEndingResources({ store, clock, site }: RecordDeps): Promise<Uuid[]> {
  if (site.readOnlyMode) return [];
  const now = clock.now();
  const isDue = (resource: Resource) => dueOf(resource, now) !== undefined;
  const { items } = await store.resources.list({ visibility: 'all' }, WHOLE_LIST, isDue);
  return items.map(({ uuid }) => uuid);
}

/**
 * Maximum number of owners who get the e-mail, because a transaction has at most 25 writes. Users who have been owners
 * for the longest time come first.
 */
const MAX_OWNERS = 20;
async function mailsOf(store: Store, resource: Resource, days: number): Promise<Write[]> {
  const owners = (await listHolders({ store }, resource.customerUuid, 'CUSTOMER.OWNER')).slice(0, MAX_OWNERS);
  const reachable = owners.filter(({ email }) => email !== '');
  return reachable.map((owner) => store.mails.insert(endingMail(owner, resource, days)));
}

const isFree = (resource: Resource): boolean =>
  (resource.state === 'OK' || resource.state === 'Erred') &&
  (isOfCluster(resource) || resource.pendingOrderUuid === undefined);

/**
 * Terminates a resource whose end date has come, in the name of the user who has set the date. Before the end date,
 * warns the owners by e-mail. The transaction that queues an e-mail also records the warning, so no warning is sent
 * twice.
 */
export const endResource = (deps: RecordDeps, resourceUuid: Uuid, correlationId: string): Promise<Ended> =>
  retryOnConflict(async () => {
    const { store, clock } = deps;
    const resource = await store.resources.find(resourceUuid);
    const due = resource && dueOf(resource, clock.now());
    if (!resource?.end || !due) return 'nothing';
    if (due === 'terminate') {
      if (!isFree(resource)) return 'held';
      await scheduleTermination(deps, resource, { byUuid: resource.end.requestedByUuid, correlationId });
      return 'terminated';
    }
    const warned = changed(resource, clock.now(), { end: { ...resource.end, warnedDays: due.warnDays } });
    await store.commit(store.resources.replace(warned), ...(await mailsOf(store, resource, due.warnDays)));
    return 'warned';
  });
