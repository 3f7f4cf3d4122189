import { onProvider } from '#shared/app/_core/steps/implement';
import { type OpenStackDeps, sessionsOf } from '#shared/app/nodes/steps/openstack-deps';
import { steps } from '#shared/contracts/steps';
import { changed } from '#shared/domain/_core/record';
import { serverGroupName } from '#shared/domain/cluster-api/cloud/objects-in-cloud';
import type { ClusterApiSpec } from '#shared/domain/planning/cluster-api/cluster-spec';
import { NODE_LABELS } from '#shared/domain/planning/cluster-api/labels/node-labels';
import type { OpenStack } from '#shared/ports/openstack';

/**
 * Gives the control plane and each node group a server group with the wanted policy. The names of the server groups are
 * made from the names of the cluster and the node group. If a server group with the name and the policy exists already,
 * it is used. Otherwise a new one is created.
 */
async function withServerGroups(session: OpenStack, spec: ClusterApiSpec): Promise<ClusterApiSpec> {
  const { kind, default: usual } = NODE_LABELS.server_group_policies;
  const policy = kind.parse(spec.labels.server_group_policies ?? '') ?? usual;
  const existing = await session.listServerGroups();
  const idFor = async (nodeGroup?: string): Promise<string> => {
    const name = serverGroupName(spec.capiName, nodeGroup);
    const found = existing.find((group) => group.name === name && group.policy === policy);
    return (found ?? (await session.createServerGroup({ name, policy }))).id;
  };
  const controlPlane = { ...spec.controlPlane, serverGroupId: await idFor() };
  const nodeGroups = [];
  for (const group of spec.nodeGroups) nodeGroups.push({ ...group, serverGroupId: await idFor(group.name) });
  return { ...spec, controlPlane, nodeGroups };
}

/**
 * Creates the server groups of the cluster's machines, and records their ids. A group with another policy is not used,
 * because Nova cannot change the policy of a group.
 */
export const ensureServerGroups = onProvider(
  steps.openstack.ensureServerGroups,
  async (deps: OpenStackDeps, _target, cluster) => {
    const { clusterApi: spec } = cluster;
    if (!spec || spec.infrastructure === 'in-memory') return {};
    const { store, clock } = deps;
    for (const session of await sessionsOf(deps, cluster, [])) {
      const clusterApi = await withServerGroups(session, spec);
      await store.commit(store.clusters.replace(changed(cluster, clock.now(), { clusterApi })));
    }
    return {};
  },
);
