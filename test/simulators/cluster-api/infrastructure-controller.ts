import type { ApiResource } from '../kubernetes/api-resource.ts';
import { fieldAt, isRecord, type KubernetesObject } from '../kubernetes/objects/kubernetes-objects.ts';
import { holds, is, report } from './conditions.ts';
import { INFRASTRUCTURE_CLUSTERS, INFRASTRUCTURE_MACHINES } from './kinds.ts';
import { isLeaving, type Management, recordAt, textAt } from './management.ts';
import type { OpenStackProvider } from './openstack/openstack-provider.ts';

const READY = ['Ready', 'NotReady'] as const;
const isOfOpenStack = ({ kind }: KubernetesObject): boolean => kind.startsWith('OpenStack');

/** A Go duration such as `10s` or `1m30s`, in milliseconds. */
export function durationOf(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  const units: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
  const parts = [...text.matchAll(/([\d.]+)(ms|s|m|h)/g)];
  return parts.reduce((sum, [, amount = '0', unit = 's']) => sum + Number(amount) * (units[unit] ?? 0), 0);
}

/**
 * Deletes the network of a cluster. The OpenStack provider first waits until the machines are gone. The in-memory
 * provider does not wait.
 */
function takeNetworkAway(
  world: Management,
  openstack: OpenStackProvider,
  { cluster, object }: { cluster: KubernetesObject; object: KubernetesObject },
): void {
  const { isReached, delays, release } = world;
  if (isOfOpenStack(object) && all(world, INFRASTRUCTURE_MACHINES, cluster).length > 0) return;
  const isGone = openstack.isInCloud(object)
    ? openstack.removeCluster(object).result !== undefined
    : isReached(object, 'gone', delays.infrastructureDown);
  if (isGone) release(object);
}

const all = (world: Management, kinds: readonly ApiResource[], cluster: KubernetesObject): KubernetesObject[] =>
  kinds.flatMap((kind) => world.ofCluster(kind, cluster));

/** Simulates the networks, routers and load balancers of clusters. They take a moment to appear and to vanish. */
export function infrastructureClusters(world: Management, openstack: OpenStackProvider) {
  const { update, isReached, delays } = world;
  let port = 20_000;

  function addressOf(object: KubernetesObject) {
    port += 1;
    return isOfOpenStack(object) ? { host: '203.0.113.10', port: 6443 } : { host: '127.0.0.1', port };
  }

  function show(cluster: KubernetesObject, object: KubernetesObject): void {
    const spec = recordAt(object, 'spec');
    const made = isRecord(spec.controlPlaneEndpoint)
      ? object
      : update(object, { spec: { ...spec, controlPlaneEndpoint: addressOf(object) } });
    report(world, made, {
      ...{ ready: true, older: [is('Ready', true, { reason: '' })], newer: [holds('Ready', true, READY)] },
      ...(isOfOpenStack(made) && { network: networkOf(cluster) }),
    });
  }

  /**
   * Shows what a cluster has in the cloud. Problems do not appear in conditions, since CAPO 0.12.4 only logs them
   * (measured).
   */
  function showCloud(object: KubernetesObject): void {
    const { result } = openstack.ensureCluster(object);
    if (!result) return;
    const { endpoint, ...places } = result;
    const spec = { ...recordAt(object, 'spec'), controlPlaneEndpoint: { host: endpoint, port: 6443 } };
    const made = update(object, { spec });
    report(world, made, {
      ...{ ready: true, older: [is('Ready', true, { reason: '' })], newer: [holds('Ready', true, READY)] },
      ...places,
    });
  }

  return function reconcile(cluster: KubernetesObject): void {
    for (const found of all(world, INFRASTRUCTURE_CLUSTERS, cluster)) {
      const object = update(found, {
        metadata: finalized(found, `${isOfOpenStack(found) ? 'openstack' : 'dev'}cluster`),
      });
      if (isLeaving(object)) takeNetworkAway(world, openstack, { cluster, object });
      else if (isOfOpenStack(object) && openstack.isInCloud(object)) showCloud(object);
      else if (isReached(object, 'made', delays.infrastructure)) show(cluster, object);
    }
  };
}

const networkOf = ({ metadata: { namespace, name } }: KubernetesObject) => ({
  name: `k8s-clusterapi-cluster-${namespace}-${name}`,
});

function finalized({ metadata }: KubernetesObject, kind: string): { finalizers?: string[] } {
  const name = `${kind}.infrastructure.cluster.x-k8s.io`;
  const { finalizers = [], deletionTimestamp } = metadata;
  return deletionTimestamp || finalizers.includes(name) ? {} : { finalizers: [...finalizers, name] };
}

