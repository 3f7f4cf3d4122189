import { isRunning, type RancherMachine } from './machine-objects.ts';

/** The planner's names of what it sees to one after the other. */
export type Tier = 'bootstrap' | 'etcd' | 'control plane' | 'worker';
const TIERS: readonly Tier[] = ['bootstrap', 'etcd', 'control plane', 'worker'];

/** The release a cluster was asked to run; Rancher falls back to its own default. */
export function wantedVersion(spec: Record<string, unknown> = {}): string {
  const asked = spec.kubernetesVersion;
  return typeof asked === 'string' && asked !== '' ? asked : 'v1.31.7+rke2r1';
}

export function tierOf({ isInitNode, roles }: RancherMachine): Tier {
  if (isInitNode) return 'bootstrap';
  if (roles.etcd) return 'etcd';
  return roles.controlPlane ? 'control plane' : 'worker';
}

/** Runs another release than its cluster was asked to. */
export const isBehind = (machine: RancherMachine, spec: Record<string, unknown> | undefined): boolean =>
  isRunning(machine) && machine.kubeletVersion !== wantedVersion(spec);

export const byTier = (machines: readonly RancherMachine[]): [Tier, RancherMachine[]][] =>
  TIERS.map((tier) => [tier, machines.filter((machine) => tierOf(machine) === tier)]);

/** The API server's release: that of the control plane that is furthest behind, since it may answer a client. */
export function serverVersion(machines: readonly RancherMachine[]): string | undefined {
  const running = machines.filter(({ kubeletVersion, roles }) => kubeletVersion !== '' && roles.controlPlane);
  return running
    .map(({ kubeletVersion }) => kubeletVersion)
    .sort(new Intl.Collator('en', { numeric: true }).compare)[0];
}
