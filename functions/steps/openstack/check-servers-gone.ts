import { steps } from '#shared/contracts/steps';
import { clusterTag } from '#shared/domain/naming';
import { currentCluster } from '../_step/fence.ts';
import { implement } from '../_step/implement.ts';
import { note } from '../_step/timeline.ts';
import { type OpenStackDeps, sessionsOf } from './openstack-deps.ts';

/** One list per tenant, whatever the number of nodes. */
export const checkServersGone = implement(steps.openstack.checkServersGone, async (deps: OpenStackDeps, target) => {
  const cluster = await currentCluster(deps.store, target);
  const sessions = await sessionsOf(deps, cluster, await deps.store.nodes.listByCluster(cluster.uuid));
  const lists = await Promise.all(sessions.map((session) => session.listServers({ tag: clusterTag(cluster.uuid) })));
  const gone = lists.every((servers) => servers.length === 0);
  if (gone) await note(deps, target, { step: 'servers-gone', message: 'All servers are gone' });
  return { gone };
});
