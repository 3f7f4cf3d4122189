import { withHyphens } from '#shared/domain/_core/identifier';
import { magnumHealth, magnumReason, magnumStatus } from '#shared/domain/cluster-api/magnum-status';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Order } from '#shared/domain/marketplace/order';
import { linksOf, type MagnumRoot, magnumTime } from './links.ts';

/**
 * From this minor version on, the cluster's name in Cluster API is in the field `cluster_id`. In earlier versions, it
 * is in `stack_id`.
 */
const CLUSTER_ID = 13;

type Shown = { cluster: Cluster; order?: Order };
/** Addresses of a cluster, as read from Cluster API. */
export type MagnumAddresses = { api: string | null; masters: readonly string[]; nodes: readonly string[] };
type Context = { root: MagnumRoot; minor: number; projectId: string };

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** The wanted state of the cluster: from its plan, or from its order if the cluster is not planned yet. */
function wantedOf({ cluster: { clusterApi: spec }, order }: Shown) {
  const request = order?.attributes?.clusterApi;
  if (spec) {
    const { controlPlane, nodeGroups, network, apiServer } = spec;
    const templateUuid = spec.templateUuid ?? request?.templateUuid;
    return {
      ...{ templateUuid, labels: spec.labels, keypair: spec.sshKeyName, dockerVolumeSize: spec.dockerVolume?.sizeGb },
      ...{ masters: controlPlane.replicas, nodes: sum(nodeGroups.map(({ replicas }) => replicas)) },
      ...{ masterFlavor: controlPlane.flavorName, flavor: nodeGroups[0]?.flavorName },
      ...{ fixedNetwork: network.fixedNetworkId, fixedSubnet: network.fixedSubnetId },
      ...{ hasFloatingIp: apiServer.hasFloatingIp, hasLoadBalancer: apiServer.loadBalancer !== undefined },
    };
  }
  const ordered = request?.spec;
  return {
    ...{ templateUuid: request?.templateUuid, labels: ordered?.labels ?? {}, keypair: ordered?.keypairId },
    ...{ dockerVolumeSize: ordered?.dockerVolumeSize },
    ...{ masters: request?.masterCount ?? 0, nodes: request?.nodeCount ?? 0 },
    ...{ masterFlavor: ordered?.masterFlavorId ?? ordered?.flavorId, flavor: ordered?.flavorId },
    ...{ fixedNetwork: ordered?.fixedNetwork, fixedSubnet: ordered?.fixedSubnet },
    ...{ hasFloatingIp: ordered?.labels.master_lb_floating_ip_enabled !== 'false' },
    hasLoadBalancer: ordered?.masterLbEnabled ?? true,
  };
}

export function viewClusterInList(shown: Shown, { root, minor }: Omit<Context, 'projectId'>) {
  const { cluster, order } = shown;
  const wanted = wantedOf(shown);
  const name = cluster.clusterApi?.capiName ?? null;
  return {
    uuid: withHyphens(cluster.uuid),
    name: cluster.name,
    cluster_template_id: wanted.templateUuid === undefined ? null : withHyphens(wanted.templateUuid),
    keypair: wanted.keypair ?? null,
    node_count: wanted.nodes,
    master_count: wanted.masters,
    docker_volume_size: wanted.dockerVolumeSize ?? null,
    labels: wanted.labels,
    flavor_id: wanted.flavor ?? null,
    master_flavor_id: wanted.masterFlavor ?? null,
    create_timeout: null,
    ...(minor >= CLUSTER_ID ? { cluster_id: name } : { stack_id: name }),
    status: magnumStatus(cluster, order),
    health_status: magnumHealth(cluster),
    links: linksOf(root, 'clusters', cluster.uuid),
  };
}

/** The version of Kubernetes. While the cluster is being created, the version that it will have. */
function versionOf({ state, clusterApi, kubernetesVersion }: Cluster): string {
  const isMade = state !== 'CREATION_SCHEDULED' && state !== 'CREATING';
  return isMade ? kubernetesVersion : (clusterApi?.labels.kube_tag ?? kubernetesVersion);
}

export function viewMagnumCluster(shown: Shown, context: Context, { api, masters, nodes }: MagnumAddresses) {
  const { cluster, order } = shown;
  const wanted = wantedOf(shown);
  const reason = magnumReason(cluster, order);
  return {
    ...viewClusterInList(shown, context),
    status_reason: reason,
    health_status_reason: {},
    faults:
      cluster.state === 'ERRED' && cluster.lastError ? { [cluster.lastError.step]: cluster.lastError.message } : {},
    discovery_url: null,
    api_address: api,
    master_addresses: masters,
    node_addresses: nodes,
    coe_version: versionOf(cluster),
    container_version: null,
    fixed_network: wanted.fixedNetwork ?? null,
    fixed_subnet: wanted.fixedSubnet ?? null,
    floating_ip_enabled: wanted.hasFloatingIp,
    master_lb_enabled: wanted.hasLoadBalancer,
    project_id: context.projectId,
    user_id: null,
    created_at: magnumTime(cluster.created),
    updated_at: magnumTime(cluster.modified),
  };
}
