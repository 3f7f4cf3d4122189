import { type IChainable, Pass, Succeed } from 'aws-cdk-lib/aws-stepfunctions';
import { steps } from '#shared/contracts/steps';
import { type Flow, TARGET } from '../_blocks/flow.ts';
import type { Machine, MachineParts } from '../_blocks/machine.ts';
import { type Deadline, pollUntil } from '../_blocks/poll-until.ts';
import { flowOf } from '../_blocks/record-failure.ts';
import { runStep } from '../_blocks/run-step.ts';

/**
 * Input {operationUuid, clusterUuid, correlationId}. Starts the control plane, waits until the cluster is connected to
 * Rancher, and starts the agents. Then Rancher uncordons the agents, so that they accept workloads again.
 */
function define(parts: MachineParts): IChainable {
  const flow = flowOf(parts, TARGET);
  const { nodesAwake: afterSeconds } = parts.deadlines;
  const finish = runStep(flow, 'PullCluster', steps.rancher.pullCluster, TARGET)
    .next(runStep(flow, 'FinishWake', steps.records.finishHibernation, TARGET))
    .next(Succeed.jsonata(parts.scope, 'ClusterAwake'));
  const given = Pass.jsonata(parts.scope, 'AgentsGivenUp', { comment: 'Agents that stay away are unhealthy nodes.' });
  const overdue = { afterSeconds, overdue: given.next(finish), late: 'Not all agents were ready in time.' };
  const agents = begin(flow, 'agent', ready(flow, 'agent', overdue, finish));
  const cause = `The control plane was not ready within ${afterSeconds} s after the start of its machines.`;
  const servers = ready(flow, 'server', { afterSeconds, error: 'HibernationTimeout', cause }, agents);
  return runStep(flow, 'BeginWake', steps.records.beginHibernation, TARGET).next(begin(flow, 'server', servers));
}

export const wakeCluster: Machine = { name: 'wake-cluster', define };

type Role = 'agent' | 'server';
const IDS = {
  server: { start: 'StartServers', ready: 'ServersReady' },
  agent: { start: 'StartAgents', ready: 'AgentsReady' },
} as const;

function begin(flow: Flow, role: Role, next: IChainable): IChainable {
  const { nodesAwake: afterSeconds } = flow.parts.deadlines;
  const cause = `Not all ${role} nodes were started within ${afterSeconds} s. Look at their machines in OpenStack.`;
  const deadline = { afterSeconds, error: 'HibernationTimeout', cause };
  const input = { ...flow.target, role };
  return pollUntil(flow, IDS[role].start, steps.openstack.startServers, input, 'started', { deadline, next });
}

function ready(flow: Flow, role: Role, deadline: Deadline, next: IChainable): IChainable {
  const input = { ...flow.target, role };
  return pollUntil(flow, IDS[role].ready, steps.rancher.checkNodesReady, input, 'ready', { deadline, next });
}
