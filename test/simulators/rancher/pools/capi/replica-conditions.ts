import { limitsOf } from '#test/simulators/cluster-api/rollout-plan';
import { pausedMessage } from '#test/simulators/rancher/machines/machine-holds';
import type { RancherMachine } from '#test/simulators/rancher/machines/machine-objects';
import type { MachineDeployment, MachineSet } from '../pool-objects.ts';
import { isAvailable } from './machine-sets.ts';

export interface Condition {
  type: string;
  status: 'True' | 'False';
  reason: string;
  message: string;
}

/**
 * The default reason of a true condition is its type, as in Cluster API. The default reason of a false condition is the
 * type with the prefix `Not`.
 */
export const condition = (
  type: string,
  truth: boolean,
  message = '',
  reason = truth ? type : `Not${type}`,
): Condition => ({
  ...{ type, status: truth ? 'True' : 'False', reason, message },
});

function pausedCondition(kind: string, object: Pick<MachineDeployment, 'annotations'>, isOfPaused: boolean): Condition {
  const message = pausedMessage(kind, object, isOfPaused);
  return condition('Paused', message !== '', message);
}

/** A condition that is true if every machine meets it. Without machines, its reason is `NoReplicas`. */
export function allOf(whose: string, type: string, machines: number, good: number): Condition {
  if (machines === 0) return condition(`${whose}${type}`, true, '', 'NoReplicas');
  const truth = machines === good;
  return condition(`${whose}${type}`, truth, '', truth ? type : `Not${type}`);
}

/** The numbers from which the conditions of a deployment or a set follow. */
export interface Counted {
  machines: readonly RancherMachine[];
  /** The number of machines with the present template. */
  upToDate: number;
  wanted: number;
  /** Whether the whole cluster is paused. */
  isOfPaused: boolean;
}

function commonConditions(
  kind: string,
  object: MachineDeployment | MachineSet,
  { machines, upToDate, wanted: asked, isOfPaused }: Counted,
): Condition[] {
  const wanted = object.deletedAt === undefined ? asked : 0;
  const there = machines.length;
  const remediated = machines.filter(
    ({ health, deletedAt }) => health?.why !== undefined && deletedAt === undefined,
  ).length;
  const scaling = (way: string): string => `Scaling ${way} from ${there} to ${wanted} replicas`;
  return [
    condition('Remediating', remediated > 0),
    condition('ScalingDown', there > wanted, there > wanted ? scaling('down') : ''),
    condition('ScalingUp', there < wanted, there < wanted ? scaling('up') : ''),
    allOf('Machines', 'Ready', there, machines.filter(isAvailable).length),
    allOf('Machines', 'UpToDate', there, upToDate),
    pausedCondition(kind, object, isOfPaused),
    condition('Deleting', object.deletedAt !== undefined),
  ];
}

export const setConditions = (set: MachineSet, counted: Counted): Condition[] =>
  commonConditions('MachineSet', set, counted);

/**
 * The condition `Available` of a deployment. It is true if at most `maxUnavailable` of the wanted machines are
 * unavailable.
 */
function available({ spec }: MachineDeployment, usable: number): Condition {
  const { replicas } = spec;
  const { rollingUpdate } = spec.rollout.strategy;
  const { unavailable } = limitsOf(rollingUpdate, replicas);
  const needed = replicas === 0 ? 0 : replicas - unavailable;
  const lacking =
    `${usable} available replicas, at least ${needed} required ` +
    `(spec.strategy.rollout.maxUnavailable is ${rollingUpdate.maxUnavailable ?? 0}, spec.replicas is ${replicas})`;
  const isEnough = usable >= needed;
  return {
    ...condition('Available', isEnough, isEnough ? '' : lacking),
    reason: isEnough ? 'Available' : 'NotAvailable',
  };
}

export function deploymentConditions(deployment: MachineDeployment, counted: Counted): Condition[] {
  const { machines, upToDate } = counted;
  const outdated = machines.length - upToDate;
  const rolling = `Rolling out ${outdated} not up-to-date replicas\n* ${OUTDATED}`;
  return [
    available(deployment, machines.filter(isAvailable).length),
    condition('RollingOut', outdated > 0, outdated > 0 ? rolling : ''),
    ...commonConditions('MachineDeployment', deployment, counted),
  ];
}

/** Cluster API's message about a machine that was created from an older template. */
export const OUTDATED = 'OpenstackMachine is not up-to-date';
