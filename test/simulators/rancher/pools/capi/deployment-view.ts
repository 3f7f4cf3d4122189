import type { RancherContext } from '#test/simulators/rancher/_core/rancher-context';
import type { RancherMachine } from '#test/simulators/rancher/machines/machine-objects';
import { isPausedByPlanner } from '#test/simulators/rancher/operations/paused-cluster';
import { INFRA_MACHINE, MACHINE_DEPLOYMENT, MACHINE_SET } from '../pool-kinds.ts';
import type { MachineDeployment, MachineSet, PoolObject } from '../pool-objects.ts';
import { CURRENT, poolView, type SteveState } from '../pool-view.ts';
import { REVISION, setsOf } from './machine-deployments.ts';
import { isAvailable, machinesOfSet } from './machine-sets.ts';
import { deploymentConditions, setConditions } from './replica-conditions.ts';

/** An object of a pool, shown as it is stored. */
export function objectView(_context: RancherContext, object: PoolObject, baseUrl: string) {
  const { kind, spec, status, snapshotFile } = object;
  const state = kind === INFRA_MACHINE ? infraState(status) : CURRENT;
  return poolView(kind, object, {
    baseUrl,
    state,
    body: { spec, ...(snapshotFile && { snapshotFile }), ...(status && { status }) },
  });
}

/** The state of an infrastructure machine comes from its condition Ready. */
function infraState(status: Record<string, unknown> | undefined): SteveState {
  const conditions: unknown = status?.conditions;
  const ready = Object(Array.isArray(conditions) ? conditions.find((one) => Object(one).type === 'Ready') : undefined);
  if (ready.status === 'True') return { ...CURRENT, message: 'Resource is Ready' };
  if (ready.status !== 'False') return CURRENT;
  const isError = typeof ready.reason === 'string';
  return {
    name: isError ? 'error' : 'updating',
    message: String(ready.message),
    transitioning: !isError,
    error: isError,
  };
}

function counts(machines: readonly RancherMachine[]) {
  const available = machines.filter(isAvailable).length;
  return { replicas: machines.length, readyReplicas: available, availableReplicas: available };
}

export function isOfPaused({ store }: Pick<RancherContext, 'store'>, { cluster }: { cluster: string }): boolean {
  const found = store.provisioning.get(cluster);
  return found !== undefined && isPausedByPlanner(store, found);
}

const presentName = ({ spec }: MachineDeployment | MachineSet): string => spec.template.spec.infrastructureRef.name;

/** The phase of a deployment. The phase depends only on the numbers of machines, not on the state of the machines. */
function phaseOf({ spec, deletedAt }: MachineDeployment, there: number): string {
  if (deletedAt !== undefined || there > spec.replicas) return 'ScalingDown';
  return there < spec.replicas ? 'ScalingUp' : 'Running';
}

export function deploymentView(context: RancherContext, deployment: MachineDeployment, baseUrl: string) {
  const sets = setsOf(context, deployment);
  const { spec } = deployment;
  const isPresent = (set: MachineSet) => presentName(set) === presentName(deployment);
  const machines = sets.flatMap((set) => machinesOfSet(context, set));
  const upToDate = sets.filter(isPresent).flatMap((set) => machinesOfSet(context, set)).length;
  const conditions = deploymentConditions(deployment, {
    ...{ machines, upToDate, wanted: spec.replicas, isOfPaused: isOfPaused(context, deployment) },
  });
  const phase = phaseOf(deployment, machines.length);
  const lacking = conditions.find(({ type }) => type === 'Available')?.message ?? '';
  const isDone = phase === 'Running' && lacking === '' && upToDate === machines.length;
  const revision = sets.find(isPresent)?.annotations[REVISION];
  const shown = {
    ...deployment,
    annotations: { ...deployment.annotations, ...(revision !== undefined && { [REVISION]: revision }) },
  };
  return poolView(MACHINE_DEPLOYMENT, shown, {
    baseUrl,
    state: { name: phase.toLowerCase(), message: lacking, transitioning: !isDone, error: false },
    body: {
      spec,
      status: {
        ...{ ...counts(machines), upToDateReplicas: upToDate, observedGeneration: deployment.generation, phase },
        ...{ selector: selectorText(spec.selector.matchLabels), conditions },
      },
    },
  });
}

const selectorText = (labels: Record<string, string>): string =>
  Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .join(',');

export function setView(context: RancherContext, set: MachineSet, baseUrl: string) {
  const machines = machinesOfSet(context, set);
  const { spec } = set;
  const deployment = context.store.machineDeployments.get(`${set.namespace}/${set.deployment}`);
  const isPresent = deployment !== undefined && presentName(deployment) === presentName(set);
  const upToDate = isPresent ? machines.length : 0;
  return poolView(MACHINE_SET, set, {
    baseUrl,
    body: {
      spec,
      status: {
        ...{ ...counts(machines), upToDateReplicas: upToDate, observedGeneration: set.generation },
        selector: selectorText(spec.selector.matchLabels),
        conditions: setConditions(set, {
          machines,
          upToDate,
          wanted: spec.replicas,
          isOfPaused: isOfPaused(context, set),
        }),
      },
    },
  });
}
