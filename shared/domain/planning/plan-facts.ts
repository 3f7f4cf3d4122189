import type { Uuid } from '../_core/identifier.ts';
import type { SiteSettings } from '../_core/site-settings.ts';
import type { TenantFacts } from './cloud-facts.ts';

/** What the plan reads: the clouds' facts per tenant and the provider's choice of image. */
export type PlanFacts = {
  tenants: ReadonlyMap<Uuid, TenantFacts>;
  baseImageName: string;
  /** Names that machines in those tenants have already. */
  takenNames: ReadonlySet<string>;
  /** Each machine gets a floating IP of the network its subnet's router leads to (S0-283). */
  allocateFloatingIps: boolean;
  /** The offering's `flavors_regex`; a flavor's whole name must match it. */
  flavorsRegex?: string | undefined;
  /** The installation's own minima. */
  site: SiteSettings;
};
