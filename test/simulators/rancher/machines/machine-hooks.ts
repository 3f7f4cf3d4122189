import type { RancherMachine } from './machine-objects.ts';

/** Before which step of its deletion a machine can be held by an annotation. */
const PREFIXES = {
  preDrainHook: 'pre-drain.delete.hook.machine.cluster.x-k8s.io',
  preTerminateHook: 'pre-terminate.delete.hook.machine.cluster.x-k8s.io',
} as const;
export type HookStep = keyof typeof PREFIXES;

/** Rancher's own, on members of etcd. */
export const ETCD_HOOK = `${PREFIXES.preTerminateHook}/rke-bootstrap-cleanup`;

/** By what others hold a machine. */
export const hooksOf = ({ annotations }: Pick<RancherMachine, 'annotations'>, step: HookStep): string[] =>
  Object.keys(annotations)
    .filter((key) => key.startsWith(PREFIXES[step]))
    .sort();

/** A member of etcd is not let go before it has left, unless somebody says that it is to be. */
export const isHeldByEtcd = ({ roles, deletionStep, isReleased }: RancherMachine): boolean =>
  roles.etcd && !isReleased && deletionStep !== 'infrastructure' && deletionStep !== 'bootstrap';

/** What a machine that is being deleted waits for, in Cluster API's words. */
export function hookMessage(machine: RancherMachine, step: HookStep): string {
  const own = step === 'preTerminateHook' && isHeldByEtcd(machine) ? [ETCD_HOOK] : [];
  const when = step === 'preTerminateHook' ? 'pre-terminate' : 'pre-drain';
  return `Waiting for ${when} hooks to succeed (hooks: ${[...own, ...hooksOf(machine, step)].sort().join(',')})`;
}
