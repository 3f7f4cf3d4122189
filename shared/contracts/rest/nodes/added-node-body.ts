import { z } from 'zod';
import type { Uuid } from '#shared/domain/_core/identifier';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import type { AddedNodeRequest } from '#shared/domain/infrastructure/managed-plan/plan-added-node';
import { nodeRole } from '#shared/domain/planning/order-attributes';
import { described } from '../_core/field-text.ts';
import { integer, optionalReference, reference } from '../_core/fields.ts';
import { knownFields } from '../_core/known-fields.ts';
import { parseBody } from '../_core/parse-body.ts';
import { keyChoice } from '../_core/ssh-key-field.ts';
import { withoutDisabled } from '../marketplace/orders/new-order.ts';
import { NODE_TEXTS } from '../marketplace/orders/order-attribute-texts.ts';
import { MAX_CPU, MAX_MEMORY_MB } from '../marketplace/orders/order-attributes-body.ts';
import { dataVolumesBody, MAX_VOLUME_MB, volumeTypeReference } from '../marketplace/orders/volume-bodies.ts';

/**
 * Descriptions of an added node's fields in the OpenAPI document. `without` describes the value of a field that is left
 * out.
 */
const ADDED_NODE_TEXTS = {
  ...NODE_TEXTS,
  role: { ...NODE_TEXTS.role, is: '`server` runs the control plane, `agent` runs workloads.' },
  tenant: { ...NODE_TEXTS.tenant, without: 'the tenant of the order; in a managed cluster, its only tenant' },
  subnet: { ...NODE_TEXTS.subnet, without: 'in a managed cluster, the network of its tenant' },
  flavor: {
    ...NODE_TEXTS.flavor,
    without: '`cpu` and `memory` select a flavor; without these too, a managed cluster’s order or offering names it',
  },
  cpu: { ...NODE_TEXTS.cpu, without: '`flavor` is required; in a managed cluster only if `memory` is given' },
  memory: { ...NODE_TEXTS.memory, without: '`flavor` is required; in a managed cluster only if `cpu` is given' },
  system_volume_size: {
    ...NODE_TEXTS.system_volume_size,
    without: 'in a managed cluster, the offering’s size for the role; else the smallest allowed size',
  },
  system_volume_type: {
    ...NODE_TEXTS.system_volume_type,
    without: 'in a managed cluster, the offering’s type for the role; else the cloud’s default type',
  },
  data_volumes: {
    is: NODE_TEXTS.data_volumes.is,
    example: NODE_TEXTS.data_volumes.example,
    without: 'in a managed cluster, the volumes that its order or offering has for the role; else none',
  },
};

/**
 * The fields of an added node, without its cluster. Sizes are in MB
 * (docs/spec/nodes.md#added-nodes-of-managed-clusters).
 */
const addedNodeFields = z.object(
  described(
    {
      role: nodeRole,
      tenant: optionalReference('openstack-tenants'),
      subnet: optionalReference('subnets', 'openstack-subnets'),
      flavor: optionalReference('flavors', 'openstack-flavors'),
      cpu: integer(1, MAX_CPU).optional(),
      memory: integer(1, MAX_MEMORY_MB).optional(),
      system_volume_size: integer(0, MAX_VOLUME_MB).optional(),
      system_volume_type: volumeTypeReference(),
      data_volumes: dataVolumesBody.optional(),
      ssh_public_key: keyChoice(),
    },
    ADDED_NODE_TEXTS,
  ),
);
type Added = AddedNodeRequest & { sshKeyUuid?: string | undefined };
const requestOf = (node: z.output<typeof addedNodeFields>): Added => ({
  role: node.role,
  tenantUuid: node.tenant,
  subnetUuid: node.subnet,
  flavorUuid: node.flavor,
  cpu: node.cpu,
  memoryMb: node.memory,
  systemVolumeSizeMb: node.system_volume_size,
  systemVolumeTypeUuid: node.system_volume_type,
  dataVolumes: node.data_volumes,
  ...node.ssh_public_key,
});

export const addedNodeBody = knownFields(addedNodeFields).transform(requestOf);

/**
 * The fields of an added node, with its cluster. Unlike in `addedNodeFields`, the subnet is required
 * (docs/spec/nodes.md#calls-of-nodes).
 */
export const newNodeBody = knownFields(
  addedNodeFields.extend({
    cluster: reference('rancher-clusters'),
    subnet: reference('subnets', 'openstack-subnets').meta({ description: NODE_TEXTS.subnet.is }),
  }),
).transform(({ cluster, ...node }) => ({ clusterUuid: cluster, ...requestOf(node) }));

type Toggles = Pick<SiteSettings, 'disableSshKeyInjection' | 'disableDataVolumeCreation'>;
const isDictionary = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const enabled = (body: unknown, site: Toggles) => (isDictionary(body) ? withoutDisabled(body, site) : body);

/** The cluster that a body names. Undefined if the body has no valid reference to a cluster. */
export const namedCluster = (body: unknown): Uuid | undefined =>
  z.object({ cluster: reference('rancher-clusters') }).safeParse(body).data?.cluster;

/** Parsers of an added node. They throw Invalid with the field's name. */
export const parseAddedNode = (body: unknown, site: Toggles) => parseBody(addedNodeBody, enabled(body, site));
export const parseNewNode = (body: unknown, site: Toggles) => parseBody(newNodeBody, enabled(body, site));
