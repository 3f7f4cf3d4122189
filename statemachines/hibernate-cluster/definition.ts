import { type IChainable, Pass, Succeed } from 'aws-cdk-lib/aws-stepfunctions';
import { steps } from '#shared/contracts/steps';
import { DRAIN_LOOK_SECONDS, DRAIN_SECONDS } from '#shared/domain/nodes/drain-verdict';
import { type Flow, TARGET } from '../_blocks/flow.ts';
import type { Machine, MachineParts } from '../_blocks/machine.ts';
import { pollUntil } from '../_blocks/poll-until.ts';
import { flowOf } from '../_blocks/record-failure.ts';
import { runStep } from '../_blocks/run-step.ts';

/**
 * Twice the timeout of a drain in Rancher. After this time, the machines are stopped even if pods still run on them.
 */
const DRAIN_DEADLINE_SECONDS = 2 * DRAIN_SECONDS;

/**
 * Input {operationUuid, clusterUuid, correlationId}. Drains the agents and shuts down their servers. The control plane
 * must notice that the agents are gone, so its servers are shut down last.
 */
function define(parts: MachineParts): IChainable {
  const flow = flowOf(parts, TARGET);
  const finish = runStep(flow, 'FinishHibernation', steps.records.finishHibernation, TARGET).next(
    Succeed.jsonata(parts.scope, 'ClusterHibernated'),
  );
  const servers = stop(flow, 'StopServers', 'server', finish);
  const agents = stop(flow, 'StopAgents', 'agent', servers);
  return runStep(flow, 'BeginHibernation', steps.records.beginHibernation, TARGET).next(drain(flow, agents));
}

export const hibernateCluster: Machine = { name: 'hibernate-cluster', define };

function drain(flow: Flow, next: IChainable): IChainable {
  const overdue = Pass.jsonata(flow.scope, 'DrainGivenUp', { comment: 'Whatever still runs ends with its machine.' });
  overdue.next(next);
  const deadline = { afterSeconds: DRAIN_DEADLINE_SECONDS, overdue, late: 'Agents were not drained in time.' };
  return pollUntil(flow, 'DrainAgents', steps.rancher.drainAgents, flow.target, 'drained', {
    deadline,
    everySeconds: DRAIN_LOOK_SECONDS,
    next,
  });
}

function stop(flow: Flow, id: string, role: 'agent' | 'server', next: IChainable): IChainable {
  const { serversStopped: afterSeconds } = flow.parts.deadlines;
  const cause = `Not all ${role} nodes were shut down within ${afterSeconds} s. Look at their machines in OpenStack.`;
  const deadline = { afterSeconds, error: 'HibernationTimeout', cause };
  return pollUntil(flow, id, steps.openstack.stopServers, { ...flow.target, role }, 'stopped', { deadline, next });
}
