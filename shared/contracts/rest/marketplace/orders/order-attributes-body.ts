import { z } from 'zod';
import { endDate } from '#shared/contracts/rest/_core/end-date';
import { described } from '#shared/contracts/rest/_core/field-text';
import {
  flag,
  integer,
  optional,
  optionalReference,
  paragraphs,
  reference,
  text,
} from '#shared/contracts/rest/_core/fields';
import { knownFields } from '#shared/contracts/rest/_core/known-fields';
import { keyChoice } from '#shared/contracts/rest/_core/ssh-key-field';
import { TEXT } from '#shared/contracts/rest/_core/waldur-texts';
import {
  CLUSTER_NAME,
  MAX_CLUSTER_NAME,
  NOT_RESERVED,
  nodeRole,
  type OrderAttributes,
  type RequestedAttributes,
} from '#shared/domain/planning/order-attributes';
import {
  clusterApiFields,
  clusterApiFieldsIn,
  requestedClusterApi,
  viewClusterApiRequest,
} from './cluster-api-attributes.ts';
import { managedAttributeFields } from './managed-attribute-fields.ts';
import { NODE_TEXTS, ORDER_ATTRIBUTE_TEXTS } from './order-attribute-texts.ts';
import { MAX_POOLS, poolBody, viewPoolRequest } from './pools/pool-body.ts';
import { poolSettingsFields, poolSettingsOf, viewSeenSettings } from './pools/pool-settings-body.ts';
import { dataVolumesBody, MAX_VOLUME_MB, volumeTypeReference } from './volume-bodies.ts';

/** Waldur's text for an invalid name (docs/spec/waldur-http.md#rancher, create validation). */
const NAME_TEXT =
  "Name must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character";
const RESERVED_TEXT = "Name must be neither 'local' nor of the form 'c-xxxxx': Rancher reserves these names";

/** Maximum vCPUs and memory that a node may ask of a flavor. No cloud has larger machines. */
export const MAX_CPU = 10_000;
export const MAX_MEMORY_MB = 1_000_000 * 1024;
/** Maximum number of nodes in an order. The installation's own limit may be lower. */
const MAX_NODES = 500;
const MAX_GROUPS = 50;

/** A node of an order, with sizes in MB (docs/requirements.md#s0-s-self-managed-order-and-node-attributes). */
export const nodeBody = knownFields(
  z.object(
    described(
      {
        role: nodeRole,
        subnet: reference('subnets', 'openstack-subnets'),
        flavor: optionalReference('flavors', 'openstack-flavors'),
        cpu: integer(1, MAX_CPU).optional(),
        memory: integer(1, MAX_MEMORY_MB).optional(),
        tenant: optionalReference('openstack-tenants'),
        system_volume_size: integer(0, MAX_VOLUME_MB).optional(),
        system_volume_type: volumeTypeReference(),
        data_volumes: dataVolumesBody.default([]),
        ssh_public_key: keyChoice(),
      },
      NODE_TEXTS,
    ),
  ),
).transform((node) => ({
  role: node.role,
  subnetUuid: node.subnet,
  flavorUuid: node.flavor,
  cpu: node.cpu,
  memoryMb: node.memory,
  tenantUuid: node.tenant,
  systemVolumeSizeMb: node.system_volume_size,
  systemVolumeTypeUuid: node.system_volume_type,
  dataVolumes: node.data_volumes,
  ...node.ssh_public_key,
}));

const groupReference = () => reference('security-groups', 'openstack-security-groups');
/** A list of security groups. Waldur's clients send `[{url}]`. A list of references is accepted, too. */
const securityGroups = z
  .array(
    z.preprocess(
      (item) => (typeof item === 'object' && item !== null && 'url' in item ? item.url : item),
      groupReference(),
    ),
  )
  .max(MAX_GROUPS);

export const clusterName = () =>
  text(MAX_CLUSTER_NAME).regex(CLUSTER_NAME, NAME_TEXT).regex(NOT_RESERVED, RESERVED_TEXT);

/**
 * Attributes of an order for a self-managed cluster (docs/spec/orders.md#self-managed-orders). The use case checks the
 * number of nodes. It also checks that the ordered objects exist in the cloud and in Rancher.
 */
