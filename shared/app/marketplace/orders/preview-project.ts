import type { OrderDeps } from '#shared/app/planning/order-deps';
import type { ProjectOffering } from '#shared/domain/marketplace/offering';
import type { Project } from '#shared/domain/organizations/project';
import { type PlannedProject, plannedProject } from '#shared/domain/rancher-projects/planned-project';
import { orderedLimits } from '#shared/domain/site-agents/ordered-limits';
import { newLimitedPart } from '../site-agent-orders/new-limited-part.ts';
import { type OrderRequest, optionNamesOf } from './order-request.ts';

type Attempt = <T>(check: () => T | Promise<T>) => Promise<T | undefined>;
type Previewed = { project: Project; offering: ProjectOffering; request: OrderRequest };
/** Functions that the dry runs of all kinds of orders use. */
type Common = {
  attempt: Attempt;
  checkEnd(attributes: { endDate?: string | undefined }): unknown;
  /** Returns the slug for a name. The number at the end of a slug is still unknown, so it is a placeholder. */
  slugOf(name: string): string;
};

/** Placeholder for uuids that an order gets only when it is placed. */
const UUID = '{uuid}';

/**
 * Plans what an order of a project would create. No request is made to Rancher or Keycloak. So a name that already
 * exists there causes an error only when the order is carried out. Returns undefined when errors in the order prevent a
 * plan.
 */
export async function previewProject(
  { store }: Pick<OrderDeps, 'store'>,
  { project, offering, request }: Previewed,
  { attempt, checkEnd, slugOf }: Common,
): Promise<PlannedProject | undefined> {
  const attributes = await attempt(() => request.readSiteAgentAttributes(optionNamesOf(offering)));
  const limits = await attempt(() => orderedLimits(offering.components, request.readLimits()));
  if (attributes) await attempt(() => checkEnd(attributes));
  if (!attributes || !limits) return undefined;
  const slugs = { projectSlug: project.slug, customerSlug: '' };
  const said = { description: attributes.description, limits, slugs };
  const part = await newLimitedPart({ store }, { offering, project }, said);
  const { rancherProject } = part({ orderUuid: UUID, resourceUuid: UUID, slug: slugOf(attributes.name) }).resource;
  return rancherProject && plannedProject(offering, rancherProject);
}
