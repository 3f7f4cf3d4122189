import { z } from 'zod';
import { isLimitedOffering, isRancherOffering, type Offering } from '#shared/domain/marketplace/offering';
import { COMPONENTS, componentType } from '#shared/domain/marketplace/prices/plan-prices';
import type { ProjectComponent } from '#shared/domain/marketplace/rancher-project-offering';
import type { AgentComponent } from '#shared/domain/marketplace/site-agent-offering';

/** A component for which an offering charges, with the same fields as in Waldur’s offerings. */
export const offeringComponent = z.object({
  type: z.string(),
  name: z.string(),
  measured_unit: z.string(),
  description: z.string(),
  /** `usage` charges for the amount used, `limit` for the amount ordered. */
  billing_type: z.enum(['usage', 'limit']),
  min_value: z.int().nullable(),
  max_value: z.int().nullable(),
  default_limit: z.int().nullable(),
  /** Only components of projects in shared clusters have `unit_factor` and `k8s_resource`. */
  unit_factor: z.number().optional(),
  k8s_resource: z.string().optional(),
});

export type OfferingComponent = z.infer<typeof offeringComponent>;

const UNBOUNDED = { min_value: null, max_value: null, default_limit: null };
const OF_CLUSTERS: readonly OfferingComponent[] = componentType.options.map((type) => ({
  type,
  name: COMPONENTS[type].name,
  measured_unit: COMPONENTS[type].measuredUnit,
  description: '',
  billing_type: 'usage',
  ...UNBOUNDED,
}));

const viewLimited = ({
  min_value,
  max_value,
  default_limit,
  ...rest
}: AgentComponent | ProjectComponent): OfferingComponent => ({
  ...rest,
  min_value: min_value ?? null,
  max_value: max_value ?? null,
  default_limit: default_limit ?? null,
});

/** The components of an offering. A cloud has no components, because nobody can order a cloud by itself. */
export function viewComponents(offering: Offering): OfferingComponent[] {
  if (isLimitedOffering(offering)) return offering.components.map(viewLimited);
  return isRancherOffering(offering) ? [...OF_CLUSTERS] : [];
}