/** Starts the server of a machine that has bootstrap data. The machine's conditions show what the cloud refuses. */
function startInCloud(
  world: Management,
  openstack: OpenStackProvider,
  { cluster, object }: { cluster: KubernetesObject; object: KubernetesObject },
): void {
  const { result, problem } = openstack.ensureServer(cluster, object);
  if (result) {
    const running = world.update(object, {
      spec: { ...recordAt(object, 'spec'), providerID: `openstack:///${result.id}` },
    });
    const addresses = [{ type: 'InternalIP', address: result.address }];
    report(world, running, {
      ...{ ready: true, addresses, instanceID: result.id, instanceState: 'ACTIVE' },
      older: [is('Ready', true, { reason: '' }), is('InstanceReady', true, { reason: '' })],
      newer: [holds('Ready', true, READY)],
    });
  } else if (problem !== undefined) {
    const why = { reason: 'InstanceCreateFailed', severity: 'Error', message: problem } as const;
    const older = [is('Ready', false, why), is('InstanceReady', false, why)];
    report(world, object, { ready: false, older, newer: [holds('Ready', false, READY, problem)] });
  }
}

/** Simulates the servers of machines. A server is made once its machine has bootstrap data. */
export function infrastructureMachines(world: Management, openstack: OpenStackProvider) {
  const { update, isReached, delays, release } = world;

  /** The infrastructure cluster of a machine, if that cluster is in a cloud. */
  const inCloud = (cluster: KubernetesObject, object: KubernetesObject): KubernetesObject | undefined =>
    isOfOpenStack(object) ? all(world, INFRASTRUCTURE_CLUSTERS, cluster).find(openstack.isInCloud) : undefined;

  function start(object: KubernetesObject, isBootstrapped: boolean): void {
    const inMemory = recordAt(object, 'spec.backend.inMemory');
    const startup = durationOf(textAt(inMemory, 'vm.provisioning.startupDuration'), delays.serverUp);
    if (!isBootstrapped || !isReached(object, 'up', startup)) return;
    const { name, uid } = object.metadata;
    const providerID = isOfOpenStack(object) ? `openstack:///${uid}` : `in-memory:///${name}`;
    const running = update(object, { spec: { ...recordAt(object, 'spec'), providerID } });
    report(world, running, {
      ...{ ready: true, addresses: [{ type: 'InternalIP', address: '10.6.0.10' }] },
      ...(isOfOpenStack(object) && { instanceID: uid, instanceState: 'ACTIVE' }),
      older: [
        is('Ready', true, { reason: '' }),
        is(isOfOpenStack(object) ? 'InstanceReady' : 'VMProvisioned', true, { reason: '' }),
      ],
      newer: [holds('Ready', true, READY)],
    });
  }

  /**
   * Whether the deletion of a machine may finish. If its infrastructure cluster is deleted first, a machine of the
   * in-memory provider stays, because the provider then finds nothing to delete (1.10.5).
   */
  const mayGo = (cluster: KubernetesObject, object: KubernetesObject): boolean =>
    isOfOpenStack(object) || all(world, INFRASTRUCTURE_CLUSTERS, cluster).length > 0;

  /**
   * Makes or deletes the server of a machine in a cloud. No server is made before the cluster's network is ready. After
   * a restore, servers wait, since the cluster's status does not show the network at first.
   */
  function playInCloud(cloud: KubernetesObject, object: KubernetesObject, hasData: boolean): void {
    const hasNetwork = fieldAt(cloud, 'status.ready') === true;
    if (!isLeaving(object) && hasData && hasNetwork) startInCloud(world, openstack, { cluster: cloud, object });
    if (isLeaving(object) && openstack.removeServer(cloud, object).result) release(object);
  }

  function play(cluster: KubernetesObject, object: KubernetesObject, hasData: boolean): void {
    if (!isLeaving(object)) start(object, hasData);
    else if (mayGo(cluster, object) && isReached(object, 'down', delays.serverDown)) release(object);
  }

  return function reconcile(cluster: KubernetesObject, isBootstrapped: (machine: string) => boolean): void {
    for (const found of all(world, INFRASTRUCTURE_MACHINES, cluster)) {
      const metadata = finalized(found, `${isOfOpenStack(found) ? 'openstack' : 'dev'}machine`);
      const object = update(found, { metadata });
      const cloud = inCloud(cluster, object);
      const hasData = isBootstrapped(object.metadata.name);
      if (cloud) playInCloud(cloud, object, hasData);
      else play(cluster, object, hasData);
    }
  };
}
