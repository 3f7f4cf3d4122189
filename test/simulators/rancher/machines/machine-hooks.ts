import type { RancherMachine } from './machine-objects.ts';

/** The prefixes of the annotations that hold up the deletion of a machine, one for each hook step of the deletion. */
const PREFIXES = {
  preDrainHook: 'pre-drain.delete.hook.machine.cluster.x-k8s.io',
  preTerminateHook: 'pre-terminate.delete.hook.machine.cluster.x-k8s.io',
} as const;
export type HookStep = keyof typeof PREFIXES;

/** Rancher's own hook, on members of etcd. */
export const ETCD_HOOK = `${PREFIXES.preTerminateHook}/rke-bootstrap-cleanup`;

export const hooksOf = ({ annotations }: Pick<RancherMachine, 'annotations'>, step: HookStep): string[] =>
  Object.keys(annotations)
    .filter((key) => key.startsWith(PREFIXES[step]))
    .sort();

/**
 * Whether etcd holds up the deletion of the machine. The machine must leave etcd first, or somebody must release the
 * machine.
 */
export const isHeldByEtcd = ({ roles, deletionStep, isReleased }: RancherMachine): boolean =>
  roles.etcd && !isReleased && deletionStep !== 'infrastructure' && deletionStep !== 'bootstrap';

export function hookMessage(machine: RancherMachine, step: HookStep): string {
  const own = step === 'preTerminateHook' && isHeldByEtcd(machine) ? [ETCD_HOOK] : [];
  const when = step === 'preTerminateHook' ? 'pre-terminate' : 'pre-drain';
  return `Waiting for ${when} hooks to succeed (hooks: ${[...own, ...hooksOf(machine, step)].sort().join(',')})`;
}
