import { z } from 'zod';
import { mergedOptions, nullable } from '../_core/options-change.ts';
import { lineText } from '../_core/text/plain-text.ts';

const name = lineText().min(1).max(255);
const storageMode = z.enum(['fixed', 'dynamic']);

const required = {
  /** Id or name of the network that routers lead to and floating IPs are taken from. */
  external_network_id: name,
};
const others = {
  /** Of servers and volumes; the cloud's own choice without it. */
  availability_zone: name.optional(),
  /** Whether storage is limited by volume type (docs/spec/orders.md#limits-of-tenants). */
  storage_mode: storageMode.optional(),
  /** Of all machines there, where it is not the provider's `base_image_name`. */
  image_name: name.optional(),
};

/** What is said of a cloud that managed clusters are made in. */
export const tenantPluginOptions = z.object({ ...required, ...others, storage_mode: storageMode.default('fixed') });
export type TenantPluginOptions = z.infer<typeof tenantPluginOptions>;

/** Some of the options; null takes away what need not be there. */
export const tenantPluginOptionsChange = z.object(required).partial().extend(nullable(others));
export type TenantPluginOptionsChange = z.infer<typeof tenantPluginOptionsChange>;

export const changedTenantPluginOptions = (
  options: TenantPluginOptions,
  change: TenantPluginOptionsChange,
): TenantPluginOptions => tenantPluginOptions.parse(mergedOptions(options, change));
