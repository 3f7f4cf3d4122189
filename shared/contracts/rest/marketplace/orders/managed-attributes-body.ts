import { z } from 'zod';
import { knownFields } from '#shared/contracts/rest/_core/known-fields';
import { TEXT } from '#shared/contracts/rest/_core/waldur-texts';
import { type ManagedAttributes, managedAttributes } from '#shared/domain/infrastructure/managed-attributes';
import { managedAttributeFields } from './managed-attribute-fields.ts';
import { orderAttributeFields } from './order-attributes-body.ts';
import { viewManagedPoolRequest } from './pools/pool-body.ts';
import { poolSettingsOf, viewSeenSettings } from './pools/pool-settings-body.ts';

/** Attributes of the workers. An order with `pools` has none of these attributes. */
const WORKERS = ['worker_nodes_count', 'worker_nodes_flavor_name', 'worker_nodes_data_volume_size'] as const;

const isDictionary = (value: unknown): value is object => typeof value === 'object' && value !== null;
/** This check runs even if other attributes have errors. */
const requiredUnlessPools = (name: (typeof WORKERS)[number]) =>
  z.refine<object>((body) => name in body || 'pools' in body, {
    ...{ path: [name], error: TEXT.required },
    when: ({ value }) => isDictionary(value),
  });

/** The `attributes` of `POST marketplace-orders/` for an offering of managed clusters. */
export const managedAttributesBody = knownFields(managedAttributeFields, 'attribute', {
  names: Object.keys(orderAttributeFields.shape),
  text: 'Only self-managed clusters have this attribute.',
})
  .check(...WORKERS.map(requiredUnlessPools))
  .transform((body) => ({
    ...managedAttributes.parse({
      name: body.name,
      description: body.description,
      openstackOfferingUuids: body.openstack_offering_uuid_list,
      workerNodesCount: body.worker_nodes_count ?? 0,
      workerNodesFlavorName: body.worker_nodes_flavor_name ?? '',
      workerNodesDataVolumeSizeMb: body.worker_nodes_data_volume_size ?? 0,
      workerNodesDataVolumeTypeName: body.worker_nodes_data_volume_type_name,
      installLonghorn: body.install_longhorn,
      workerNodesLonghornVolumeSizeMb: body.worker_nodes_longhorn_volume_size ?? undefined,
      workerNodesLonghornVolumeTypeName: body.worker_nodes_longhorn_volume_type_name,
      managementCidrs: body.management_cidrs ?? undefined,
      kubernetesVersion: body.kubernetes_version ?? undefined,
      endDate: body.end_date ?? undefined,
      pools: body.pools,
      poolSettings: poolSettingsOf(body),
    }),
    ...body.ssh_public_key,
  }));

const viewWorkers = (attributes: ManagedAttributes) => ({
  worker_nodes_count: attributes.workerNodesCount,
  worker_nodes_flavor_name: attributes.workerNodesFlavorName,
  worker_nodes_data_volume_size: attributes.workerNodesDataVolumeSizeMb,
  worker_nodes_data_volume_type_name: attributes.workerNodesDataVolumeTypeName,
  worker_nodes_longhorn_volume_size: attributes.workerNodesLonghornVolumeSizeMb,
  worker_nodes_longhorn_volume_type_name: attributes.workerNodesLonghornVolumeTypeName,
});

/**
 * Shows the attributes as they were ordered. Attributes that the order left out are not shown. Without `withSecrets`,
 * fields that may contain secrets are left out, too.
 */
export const viewManagedAttributes = (
  attributes: ManagedAttributes,
  withSecrets: boolean,
): Record<string, unknown> => ({
  name: attributes.name,
  description: attributes.description,
  openstack_offering_uuid_list: attributes.openstackOfferingUuids,
  ...(attributes.pools
    ? { pools: attributes.pools.map((pool) => viewManagedPoolRequest(pool, withSecrets)) }
    : viewWorkers(attributes)),
  ...(attributes.poolSettings && viewSeenSettings(attributes.poolSettings, withSecrets)),
  install_longhorn: attributes.installLonghorn,
  management_cidrs: attributes.managementCidrs,
  kubernetes_version: attributes.kubernetesVersion,
  end_date: attributes.endDate,
  ssh_public_key: attributes.sshPublicKey,
});
