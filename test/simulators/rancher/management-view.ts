import { clusterPhase, conditionOf } from './cluster-phase.ts';
import { hasReached } from './machine-objects.ts';
import { clusterQuantities } from './node-capacity.ts';
import { serverVersion, wantedVersion } from './node-releases.ts';
import { actionLinks, normanObject } from './norman-view.ts';
import type { ManagementCluster } from './rancher-objects.ts';
import { machinesOf, nodesOf, type RancherStore } from './rancher-store.ts';

/** A v3 cluster. Version and quantities come from the cluster itself, so they are missing until it is active. */
export function managementView(store: RancherStore, cluster: ManagementCluster, baseUrl: string) {
  const provisioning = store.provisioning.get(cluster.provisioningKey);
  const machines = machinesOf(store, cluster.id);
  const phase = clusterPhase(store, provisioning, cluster);
  const active = machines.filter((machine) => hasReached(machine, 'nodeMade'));
  return normanObject(baseUrl, {
    type: 'cluster',
    collection: 'clusters',
    id: cluster.id,
    uuid: cluster.uid,
    name: cluster.name,
    description: cluster.description,
    created: cluster.createdAt,
    labels: provisioning?.labels ?? {},
    annotations: { 'provisioning.cattle.io/administrated': 'true', ...provisioning?.annotations },
    actions: actionLinks(baseUrl, `clusters/${cluster.id}`, ['generateKubeconfig', 'importYaml', 'exportYaml']),
    driver: 'imported',
    provider: 'rke2',
    fleetWorkspaceName: provisioning?.namespace ?? 'fleet-default',
    nodeCount: nodesOf(store, cluster.id).length,
    state: phase.state,
    transitioning: phase.error ? 'error' : phase.transitioning ? 'yes' : 'no',
    transitioningMessage: phase.state === 'active' ? '' : phase.message,
    conditions: ['Provisioned', 'Updated', 'Connected', 'Ready'].map((type) => ({ type, ...conditionOf(phase) })),
    ...(cluster.active && {
      version: { gitVersion: serverVersion(machines) ?? wantedVersion(provisioning?.spec), platform: 'linux/amd64' },
      ...clusterQuantities(active),
      allocatable: clusterQuantities(active).capacity,
    }),
  });
}
