import { z } from 'zod';
import {
  integer,
  looseText,
  mapKey,
  mapOf,
  optional,
  optionalReference,
  text,
} from '#shared/contracts/rest/_core/fields';
import { asGoodAsRoot, withRootEntries } from '#shared/contracts/rest/_core/root-fields';
import type { ClusterApiRequest, RequestedClusterApi } from '#shared/domain/planning/cluster-api/cluster-request';
import { ROOT_LABELS } from '#shared/domain/planning/cluster-api/template-labels';

/** Maximum numbers of machines. Larger control planes make etcd slower. */
const MAX_MASTERS = 9;
const MAX_NODES = 1000;
const MAX_NAME = 255;
const MAX_VOLUME_GB = 1_000_000;

/** Maximum number of labels, and maximum length of a label's value. */
const MAX_LABELS = 100;
const MAX_LABEL = 2000;
/** Labels by name. Unknown names are refused later, when the template is known. */
export const labelsBody = () =>
  withRootEntries(mapOf(mapKey(MAX_NAME).min(1), looseText(MAX_LABEL), MAX_LABELS), ROOT_LABELS);

const name = () => optional(text(MAX_NAME));
/** Attributes of an order for a cluster of Cluster API. They have the same names as the fields of Magnum's clusters. */
export const clusterApiFields = {
  cluster_api_template: asGoodAsRoot(optionalReference('cluster-api-templates'), 'machine'),
  master_count: integer(1, MAX_MASTERS).optional(),
  node_count: integer(0, MAX_NODES).optional(),
  flavor_id: name(),
  master_flavor_id: name(),
  keypair: asGoodAsRoot(name(), 'keys'),
  fixed_network: name(),
  fixed_subnet: name(),
  docker_volume_size: optional(integer(1, MAX_VOLUME_GB)),
  labels: labelsBody().optional(),
  merge_labels: z.boolean().default(false),
};
const body = z.object(clusterApiFields);
type Body = z.infer<typeof body>;

/** The fields that have a value. Null and undefined are left out. */
const given = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));

/** The cluster that an order requests from Cluster API. Undefined if the order names no template. */
export function requestedClusterApi(fields: Body): RequestedClusterApi | undefined {
  const { cluster_api_template: templateUuid, master_count = 1, node_count = 1, merge_labels, labels } = fields;
  if (templateUuid === undefined) return undefined;
  return {
    templateUuid,
    masterCount: master_count,
    nodeCount: node_count,
    mergesLabels: merge_labels,
    overrides: given({
      flavorId: fields.flavor_id,
      masterFlavorId: fields.master_flavor_id,
      keypairId: fields.keypair,
      fixedNetwork: fields.fixed_network,
      fixedSubnet: fields.fixed_subnet,
      dockerVolumeSize: fields.docker_volume_size,
      labels,
    }),
  };
}

/** The names of the attributes for Cluster API that an order has. `merge_labels: false` is the same as no value. */
export const clusterApiFieldsIn = (fields: Body): string[] =>
  Object.entries(given(fields)).flatMap(([field, value]) =>
    Object.hasOwn(clusterApiFields, field) && value !== false ? [field] : [],
  );

/** Shows the attributes that the order has stored, including the values that come from the template. */
export const viewClusterApiRequest = ({ templateUuid, masterCount, nodeCount, spec }: ClusterApiRequest) => ({
  cluster_api_template: templateUuid,
  master_count: masterCount,
  node_count: nodeCount,
  flavor_id: spec.flavorId,
  master_flavor_id: spec.masterFlavorId,
  keypair: spec.keypairId,
  fixed_network: spec.fixedNetwork,
  fixed_subnet: spec.fixedSubnet,
  docker_volume_size: spec.dockerVolumeSize,
  labels: spec.labels,
});
