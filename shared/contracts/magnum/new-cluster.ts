import { z } from 'zod';
import { flag, optional, text } from '../rest/_core/fields.ts';
import { knownFields } from '../rest/_core/known-fields.ts';
import { labelTexts } from './label-texts.ts';

const MAX_NAME = 255;
/** These fields are checked later, by the checks of an order. */
const checkedLater = z.unknown().optional();

/**
 * The body of `POST /v1/clusters`. Clients send null for what they do not set. Paddock has its own time limits for the
 * creation of a cluster, so `create_timeout` has no effect.
 */
export const newMagnumCluster = knownFields(
  z.object({
    name: text(MAX_NAME),
    cluster_template_id: text(MAX_NAME),
    ...{
      master_count: checkedLater,
      node_count: checkedLater,
      flavor_id: checkedLater,
      master_flavor_id: checkedLater,
    },
    ...{ keypair: checkedLater, docker_volume_size: checkedLater, labels: checkedLater, merge_labels: checkedLater },
    ...{ fixed_network: checkedLater, fixed_subnet: checkedLater },
    floating_ip_enabled: optional(flag()),
    master_lb_enabled: optional(flag()),
    create_timeout: z.unknown().optional(),
    discovery_url: z.null().optional(),
  }),
);
type NewMagnumCluster = z.infer<typeof newMagnumCluster>;

/** Converts the body to the attributes of an order. Fields that are null are left out. */
export function orderAttributesOf(
  { labels, name, ...fields }: NewMagnumCluster,
  { templateUuid, tenantUuid }: { templateUuid: string; tenantUuid: string },
): Record<string, unknown> {
  const {
    cluster_template_id: _,
    create_timeout,
    discovery_url,
    floating_ip_enabled,
    master_lb_enabled,
    ...same
  } = fields;
  const given = { ...same, labels: labelTexts(labels) };
  return {
    ...{ name, tenant: tenantUuid, cluster_api_template: templateUuid },
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== null)),
  };
}
