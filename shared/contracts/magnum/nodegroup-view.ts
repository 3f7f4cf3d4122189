import { type Uuid, withHyphens } from '#shared/domain/_core/identifier';
import type { MagnumStatus } from '#shared/domain/cluster-api/magnum-status';
import type { ShownGroup } from '#shared/domain/cluster-api/status/shown-group';
import type { ClusterApiSpec } from '#shared/domain/planning/cluster-api/cluster-spec';
import { type MagnumRoot, magnumTime } from './links.ts';

/** From this minor version on, a node group shows the labels and taints of its nodes. */
const NODE_LABELS = 14;
/**
 * Before this minor version, the field `stack_id` shows the cluster's name in Cluster API. From this version on, the
 * field is left out.
 */
const CLUSTER_ID = 13;

/** The data for the view of a node group, besides the group itself. */
export type GroupContext = {
  root: MagnumRoot;
  minor: number;
  projectId: string;
  statusOf: (name: string) => MagnumStatus;
  statusReason: string | null;
  spec: Pick<ClusterApiSpec, 'capiName' | 'labels' | 'dockerVolume'>;
  created: string;
  modified: string;
};

export function viewNodeGroupInList({ uuid, name, role, isDefault, spec }: ShownGroup, context: GroupContext) {
  return {
    ...{ uuid: withHyphens(uuid), name, role, is_default: isDefault, node_count: spec.replicas },
    ...{ flavor_id: spec.flavorName, image_id: spec.imageId, min_node_count: spec.min ?? 1 },
    ...{ max_node_count: spec.max ?? null, status: context.statusOf(name) },
    ...(context.minor < CLUSTER_ID && { stack_id: context.spec.capiName }),
  };
}

const nodeGroupLinks = (root: MagnumRoot, clusterUuid: Uuid, uuid: Uuid) => {
  const path = `clusters/${withHyphens(clusterUuid)}/nodegroups/${withHyphens(uuid)}`;
  return [
    { href: `${root}/v1/${path}`, rel: 'self' },
    { href: `${root}/${path}`, rel: 'bookmark' },
  ];
};

export function viewNodeGroup(group: ShownGroup, context: GroupContext) {
  const { root, minor, projectId, statusReason, spec, created, modified } = context;
  const { uuid, clusterUuid } = group;
  return {
    ...viewNodeGroupInList(group, context),
    cluster_id: withHyphens(clusterUuid),
    project_id: projectId,
    docker_volume_size: spec.dockerVolume?.sizeGb ?? null,
    labels: spec.labels,
    node_addresses: [],
    status_reason: statusReason,
    version: null,
    ...(minor >= NODE_LABELS && {
      node_labels: group.spec.labels ?? {},
      node_taints: (group.spec.taints ?? []).map(({ key, value, effect }) => `${key}=${value}:${effect}`),
    }),
    links: nodeGroupLinks(root, clusterUuid, uuid),
    created_at: magnumTime(created),
    updated_at: magnumTime(modified),
  };
}