export const orderAttributeFields = z.object(
  described(
    {
      name: clusterName(),
      description: paragraphs(2000).default(''),
      cluster_template: optionalReference('rancher-cluster-templates'),
      nodes: z.array(nodeBody).max(MAX_NODES).optional(),
      tenant: optionalReference('openstack-tenants'),
      subnet: optionalReference('subnets', 'openstack-subnets'),
      vm_project: optionalReference('projects'),
      ssh_public_key: keyChoice(),
      security_groups: securityGroups.default([]),
      install_longhorn: flag().default(false),
      kubernetes_version: optional(text(50)),
      end_date: endDate().optional(),
      pools: z.array(poolBody).max(MAX_POOLS).optional(),
      ...poolSettingsFields,
      ...clusterApiFields,
    },
    ORDER_ATTRIBUTE_TEXTS,
  ),
);
export const orderAttributesBody = knownFields(orderAttributeFields, 'attribute', {
  names: Object.keys(managedAttributeFields.shape),
  text: 'Only managed clusters have this attribute.',
})
  .refine((body) => ['nodes', 'cluster_template', 'pools', 'cluster_api_template'].some((field) => field in body), {
    path: ['nodes'],
    error: TEXT.required,
    // Without `when`, zod would skip this check if a field has an error. With `when`, zod skips the check only if the
    // body is no object.
    when: ({ value }) => typeof value === 'object' && value !== null,
  })
  .transform(
    (body): RequestedAttributes => ({
      name: body.name,
      description: body.description,
      clusterTemplateUuid: body.cluster_template,
      nodes: body.nodes ?? [],
      tenantUuid: body.tenant,
      subnetUuid: body.subnet,
      vmProjectUuid: body.vm_project,
      ...body.ssh_public_key,
      securityGroupUuids: body.security_groups,
      installLonghorn: body.install_longhorn,
      kubernetesVersion: body.kubernetes_version ?? undefined,
      endDate: body.end_date ?? undefined,
      pools: body.pools,
      poolSettings: poolSettingsOf(body),
      requestedClusterApi: requestedClusterApi(body),
      clusterApiFields: clusterApiFieldsIn(body),
    }),
  );

type NodeAttributes = OrderAttributes['nodes'][number];
const viewVolume = (volume: NodeAttributes['dataVolumes'][number]) => ({
  size: volume.sizeMb,
  mount_point: volume.mountPoint,
  filesystem: volume.filesystem,
  volume_type: volume.volumeTypeUuid,
});
const viewNode = (node: NodeAttributes) => ({
  role: node.role,
  subnet: node.subnetUuid,
  flavor: node.flavorUuid,
  cpu: node.cpu,
  memory: node.memoryMb,
  tenant: node.tenantUuid,
  system_volume_size: node.systemVolumeSizeMb,
  system_volume_type: node.systemVolumeTypeUuid,
  data_volumes: node.dataVolumes.map(viewVolume),
  ssh_public_key: node.sshPublicKey,
});

/**
 * Shows the attributes as they were ordered. Attributes that refer to other objects have uuids as values. Attributes
 * that the order did not have are left out. Without `withSecrets`, fields that may contain secrets are left out, too.
 */
export const viewOrderAttributes = (attributes: OrderAttributes, withSecrets: boolean): Record<string, unknown> => ({
  name: attributes.name,
  description: attributes.description,
  cluster_template: attributes.clusterTemplateUuid,
  nodes: attributes.nodes.map(viewNode),
  tenant: attributes.tenantUuid,
  vm_project: attributes.vmProjectUuid,
  ssh_public_key: attributes.sshPublicKey,
  security_groups: attributes.securityGroupUuids,
  install_longhorn: attributes.installLonghorn,
  kubernetes_version: attributes.kubernetesVersion,
  end_date: attributes.endDate,
  pools: attributes.pools?.map((pool) => viewPoolRequest(pool, withSecrets)),
  ...(attributes.poolSettings && viewSeenSettings(attributes.poolSettings, withSecrets)),
  ...(attributes.clusterApi && viewClusterApiRequest(attributes.clusterApi)),
});
