import { z } from 'zod';
import { type ManagedAttributes, managedAttributes } from '../../domain/managed/managed-attributes.ts';
import { flag, integer, looseText, reference, text } from './fields.ts';
import { keyChoice } from './key-choice.ts';
import { knownFields } from './known-fields.ts';

/** Null and an empty text mean none, as Waldur's forms send it. */
const typeName = () =>
  z
    .string()
    .trim()
    .max(255)
    .nullish()
    .transform((name) => name || undefined);

/** Attributes of a managed order (the seed's "Managed Mode Orders"); sizes in MB. */
export const managedAttributesBody = knownFields(
  z.object({
    name: text(150),
    description: looseText(2000).default(''),
    openstack_offering_uuid_list: z
      .array(reference('marketplace-public-offerings', 'marketplace-provider-offerings'))
      .max(100)
      .default([]),
    worker_nodes_count: integer(0),
    worker_nodes_flavor_name: text(255),
    worker_nodes_data_volume_size: integer(0),
    worker_nodes_data_volume_type_name: typeName(),
    install_longhorn: flag().default(false),
    worker_nodes_longhorn_volume_size: integer(1).nullish(),
    worker_nodes_longhorn_volume_type_name: typeName(),
    ssh_public_key: keyChoice(),
  }),
).transform((body) => ({
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
  }),
  ...body.ssh_public_key,
}));

/** The attributes as they were ordered; what was left out is left out. */
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
  ssh_public_key: attributes.sshPublicKey,
});
