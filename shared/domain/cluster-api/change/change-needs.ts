import { quotaProblems } from '../../planning/checks/check-tenant-quotas.ts';
import type { TenantFacts } from '../../planning/cloud-facts.ts';
import { controlPlaneNeeds, groupNeeds } from '../../planning/cluster-api/machine-needs.ts';
import type { ChangeStep } from './change-plan.ts';
import { type ClusterForm, CONTROL_PLANE, groupIn } from './cluster-form.ts';

/**
 * Number of machines that a step adds before it deletes other machines: all new machines of a growing group, or one
 * batch of replacements in a rollout.
 */
const newMachines = ({ kind, count, atOnce }: ChangeStep): number => {
  if (kind === 'delete') return 0;
  return kind === 'create' ? count : atOnce;
};

/** Quotas of the tenant that the change would exceed while it runs. */
export function changeQuotaProblems(
  { spec }: ClusterForm,
  steps: readonly ChangeStep[],
  tenant: TenantFacts,
): string[] {
  const needs = steps.flatMap((step) => {
    const count = newMachines(step);
    if (step.group === CONTROL_PLANE) return controlPlaneNeeds(spec, count, tenant);
    const group = groupIn(spec, step.group);
    return group ? groupNeeds(spec, group, count, tenant) : [];
  });
  return quotaProblems(needs, tenant);
}
