import { z } from 'zod';
import { endDate } from '#shared/contracts/rest/_core/end-date';
import { described } from '#shared/contracts/rest/_core/field-text';
import { flag, integer, looseText, optional, paragraphs, reference, text } from '#shared/contracts/rest/_core/fields';
import { keyChoice } from '#shared/contracts/rest/_core/ssh-key-field';
import { managementCidrs } from '#shared/contracts/rest/providers/managed-options';
import { MANAGED_ATTRIBUTE_TEXTS } from './order-attribute-texts.ts';
import { MAX_POOLS, managedPoolBody } from './pools/pool-body.ts';
import { poolSettingsFields } from './pools/pool-settings-body.ts';
import { MAX_VOLUME_MB } from './volume-bodies.ts';

/** The name of a volume type. As in Waldur's forms, null and empty text mean no name. */
const typeName = () =>
  looseText(255)
    .nullish()
    .transform((name) => name || undefined);

/** More workers than the network of a tenant has room for. */
const MAX_WORKERS = 1000;

/** Attributes of an order for a managed cluster, with sizes in MB (docs/spec/orders.md#managed-orders). */
export const managedAttributeFields = z.object(
  described(
    {
      name: text(150),
      description: paragraphs(2000).default(''),
      openstack_offering_uuid_list: z
        .array(reference('marketplace-public-offerings', 'marketplace-provider-offerings'))
        .max(100)
        .default([]),
      worker_nodes_count: integer(0, MAX_WORKERS).optional(),
      worker_nodes_flavor_name: text(255).optional(),
      worker_nodes_data_volume_size: integer(0, MAX_VOLUME_MB).optional(),
      worker_nodes_data_volume_type_name: typeName(),
      install_longhorn: flag().default(false),
      worker_nodes_longhorn_volume_size: integer(1, MAX_VOLUME_MB).nullish(),
      worker_nodes_longhorn_volume_type_name: typeName(),
      management_cidrs: managementCidrs(),
      ssh_public_key: keyChoice(),
      kubernetes_version: optional(text(50)),
      end_date: endDate().optional(),
      pools: z.array(managedPoolBody).max(MAX_POOLS).optional(),
      ...poolSettingsFields,
    },
    MANAGED_ATTRIBUTE_TEXTS,
  ),
);
