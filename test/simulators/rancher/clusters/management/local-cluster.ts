import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { RancherError } from '#test/simulators/rancher/_core/rancher-errors';
import type { ManagementCluster } from '#test/simulators/rancher/_core/rancher-objects';
import { LOCAL, LOCAL_VERSION } from '#test/simulators/rancher/contents/cluster-insides';
import { baseUrlOf } from '#test/simulators/rancher/steve/steve-collection';
import { NOTHING } from './management-spec.ts';
import { importView, specView, typed, upstreamView } from './management-view.ts';

const MADE = '2026-01-01T00:00:00Z';
/**
 * The status of each condition of the local cluster, by type. When this cluster was recorded, the real Rancher was
 * still waiting for the cluster's API.
 */
const CONDITIONS = {
  ...{ DefaultProjectCreated: 'True', SystemProjectCreated: 'True', CreatorMadeOwner: 'True' },
  ...{ BackingNamespaceCreated: 'True', Pending: 'True', Provisioned: 'True', Waiting: 'Unknown' },
  ...{ NoDiskPressure: 'True', NoMemoryPressure: 'True', ServiceAccountSecretsMigrated: 'True' },
  ...{ GlobalAdminsSynced: 'True', Connected: 'True' },
};
const WAITING = 'Waiting for API to be available';
const [, MAJOR = '', MINOR = ''] = /^v(\d+)\.(\d+)/.exec(LOCAL_VERSION) ?? [];
const VERSION = {
  ...{ gitVersion: LOCAL_VERSION, major: MAJOR, minor: MINOR, emulationMajor: MAJOR, emulationMinor: MINOR },
  ...{ minCompatibilityMajor: MAJOR, minCompatibilityMinor: String(Number(MINOR) - 1), gitCommit: '$Format:%H$' },
  ...{ gitTreeState: '', buildDate: '', compiler: 'gc', goVersion: 'go1.26.8', platform: '' },
};
const lifecycles = ['cluster-agent-controller-cleanup', 'cluster-scoped-gc', 'mgmt-cluster-rbac-remove'];

const cluster: ManagementCluster = {
  ...{ id: LOCAL, name: LOCAL, description: '', uid: randomUUID(), createdAt: MADE, creatorId: '', resourceVersion: 1 },
  ...{ labels: {}, provisioningKey: '', finalizers: [], conditions: [], isReporting: true },
  ...{ isInfrastructureReady: true, contact: 'complete', active: true },
};

/**
 * The cluster in which Rancher itself runs, as recorded from a real Rancher. Every list contains this cluster if the
 * caller may see it.
 */
export function localView(request: FastifyRequest) {
  const { links, labels: _, ...view } = importView(cluster, baseUrlOf(request));
  const { remove: __, ...others } = links;
  const { importedConfig: ___, ...spec } = specView(cluster, undefined);
  return {
    ...{ ...view, ...spec, ...upstreamView(), links: others, creatorId: null },
    ...{ agentImage: '', authImage: '', desiredAgentImage: '', desiredAuthImage: '' },
    ...{ allocatable: NOTHING, capacity: NOTHING, limits: NOTHING, requested: NOTHING },
    ...{ driver: 'imported', provider: '', internal: true, fleetWorkspaceName: 'fleet-local' },
    ...{ state: 'waiting', transitioning: 'yes', transitioningMessage: WAITING },
    annotations: {
      'authz.management.cattle.io/creator-role-bindings': '{"created":[],"required":["cluster-owner"]}',
      'authz.management.cattle.io/initial-sync': 'true',
      ...Object.fromEntries(lifecycles.map((name) => [`lifecycle.cattle.io/create.${name}`, 'true'])),
      'management.cattle.io/current-cluster-controllers-version': LOCAL_VERSION.slice(1),
    },
    conditions: [
      { type: 'Ready', status: 'True' },
      { type: 'PreBootstrapped', status: 'Unknown' },
      ...Object.entries(CONDITIONS).map(([type, status]) => ({
        ...{ type, status, lastUpdateTime: MADE },
        ...(type === 'Waiting' && { message: WAITING }),
      })),
    ],
    info: typed('clusterInfo', { kubernetesVersion: LOCAL_VERSION, machineProvider: 'local', nodeCount: 0 }),
    version: typed('info', VERSION),
  };
}

/**
 * Refuses an action that is not simulated for the local cluster. A caller probably took the local cluster for a
 * tenant's.
 */
export function refuseAtLocal(id: string, what: string): void {
  if (id !== LOCAL) return;
  throw new RancherError(501, 'NotSimulated', `not simulated: ${what} the cluster that Rancher itself is in`);
}
