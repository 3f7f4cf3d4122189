import type { ManagementCluster, ProvisioningCluster } from '#test/simulators/rancher/_core/rancher-objects';
import { nodesOf, type RancherStore } from '#test/simulators/rancher/_core/rancher-store';
import { wantedVersion } from '#test/simulators/rancher/machines/node-releases';
import { rolesOfNodes } from '#test/simulators/rancher/machines/node-view';
import { actionLinks } from '#test/simulators/rancher/norman/norman-view';
import { managementSummary, steveCondition } from '../cluster-conditions.ts';
import { managedFields } from '../provisioning-view.ts';
import * as fixed from './management-spec.ts';
import { quantitiesView } from './management-view.ts';

const TYPE = 'management.cattle.io.cluster';

/** A v3 cluster as steve shows it. It is read-only, since writes go through norman. */
export function managementSteveView(store: RancherStore, cluster: ManagementCluster, baseUrl: string) {
  const { id } = cluster;
  const from = cluster.origin;
  const self = `${baseUrl}/v1/${TYPE}s/${id}`;
  const link = (name: string) => [name, `${self}?link=${name}`];
  return {
    ...{ id, type: TYPE },
    links: {
      ...Object.fromEntries(['log', 'projects', 'schemas', 'subscribe'].map(link)),
      ...{ patch: 'blocked', remove: 'blocked', update: 'blocked', self, view: self },
      shell: `${baseUrl.replace(/^https?:/, 'wss:')}/v3/clusters/${id}?shell=true`,
    },
    actions: {
      apply: `${self}?action=apply`,
      ...actionLinks(baseUrl, `clusters/${id}`, ['generateKubeconfig', 'importYaml']),
    },
    ...{ apiVersion: 'management.cattle.io/v3', kind: 'Cluster' },
    metadata: metadataOf(cluster, from),
    spec: specOf(cluster, from),
    status: statusOf(store, cluster, from),
  };
}

function metadataOf(cluster: ManagementCluster, from: ProvisioningCluster | undefined) {
  const { id, createdAt, deletedAt, creatorId, finalizers, resourceVersion, uid } = cluster;
  const { name: state, message, transitioning, error } = managementSummary(cluster);
  const creationTimestamp = createdAt.replace(/\.\d+/, '');
  const role = (kind: string) => ({
    ...{ toId: `${id}-cluster${kind}`, toType: 'rbac.authorization.k8s.io.clusterrole', rel: 'owner' },
    ...{ state: 'active', message: 'Resource is current' },
  });
  return {
    annotations: { ...fixed.managementAnnotations(cluster, from), 'field.cattle.io/creatorId': creatorId },
    creationTimestamp,
    ...(deletedAt !== undefined && { deletionGracePeriodSeconds: 0, deletionTimestamp: deletedAt }),
    fields: [id, creationTimestamp],
    ...{ finalizers, generation: 1, labels: fixed.managementLabels(cluster, from) },
    managedFields: managedFields('management.cattle.io/v3', creationTimestamp),
    name: id,
    relationships: [
      ...(from
        ? [
            {
              ...{ fromId: cluster.provisioningKey, fromType: 'provisioning.cattle.io.cluster', rel: 'applies' },
              ...{ state, message, ...(transitioning && { transitioning }) },
            },
          ]
        : []),
      ...['member', 'owner'].map(role),
    ],
    resourceVersion: String(resourceVersion),
    state: { error, message, name: state, transitioning },
    uid,
  };
}

const specOf = ({ name, description }: ManagementCluster, from: ProvisioningCluster | undefined) => ({
  ...{ agentImageOverride: '', clusterSecrets: {}, description, displayName: name, enableNetworkPolicy: null },
  ...{ desiredAgentImage: fixed.AGENT_IMAGE, desiredAuthImage: fixed.AUTH_IMAGE },
  ...{ fleetWorkspaceName: from?.namespace ?? 'fleet-default', importedConfig: { kubeConfig: '' }, internal: false },
  ...{ localClusterAuthEndpoint: fixed.authEndpointOf(from), windowsPreferedCluster: false },
});

function statusOf(store: RancherStore, cluster: ManagementCluster, from: ProvisioningCluster | undefined) {
  const nodes = nodesOf(store, cluster.id);
  const roles = rolesOfNodes(store, cluster.id);
  const version = fixed.versionOf(store, cluster, from);
  return {
    ...{ agentImage: cluster.active ? fixed.AGENT_IMAGE : '', authImage: '', appliedEnableNetworkPolicy: false },
    ...fixed.UPSTREAM,
    appliedSpec: { ...fixed.APPLIED_SPEC, clusterSecrets: {}, localClusterAuthEndpoint: fixed.authEndpointOf(from) },
    capabilities: { loadBalancerCapabilities: {} },
    ...(cluster.isReporting && quantitiesView(cluster, roles)),
    conditions: cluster.conditions.map(steveCondition),
    ...{ driver: cluster.contact !== 'none' ? 'imported' : '', provider: from ? 'rke2' : '' },
    ...(from && {
      info: {
        ...(cluster.active && { arch: 'amd64', nodeCount: nodes.length }),
        ...{ kubernetesVersion: wantedVersion(from.spec), machineProvider: 'custom' },
        provisioningClusterRef: fixed.provisioningRef(from),
      },
    }),
    readyReconciling: fixed.isReconciling(cluster),
    ...(version && { version, agentFeatures: fixed.AGENT_FEATURES }),
  };
}
