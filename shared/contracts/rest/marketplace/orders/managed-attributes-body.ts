import { knownFields } from '#shared/contracts/rest/_core/known-fields';
import { type ManagedAttributes, managedAttributes } from '#shared/domain/infrastructure/managed-attributes';
import { managedAttributeFields } from './managed-attribute-fields.ts';
import { orderAttributeFields } from './order-attributes-body.ts';

/** The `attributes` of `POST marketplace-orders/` for an offering of managed clusters. */
export const managedAttributesBody = knownFields(managedAttributeFields, 'attribute', {
  names: Object.keys(orderAttributeFields.shape),
  text: 'Only self-managed clusters have this attribute.',
}).transform((body) => ({
  ...managedAttributes.parse({
    name: body.name,
    description: body.description,
    openstackOfferingUuids: body.openstack_offering_uuid_list,
    workerNodesCount: body.worker_nodes_count,
    workerNodesFlavorName: body.worker_nodes_flavor_name,
    workerNodesDataVolumeSizeMb: body.worker_nodes_data_volume_size,
    workerNodesDataVolumeTypeName: body.worker_nodes_data_volume_type_name,
    installLonghorn: body.install_longhorn,
    workerNodesLonghornVolumeSizeMb: body.worker_nodes_longhorn_volume_size ?? undefined,
    workerNodesLonghornVolumeTypeName: body.worker_nodes_longhorn_volume_type_name,
    managementCidrs: body.management_cidrs ?? undefined,
    kubernetesVersion: body.kubernetes_version ?? undefined,
    endDate: body.end_date ?? undefined,
  }),
  ...body.ssh_public_key,
}));

/** Shows the attributes as they were ordered. Attributes that the order left out are not shown. */
export const viewManagedAttributes = (attributes: ManagedAttributes): Record<string, unknown> => ({
  name: attributes.name,
  description: attributes.description,
  openstack_offering_uuid_list: attributes.openstackOfferingUuids,
  worker_nodes_count: attributes.workerNodesCount,
  worker_nodes_flavor_name: attributes.workerNodesFlavorName,
  worker_nodes_data_volume_size: attributes.workerNodesDataVolumeSizeMb,
  worker_nodes_data_volume_type_name: attributes.workerNodesDataVolumeTypeName,
  install_longhorn: attributes.installLonghorn,
  worker_nodes_longhorn_volume_size: attributes.workerNodesLonghornVolumeSizeMb,
  worker_nodes_longhorn_volume_type_name: attributes.workerNodesLonghornVolumeTypeName,
  management_cidrs: attributes.managementCidrs,
  kubernetes_version: attributes.kubernetesVersion,
  end_date: attributes.endDate,
  ssh_public_key: attributes.sshPublicKey,
});
