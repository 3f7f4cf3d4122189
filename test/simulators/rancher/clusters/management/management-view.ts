import { caCertificate } from '#test/simulators/rancher/_core/ca-certificate';
import type { ManagementCluster, NodeRoles, ProvisioningCluster } from '#test/simulators/rancher/_core/rancher-objects';
import { nodesOf, type RancherStore } from '#test/simulators/rancher/_core/rancher-store';
import { clusterQuantities } from '#test/simulators/rancher/machines/node-capacity';
import { wantedVersion } from '#test/simulators/rancher/machines/node-releases';
import { rolesOfNodes } from '#test/simulators/rancher/machines/node-view';
import { actionLinks } from '#test/simulators/rancher/norman/norman-view';
import { managementSummary, normanCondition } from '../cluster-conditions.ts';
import * as fixed from './management-spec.ts';

const LINKS = [
  ...['apiServices', 'clusterRegistrationTokens', 'clusterRoleTemplateBindings', 'namespaces', 'nodes'],
  ...['persistentVolumes', 'projects', 'storageClasses', 'subscribe', 'tokens'],
];

export const typed = (type: string, value: object = {}) => ({ ...value, type: `/v3/schemas/${type}` });

function linksOf(id: string, baseUrl: string) {
  const self = `${baseUrl}/v3/clusters/${id}`;
  return {
    ...Object.fromEntries(LINKS.map((name) => [name, `${self}/${name.toLowerCase()}`])),
    ...{ remove: self, self, update: self },
    shell: `${self.replace(/^https?:/, 'wss:')}?shell=true`,
  };
}

export function managementView(store: RancherStore, cluster: ManagementCluster, baseUrl: string) {
  const from = cluster.origin;
  const path = `clusters/${cluster.id}`;
  return {
    ...importView(cluster, baseUrl),
    actions: actionLinks(baseUrl, path, ['generateKubeconfig', 'importYaml']),
    annotations: fixed.managementAnnotations(cluster, from),
    labels: fixed.managementLabels(cluster, from),
    ...specView(cluster, from),
    ...statusView(store, cluster, from),
  };
}

/** An imported cluster in the answer to its POST. It does not show its spec or its status yet. */
export function importView(cluster: ManagementCluster, baseUrl: string) {
  const { name, message, error, transitioning } = managementSummary(cluster);
  const { id, creatorId, labels, uid } = cluster;
  return {
    ...{ id, type: 'cluster', baseType: 'cluster', uuid: uid, name: cluster.name, creatorId, labels, annotations: {} },
    actions: actionLinks(baseUrl, `clusters/${id}`, ['generateKubeconfig', 'importYaml']),
    links: linksOf(id, baseUrl),
    created: seconds(cluster.createdAt),
    createdTS: Date.parse(seconds(cluster.createdAt)),
    ...{ appliedEnableNetworkPolicy: false, enableNetworkPolicy: false, internal: false, istioEnabled: false },
    ...{ defaultClusterRoleForProjectMembers: null, dockerRootDir: '/var/lib/docker' },
    ...{ linuxWorkerCount: 0, nodeCount: 0, nodeVersion: 0, readyReconciling: false },
    ...{ windowsPreferedCluster: false, windowsWorkerCount: 0 },
    state: name,
    transitioning: error ? 'error' : transitioning ? 'yes' : 'no',
    transitioningMessage: transitioning || error ? message : '',
  };
}

const seconds = (time: string): string => time.replace(/\.\d+/, '');

export function specView(cluster: ManagementCluster, from: ProvisioningCluster | undefined) {
  const endpoint = typed('localClusterAuthEndpoint', fixed.authEndpointOf(from));
  const secrets = { clusterSecrets: typed('clusterSecrets') };
  return {
    ...{ agentImageOverride: '', description: cluster.description, enableNetworkPolicy: null, ...secrets },
    ...{ desiredAgentImage: fixed.AGENT_IMAGE, desiredAuthImage: fixed.AUTH_IMAGE },
    ...{ fleetWorkspaceName: from?.namespace ?? 'fleet-default', importedConfig: typed('importedConfig') },
    localClusterAuthEndpoint: endpoint,
    appliedSpec: typed('clusterSpec', {
      ...{ ...fixed.APPLIED_SPEC, ...secrets, defaultClusterRoleForProjectMembers: null },
      ...{ dockerRootDir: '/var/lib/docker', localClusterAuthEndpoint: endpoint },
    }),
    capabilities: typed('capabilities', {
      loadBalancerCapabilities: typed('loadBalancerCapabilities', { healthCheckSupported: false }),
      nodePoolScalingSupported: false,
    }),
  };
}

export const upstreamView = () =>
  Object.fromEntries(Object.entries(fixed.UPSTREAM).map(([name, value]) => [name, typed(name, value)]));

function statusView(store: RancherStore, cluster: ManagementCluster, from: ProvisioningCluster | undefined) {
  const nodes = nodesOf(store, cluster.id);
  const roles = rolesOfNodes(store, cluster.id);
  const version = fixed.versionOf(store, cluster, from);
  return {
    ...upstreamView(),
    ...{ agentImage: cluster.active ? fixed.AGENT_IMAGE : '', authImage: '' },
    conditions: cluster.conditions.map(normanCondition),
    driver: cluster.contact !== 'none' ? 'imported' : '',
    provider: from ? 'rke2' : '',
    readyReconciling: fixed.isReconciling(cluster),
    nodeCount: nodes.length,
    linuxWorkerCount: roles.filter(({ worker }) => worker).length,
    ...(from && { info: infoView(cluster, from, nodes.length) }),
    ...(cluster.isReporting && quantitiesView(cluster, roles)),
    ...(version && {
      ...{ version: typed('info', version) },
      ...{ apiEndpoint: 'https://10.43.0.1:443', caCert: Buffer.from(caCertificate).toString('base64') },
      serviceAccountTokenSecret: `cluster-serviceaccounttoken-${cluster.uid.slice(0, 5)}`,
      ...(cluster.contact === 'complete' && { agentFeatures: fixed.AGENT_FEATURES }),
      appliedAgentEnvVars: Object.entries(fixed.AGENT_ENV).map(([name, value]) => typed('envVar', { name, value })),
    }),
  };
}

const infoView = ({ active }: ManagementCluster, from: ProvisioningCluster, nodeCount: number) =>
  typed('clusterInfo', {
    ...(active && { arch: 'amd64' }),
    ...{ kubernetesVersion: wantedVersion(from.spec), machineProvider: 'custom', nodeCount },
    provisioningClusterRef: typed('objectReference', fixed.provisioningRef(from)),
  });

/** Quantities are zero, not absent, until there are nodes. */
export function quantitiesView({ conditions }: ManagementCluster, roles: NodeRoles[]) {
  const isKnown = conditions.some(({ type }) => type === 'GlobalAdminsSynced');
  const { capacity, requested } = isKnown
    ? clusterQuantities(roles)
    : { capacity: fixed.NOTHING, requested: fixed.NOTHING };
  return { allocatable: capacity, capacity, limits: fixed.NOTHING, requested };
}
