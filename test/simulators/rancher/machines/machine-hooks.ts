import type { RancherMachine } from './machine-objects.ts';

/** Prefixes of annotations that hold a machine, by the step of its deletion that they hold back. */
const PREFIXES = {
  preDrainHook: 'pre-drain.delete.hook.machine.cluster.x-k8s.io',
  preTerminateHook: 'pre-terminate.delete.hook.machine.cluster.x-k8s.io',
} as const;
export type HookStep = keyof typeof PREFIXES;

/** Rancher's own hook, on members of etcd. */
export const ETCD_HOOK = `${PREFIXES.preTerminateHook}/rke-bootstrap-cleanup`;

/** The hooks by which others hold a machine. */
export const hooksOf = ({ annotations }: Pick<RancherMachine, 'annotations'>, step: HookStep): string[] =>
  Object.keys(annotations)
    .filter((key) => key.startsWith(PREFIXES[step]))
    .sort();

/** Whether etcd holds the machine: a member must leave etcd first, or somebody must release it. */
export const isHeldByEtcd = ({ roles, deletionStep, isReleased }: RancherMachine): boolean =>
  roles.etcd && !isReleased && deletionStep !== 'infrastructure' && deletionStep !== 'bootstrap';

/** What a machine that is being deleted waits for, in Cluster API's words. */
export function hookMessage(machine: RancherMachine, step: HookStep): string {
  const own = step === 'preTerminateHook' && isHeldByEtcd(machine) ? [ETCD_HOOK] : [];
  const when = step === 'preTerminateHook' ? 'pre-terminate' : 'pre-drain';
  return `Waiting for ${when} hooks to succeed (hooks: ${[...own, ...hooksOf(machine, step)].sort().join(',')})`;
}
