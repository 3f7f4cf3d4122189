import { z } from 'zod';
import type { AddedNodeRequest } from '../../domain/managed/plan-added-node.ts';
import { nodeRole } from '../../domain/order-attributes.ts';
import type { SiteSettings } from '../../domain/site-settings.ts';
import { integer, optionalReference } from './fields.ts';
import { keyChoice } from './key-choice.ts';
import { knownFields } from './known-fields.ts';
import { resourceListing, resourceView } from './marketplace-resources.ts';
import { IDEMPOTENCY_KEY, withoutDisabled } from './new-order.ts';
import type { Operations } from './operation.ts';
import { dataVolumesBody, volumeTypeReference } from './order-attributes-body.ts';
import { parseBody } from './parse-body.ts';
import { nodeView } from './rancher-nodes.ts';

/** A node as it is ordered, without its cluster; sizes in MB (waldur-rancher.md §2.3). */
const addedNodeBody = knownFields(
  z.object({
    role: nodeRole,
    tenant: optionalReference('openstack-tenants'),
    subnet: optionalReference('subnets', 'openstack-subnets'),
    flavor: optionalReference('flavors', 'openstack-flavors'),
    cpu: integer(1).optional(),
    memory: integer(1).optional(),
    system_volume_size: integer().optional(),
    system_volume_type: volumeTypeReference(),
    data_volumes: dataVolumesBody.optional(),
    ssh_public_key: keyChoice(),
  }),
).transform((node): AddedNodeRequest & { sshKeyUuid?: string | undefined } => ({
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
}));

type Toggles = Pick<SiteSettings, 'disableSshKeyInjection' | 'disableDataVolumeCreation'>;
const isDictionary = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Throws Invalid naming the field. */
export const readAddedNode = (body: unknown, site: Toggles) =>
  parseBody(addedNodeBody, isDictionary(body) ? withoutDisabled(body, site) : body);

const LEFT_OUT =
  'What is left out is as the cluster’s order and its offering have it for nodes of that role; `cpu` and `memory` choose the smallest flavor that fits. `tenant` is needed where the cluster has several. The quotas of its tenant are widened when they have to be. Follow the node: the cluster’s state does not change.';

export const managedResourceOperations: Operations = {
  'GET /': { summary: 'List managed clusters as resources', rule: 'visible.list', listing: resourceListing },
  'GET /{uuid}/': {
    summary: 'Show a managed cluster as a resource',
    rule: 'resource.see',
    selectable: true,
    reply: resourceView,
  },
  'POST /{uuid}/add_node/': {
    summary: 'Add a node to a managed cluster',
    rule: 'managed_resource.add_node',
    description: LEFT_OUT,
    headers: IDEMPOTENCY_KEY,
    body: addedNodeBody,
    bodyExample: { role: 'agent' },
    status: 202,
    reply: nodeView,
    refuses: [400, 405, 409, 422, 502],
  },
};
