import { randomUUID } from 'node:crypto';
import { randomName } from '../_kit/random-name.ts';
import { isSane } from './cluster-phase.ts';
import { projectMade } from './contents.ts';
import { wantedVersion } from './node-releases.ts';
import type { RancherContext } from './rancher-context.ts';
import type { RancherNode } from './rancher-objects.ts';
import { nodesOf } from './rancher-store.ts';
import { registryProblem } from './registry-problem.ts';

const isServer = ({ roles }: RancherNode): boolean => roles.etcd || roles.controlPlane;

const isActive = ({ phase }: RancherNode): boolean => phase === 'active';

function dueToJoin(nodes: RancherNode[]): RancherNode[] {
  const servers = nodes.filter(isServer);
  const waiting = (node: RancherNode) => node.phase === 'registering';
  const nextServer = servers.some(({ phase }) => phase === 'joining') ? undefined : servers.find(waiting);
  const agents = servers.some(isActive) ? nodes.filter((node) => !isServer(node) && waiting(node)) : [];
  return nextServer ? [nextServer, ...agents] : agents;
}

/**
 * The order in which RKE2 nodes come up: nothing before one of each role has registered, then the servers one after the
 * other (etcd takes one new member at a time), and all agents at once from the first active server on.
 */
export function clusterActivation({ store, contents, clock, delays }: RancherContext) {
  const specOf = (clusterId: string) =>
    store.provisioning.get(store.clusters.get(clusterId)?.provisioningKey ?? '')?.spec;

  function join(node: RancherNode): void {
    node.phase = 'joining';
    clock.after(delays.nodeActive, () => {
      node.phase = 'active';
      node.kubeletVersion = wantedVersion(specOf(node.clusterId));
      // Also for a node that was deleted meanwhile: the next server was waiting behind it.
      advance(node.clusterId);
    });
  }

  function advance(clusterId: string): void {
    const cluster = store.clusters.get(clusterId);
    const nodes = nodesOf(store, clusterId);
    if (!cluster || !(cluster.active || isSane(nodes))) return;
    if (registryProblem(store, store.provisioning.get(cluster.provisioningKey))) return;
    for (const node of dueToJoin(nodes)) join(node);
    if (cluster.active || !isSane(nodes.filter(isActive))) return;
    cluster.active = true;
    contents.fill(clusterId, {
      Default: makeProject(clusterId, 'Default'),
      System: makeProject(clusterId, 'System'),
    });
  }

  function makeProject(clusterId: string, name: 'Default' | 'System'): string {
    const id = `${clusterId}:p-${randomName(5)}`;
    const createdAt = new Date(clock.now()).toISOString();
    const description = `${name} project created for the cluster`;
    const project = { id, clusterId, name, description, createdAt, uid: randomUUID() };
    store.projects.set(id, project);
    projectMade(contents, project);
    return id;
  }

  return { advance };
}
