import type { RancherContext } from '../_core/rancher-context.ts';
import { machineKey } from '../_core/rancher-store.ts';
import type { ClusterNodes } from './cluster-nodes.ts';
import { MACHINE_STAGES, type MachineStage, type RancherMachine } from './machine-objects.ts';
import { wantedVersion } from './node-releases.ts';

/**
 * When a machine reaches each stage, as a share of the delay `nodeActive`. That delay runs from the registration to the
 * stage `running`. It does not include the time in which the machine waits to join.
 */
const REACHED_AT: Record<MachineStage, number> = {
  created: 0,
  observed: 0.016,
  pending: 0.046,
  bootstrapped: 0.06,
  checkedIn: 0.139,
  initialApplied: 0.147,
  applying: 0.155,
  applied: 0.194,
  nodeMade: 0.279,
  agentConnected: 0.457,
  reconciled: 0.488,
  acknowledged: 0.5,
  provisioned: 0.819,
  nodeFound: 0.988,
  running: 1,
};
const FIRST_PLANNED: MachineStage = 'checkedIn';

type Reached = (machine: RancherMachine) => void;

/**
 * Takes a machine through its stages. The first stages need no plan. The other stages come once the planner has given
 * the machine a plan.
 */
export function machineProgress({ store, clock, delays }: RancherContext, nodes: ClusterNodes) {
  const specOf = ({ clusterId }: RancherMachine) =>
    store.provisioning.get(store.clusters.get(clusterId)?.provisioningKey ?? '')?.spec;
  const isThere = (machine: RancherMachine): boolean => store.machines.get(machineKey(machine)) === machine;

  function reach(machine: RancherMachine, stage: MachineStage): void {
    machine.stage = stage;
    machine.resourceVersion += 1;
    if (stage === 'nodeMade') {
      machine.kubeletVersion = wantedVersion(specOf(machine));
      nodes.made(machine);
    }
    if (stage === 'nodeFound') nodes.found(machine);
  }

  function go(machine: RancherMachine, from: MachineStage, stages: readonly MachineStage[], reached: Reached): void {
    for (const stage of stages) {
      clock.after((REACHED_AT[stage] - REACHED_AT[from]) * delays.nodeActive, () => {
        if (!isThere(machine) || machine.deletedAt !== undefined) return;
        reach(machine, stage);
        reached(machine);
      });
    }
  }
  const planned = MACHINE_STAGES.indexOf(FIRST_PLANNED);

  return {
    /** Called when the machine has registered. `reached` is called at each stage that the machine reaches. */
    register: (machine: RancherMachine, reached: Reached) =>
      go(machine, 'created', MACHINE_STAGES.slice(1, planned), reached),
    /** Called when it is the machine's turn to join. */
    join(machine: RancherMachine, reached: Reached): void {
      machine.isPlanned = true;
      go(machine, machine.stage, MACHINE_STAGES.slice(planned), reached);
    },
  };
}
