import { z } from 'zod';
import type { PlannedProject } from '#shared/domain/rancher-projects/planned-project';

/** What an order of a project in a shared cluster would make. */
export const plannedProjectView = z
  .object({
    cluster_id: z.string(),
    /** The name of the project in Rancher. `{number}` stands for the number that the resource’s slug will get. */
    name: z.string(),
    namespace: z.string(),
    namespace_labels: z.record(z.string(), z.string()),
    /** The enforced amount of each component, as a Kubernetes quantity. */
    quota: z.array(z.object({ component: z.string(), key: z.string(), amount: z.string() })),
    /** Null if the offering gives no access through Keycloak. */
    groups: z.object({ parent: z.string(), child: z.string() }).nullable(),
    binding: z.object({ role_template_id: z.string(), group_principal_id: z.string() }).nullable(),
    /** Names of the Kyverno policies that the cluster needs. Missing policies are applied with the order. */
    policies: z.array(z.string()),
  })
  .meta({ id: 'PlannedProject' });

export const viewPlannedProject = ({
  clusterId,
  name,
  labels,
  groups,
  binding,
  ...planned
}: PlannedProject): z.infer<typeof plannedProjectView> => ({
  cluster_id: clusterId,
  name,
  namespace: name,
  namespace_labels: { ...labels },
  quota: planned.quota,
  groups: groups ?? null,
  binding: binding ? { role_template_id: binding.role, group_principal_id: binding.principal } : null,
  policies: planned.policies,
});
