import type { RancherContext } from '#test/simulators/rancher/_core/rancher-context';
import type { RancherMachine } from '#test/simulators/rancher/machines/machine-objects';
import { INFRA_MACHINE, MACHINE_DEPLOYMENT, MACHINE_SET } from '../pool-kinds.ts';
import type { MachineDeployment, MachineSet, PoolObject } from '../pool-objects.ts';
import { CURRENT, poolView, type SteveState } from '../pool-view.ts';
import { setsOf } from './machine-deployments.ts';
import { isAvailable, machinesOfSet } from './machine-sets.ts';

/** Any object that is shown as it is kept. */
export function objectView(_context: RancherContext, object: PoolObject, baseUrl: string) {
  const { kind, spec, status, snapshotFile } = object;
  const state = kind === INFRA_MACHINE ? infraState(status) : CURRENT;
  return poolView(kind, object, {
    baseUrl,
    state,
    body: { spec, ...(snapshotFile && { snapshotFile }), ...(status && { status }) },
  });
}

/** An infrastructure machine is what its condition Ready says. */
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

/** What Cluster API counts of machines. */
function counts(machines: readonly RancherMachine[]) {
  const available = machines.filter(isAvailable).length;
  return { replicas: machines.length, readyReplicas: available, availableReplicas: available };
}

const is = (type: string, truth: boolean, [yes, no]: [string, string], message = '') => ({
  ...{ type, status: truth ? 'True' : 'False', reason: truth ? yes : no, message },
});

export function deploymentView(context: RancherContext, deployment: MachineDeployment, baseUrl: string) {
  const sets = setsOf(context, deployment);
  const { spec } = deployment;
  const isPresent = (set: MachineSet) =>
    set.spec.template.spec.infrastructureRef.name === spec.template.spec.infrastructureRef.name;
  const machines = sets.flatMap((set) => machinesOfSet(context, set));
  const upToDate = sets.filter(isPresent).flatMap((set) => machinesOfSet(context, set)).length;
  const counted = counts(machines);
  const missing = spec.replicas - counted.replicas;
  const isDone = counted.availableReplicas === spec.replicas && missing === 0 && upToDate === spec.replicas;
  const phase = missing > 0 ? 'ScalingUp' : missing < 0 ? 'ScalingDown' : isDone ? 'Running' : 'ScalingUp';
  const lacking = `Minimum availability requires ${spec.replicas} replicas, current ${counted.availableReplicas} available`;
  return poolView(MACHINE_DEPLOYMENT, deployment, {
    baseUrl,
    state: { name: phase.toLowerCase(), message: isDone ? '' : lacking, transitioning: !isDone, error: false },
    body: {
      spec,
      status: {
        ...{ ...counted, upToDateReplicas: upToDate, observedGeneration: deployment.generation, phase },
        selector: selectorText(spec.selector.matchLabels),
        conditions: [
          is(
            'Available',
            counted.availableReplicas >= spec.replicas,
            ['Available', 'NotAvailable'],
            isDone ? '' : lacking,
          ),
          is('MachinesReady', counted.readyReplicas === counted.replicas, ['Ready', 'NotReady']),
          is('MachinesUpToDate', upToDate === counted.replicas, ['UpToDate', 'NotUpToDate']),
          is('RollingOut', upToDate < counted.replicas, ['RollingOut', 'NotRollingOut']),
          is('ScalingUp', missing > 0, ['ScalingUp', 'NotScalingUp']),
          is('ScalingDown', missing < 0, ['ScalingDown', 'NotScalingDown']),
          is('Paused', false, ['Paused', 'NotPaused']),
          is('Deleting', deployment.deletedAt !== undefined, ['Deleting', 'NotDeleting']),
        ],
      },
    },
  });
}

const selectorText = (labels: Record<string, string>): string =>
  Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .join(',');

export function setView(context: RancherContext, set: MachineSet, baseUrl: string) {
  const counted = counts(machinesOfSet(context, set));
  const { spec } = set;
  const isDone = counted.replicas === spec.replicas;
  return poolView(MACHINE_SET, set, {
    baseUrl,
    body: {
      spec,
      status: {
        ...{ ...counted, upToDateReplicas: counted.replicas, observedGeneration: set.generation },
        selector: selectorText(spec.selector.matchLabels),
        conditions: [
          is('MachinesReady', counted.readyReplicas === counted.replicas, ['Ready', 'NotReady']),
          is('ScalingUp', !isDone && counted.replicas < spec.replicas, ['ScalingUp', 'NotScalingUp']),
          is('ScalingDown', !isDone && counted.replicas > spec.replicas, ['ScalingDown', 'NotScalingDown']),
          is('Deleting', set.deletedAt !== undefined, ['Deleting', 'NotDeleting']),
        ],
      },
    },
  });
}
