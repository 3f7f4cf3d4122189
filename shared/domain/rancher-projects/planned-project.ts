import { groupPrincipal } from '../cluster-access/groups/group-names.ts';
import type { ProjectOffering } from '../marketplace/offering.ts';
import { withProjectDefaults } from '../marketplace/rancher-project-offering.ts';
import type { ProjectResource } from '../marketplace/rancher-project-order.ts';
import { gpuPolicies } from './gpu/gpu-policies.ts';
import { quotaKeyOf, quotaOf } from './project-quota.ts';

/** What an order of a project would make in Rancher and Keycloak. */
export type PlannedProject = {
  clusterId: string;
  /** The name of the project, and of its namespace. */
  name: string;
  /** The labels that the offering adds to the namespace. */
  labels: Readonly<Record<string, string>>;
  /** The amount of each component in the quota, in the notation of Kubernetes. */
  quota: { component: string; key: string; amount: string }[];
  /** Names of the Keycloak groups. Absent if the offering gives no access by Keycloak. */
  groups?: { parent: string; child: string };
  binding?: { role: string; principal: string };
  /** Names of the Kyverno policies that the cluster needs. */
  policies: string[];
};

type Part = Pick<ProjectResource, 'clusterId' | 'projectName' | 'role' | 'groups' | 'limits'>;

export function plannedProject(
  { components, pluginOptions }: Pick<ProjectOffering, 'components' | 'pluginOptions'>,
  { clusterId, projectName: name, role, groups, limits }: Part,
): PlannedProject {
  const { namespace_labels: labels, default_no_gpu_quota: isNoGpuDefault } = withProjectDefaults(pluginOptions);
  const amounts = quotaOf(components, limits);
  const quota = components.flatMap((component) => {
    const key = quotaKeyOf(component) ?? '';
    const amount = amounts[key];
    return amount === undefined || component.billing_type !== 'limit'
      ? []
      : [{ component: component.type, key, amount }];
  });
  const policies = gpuPolicies({ namespaceLabels: labels, isNoGpuDefault }).map(({ metadata }) => metadata.name);
  return {
    ...{ clusterId, name, labels, quota, policies },
    ...(groups && { groups, binding: { role, principal: groupPrincipal(groups.child) } }),
  };
}
