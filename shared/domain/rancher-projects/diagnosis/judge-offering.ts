import type { ProjectComponent } from '../../marketplace/rancher-project-offering.ts';
import { GPU_POOL, type PolicyState } from '../gpu/gpu-policies.ts';
import { quotaKeyOf, typesWithTakenKey } from '../project-quota.ts';
import { type Finding, type FoundPolicy, failed, passed, skipped } from './finding.ts';

/**
 * Whether a quota can be made from the components of an offering. Each key of the quota must belong to only one
 * component.
 */
export function judgeComponents(components: readonly ProjectComponent[]): Finding {
  const taken = typesWithTakenKey(components);
  if (taken.length > 0) {
    const message = `Another component already limits the same as ${taken.join(', ')}.`;
    return failed(message, 'Make a new offering in which each key of the quota belongs to one component.');
  }
  if (components.length === 0) return failed('The offering has no components.', 'Make a new offering with components.');
  const keys = components.map((component) => {
    const key = component.billing_type === 'limit' ? quotaKeyOf(component) : undefined;
    return `${component.type}: ${key ?? 'not enforced'}`;
  });
  return passed(`Components in the quota: ${keys.join(', ')}.`);
}

export function judgeCluster(clusterId: string, found: { name: string; state: string } | undefined): Finding {
  if (found) return passed(`Rancher has the cluster ${clusterId} (${found.name}, ${found.state}).`);
  return failed(
    `Cluster not found or invalid cluster ID: Rancher has no cluster ${clusterId}.`,
    'Enter the id as Rancher shows it in the address of the cluster: c-xxxxx or c-m-xxxxxxxx, without :p-….',
  );
}

type Role = { id: string; context: string };

export function judgeRole(role: string, listed: readonly Role[]): Finding {
  const ids = listed.filter(({ context }) => context === 'project').map(({ id }) => id);
  if (ids.includes(role)) return passed(`Rancher has the role template ${role}.`);
  const advice = `Set default_role to one of these: ${ids.toSorted().join(', ')}.`;
  return failed(`Rancher has no role template ${role} for projects.`, advice);
}

/**
 * Whether the cluster has nodes with the pool label of the offering's namespaces. `nodes`: names of the nodes with this
 * label.
 */
export function judgeLabels(labels: Readonly<Record<string, string>>, nodes: readonly string[]): Finding {
  const pool = labels[GPU_POOL];
  const given = Object.entries(labels).map(([key, value]) => `${key}=${value}`);
  if (given.length === 0) return skipped('The offering labels no namespaces.');
  if (pool === undefined) return passed(`Namespaces get the labels ${given.join(', ')}.`);
  if (nodes.length > 0) return passed(`Nodes with ${GPU_POOL}=${pool}: ${nodes.length}.`);
  return failed(
    `No node of the cluster has the label ${GPU_POOL}=${pool}, so pods of the offering’s namespaces find no node.`,
    `Label the nodes of the pool: kubectl label node <node> ${GPU_POOL}=${pool}`,
  );
}

export function judgeKyverno(policies: readonly FoundPolicy[]): Finding {
  if (policies.length === 0) return skipped('The offering needs no policies of Kyverno.');
  if (policies.every(({ state }) => state !== 'no Kyverno')) return passed('The cluster has Kyverno.');
  const names = policies.map(({ name }) => name).join(', ');
  return failed(`The cluster has no Kyverno, so it has none of the policies ${names}.`, 'Install Kyverno there.');
}

const ADVICE: Partial<Record<PolicyState, string>> = {
  changed: 'Delete a changed policy to get Paddock’s again with the next order, or keep the change on purpose.',
  missing: 'The missing policies were deleted, or were not applied yet. The next order applies them.',
};

/**
 * Whether the policies have the rules that Paddock applies. An older policy passes the check. A missing policy also
 * passes while there are no projects, because the next order applies the policy.
 */
export function judgePolicies(policies: readonly FoundPolicy[], projectCount: number): Finding {
  if (policies.length === 0) return skipped('The offering needs no policies of Kyverno.');
  if (policies.some(({ state }) => state === 'no Kyverno')) {
    return { ...skipped('The cluster has no Kyverno.'), policies: [...policies] };
  }
  const message = `${policies.map(({ name, state }) => `${name}: ${state}`).join(', ')}.`;
  const isWrong = ({ state }: FoundPolicy) => state === 'changed' || (state === 'missing' && projectCount > 0);
  const advice = [...new Set(policies.filter(isWrong).map(({ state }) => ADVICE[state]))].join(' ');
  return { ...(advice === '' ? passed(message) : failed(message, advice)), policies: [...policies] };
}

/** Whether the provider has a Keycloak. The check is skipped if the offering gives no access by Keycloak. */
export function judgeKeycloak(isWanted: boolean, isThere: boolean): Finding {
  if (!isWanted) return skipped('The offering gives no access by Keycloak.');
  if (isThere) return passed('The provider has a Keycloak.');
  return failed(
    'The offering gives access by Keycloak, but its provider has none.',
    'Set keycloak_url, keycloak_username and keycloak_password of the provider.',
  );
}
