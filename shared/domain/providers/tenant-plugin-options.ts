import { z } from 'zod';
import { mergedOptions, nullable } from '../_core/options-change.ts';
import { lineText } from '../_core/text/plain-text.ts';

const name = lineText().min(1).max(255);
const storageMode = z.enum(['fixed', 'dynamic']);

const required = {
  /** Id or name of the external network for routers' gateways and floating IPs. */
  external_network_id: name,
};
const others = {
  /** Availability zone of servers and volumes. If absent, the cloud chooses the zone. */
  availability_zone: name.optional(),
  /**
   * `dynamic`: each volume type has a limit for its storage. `fixed`: only the sum of all storage has a limit
   * (docs/spec/orders.md#limits-of-tenants).
   */
  storage_mode: storageMode.optional(),
  /** Image of all machines in this cloud. If absent, the provider's `base_image_name` is used. */
  image_name: name.optional(),
};

/** Options of an offering that is a cloud for managed clusters. */
export const tenantPluginOptions = z.object({ ...required, ...others, storage_mode: storageMode.default('fixed') });
export type TenantPluginOptions = z.infer<typeof tenantPluginOptions>;

/** Changes of options. Null removes an option. Required options cannot be removed. */
export const tenantPluginOptionsChange = z.object(required).partial().extend(nullable(others));
export type TenantPluginOptionsChange = z.infer<typeof tenantPluginOptionsChange>;

export const changedTenantPluginOptions = (
  options: TenantPluginOptions,
  change: TenantPluginOptionsChange,
): TenantPluginOptions => tenantPluginOptions.parse(mergedOptions(options, change));
