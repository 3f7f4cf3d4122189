import { isRunning, type RancherMachine } from './machine-objects.ts';

/** The groups of machines that the planner handles one after the other, under the planner's names. */
export type Tier = 'bootstrap' | 'etcd' | 'control plane' | 'worker';
const TIERS: readonly Tier[] = ['bootstrap', 'etcd', 'control plane', 'worker'];

/** The Kubernetes release in a cluster's spec, or Rancher's default. */
export function wantedVersion(spec: Record<string, unknown> = {}): string {
  const asked = spec.kubernetesVersion;
  return typeof asked === 'string' && asked !== '' ? asked : 'v1.31.7+rke2r1';
}

export function tierOf({ isInitNode, roles }: RancherMachine): Tier {
  if (isInitNode) return 'bootstrap';
  if (roles.etcd) return 'etcd';
  return roles.controlPlane ? 'control plane' : 'worker';
}

/** Whether a machine runs another release than the one in the cluster's spec. */
export const isBehind = (machine: RancherMachine, spec: Record<string, unknown> | undefined): boolean =>
  isRunning(machine) && machine.kubeletVersion !== wantedVersion(spec);

export const byTier = (machines: readonly RancherMachine[]): [Tier, RancherMachine[]][] =>
  TIERS.map((tier) => [tier, machines.filter((machine) => tierOf(machine) === tier)]);

/**
 * The API server's release. It is the oldest release among the control plane machines, since any of them may answer a
 * client.
 */
export function serverVersion(machines: readonly RancherMachine[]): string | undefined {
  const running = machines.filter(({ kubeletVersion, roles }) => kubeletVersion !== '' && roles.controlPlane);
  return running
    .map(({ kubeletVersion }) => kubeletVersion)
    .sort(new Intl.Collator('en', { numeric: true }).compare)[0];
}
