import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { RancherContext } from '../_core/rancher-context.ts';
import type { ProvisioningCluster } from '../_core/rancher-objects.ts';
import { ETCD_SNAPSHOT } from '../pools/pool-kinds.ts';
import { idOf, type PoolObject } from '../pools/pool-objects.ts';
import { makeSnapshots } from './etcd-snapshots.ts';

const given = z.object({ cluster: z.string() });
const count = z
  .number()
  .nullish()
  .transform((wanted) => wanted ?? 0);
const schedule = z.object({
  disableSnapshots: z.boolean().nullish(),
  snapshotRetention: count,
  s3: z.object({ retention: count }).nullish(),
});
type Schedule = z.infer<typeof schedule>;
/** How many snapshots RKE2 keeps by default. */
const KEPT = 5;

const file = z.object({ name: z.string(), nodeName: z.string(), s3: z.unknown().optional() });

/** Where a scheduled snapshot is kept, and how many snapshots are kept there. Undefined for a snapshot on request. */
function shelfOf({ snapshotFile }: PoolObject, { snapshotRetention, s3 }: Schedule) {
  const { name, nodeName, s3: isInStore } = file.parse(snapshotFile);
  if (!name.startsWith('etcd-snapshot-')) return undefined;
  const kept = (isInStore !== undefined && s3?.retention) || snapshotRetention || KEPT;
  return { place: `${nodeName} ${isInStore !== undefined}`, kept };
}

function prune({ store }: RancherContext, cluster: ProvisioningCluster, kept: Schedule): void {
  const shelves = new Map<string, number>();
  const newestFirst = [...store.poolObjects]
    .filter(([, { kind, cluster: of }]) => kind === ETCD_SNAPSHOT && of === idOf(cluster))
    .toSorted(([, one], [, other]) => other.resourceVersion - one.resourceVersion);
  for (const [key, snapshot] of newestFirst) {
    const shelf = shelfOf(snapshot, kept);
    if (!shelf) continue;
    const there = (shelves.get(shelf.place) ?? 0) + 1;
    shelves.set(shelf.place, there);
    if (there > shelf.kept) store.poolObjects.delete(key);
  }
}

/**
 * `POST /_sim/scheduled-snapshots`: makes the scheduled snapshots of a cluster now. The simulator runs no schedule by
 * itself. With a schedule, it would always have pending work, so the count of `GET /_sim/pending` would never be 0.
 */
export function scheduledSnapshots(app: FastifyInstance, context: RancherContext): void {
  app.post('/_sim/scheduled-snapshots', async (request, reply) => {
    const { data, error } = given.safeParse(request.body);
    if (!data) return reply.code(400).send({ message: z.prettifyError(error) });
    const cluster = context.store.provisioning.get(data.cluster);
    if (!cluster) return reply.code(404).send({ message: `there is no cluster ${data.cluster}` });
    const wanted = schedule.parse(Object(cluster.spec.rkeConfig).etcd ?? {});
    if (wanted.disableSnapshots !== true) {
      makeSnapshots(context, cluster, 'etcd-snapshot');
      prune(context, cluster, wanted);
    }
    return reply.code(204).send();
  });
}
