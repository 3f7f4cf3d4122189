import { Duration } from 'aws-cdk-lib';
import type { IChainable, IStateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import type { Backend, StepFunctions } from './_blocks/flow.ts';
import { createCluster } from './create-cluster/definition.ts';
import type { Deadlines } from './deadlines.ts';
import { deleteCluster } from './delete-cluster/definition.ts';
import { processOrder } from './process-order/definition.ts';
import { replaceServers } from './replace-servers/definition.ts';
import { watchNodes } from './watch-nodes/definition.ts';

export const MACHINE_NAMES = [
  'replace-servers',
  'watch-nodes',
  'create-cluster',
  'delete-cluster',
  'process-order',
] as const;
export type MachineName = (typeof MACHINE_NAMES)[number];

/** Those that park task tokens, by a step of `watch`. */
export const WAITING_MACHINES = ['create-cluster', 'watch-nodes'] as const satisfies readonly MachineName[];

export type Machine = {
  name: MachineName;
  /** Ends what no deadline inside has ended. */
  timeout: Duration;
  /** What it may invoke and start; a test compares both with the definition. */
  backends: readonly Backend[];
  children: readonly MachineName[];
  define(scope: Construct, functions: StepFunctions, started: (name: MachineName) => IStateMachine): IChainable;
};

/** For the retries of every step of a machine against a backend that comes and goes. */
const SLACK = Duration.hours(1);
const slackAnd = (...seconds: number[]): Duration =>
  Duration.seconds(seconds.reduce((sum, item) => sum + item, 0)).plus(SLACK);

/** What no deadline inside a machine has ended is ended by its own timeout, later than all its waits together. */
function timeoutsOf(deadlines: Deadlines) {
  const { rancherId, firstNodes, furtherNodes, clusterActive, serversGone, leftoversGone, clusterGone } = deadlines;
  const create = slackAnd(rancherId, firstNodes, furtherNodes, clusterActive).plus(SLACK).plus(SLACK);
  const remove = slackAnd(serversGone, leftoversGone, clusterGone);
  return {
    replace: slackAnd(),
    watch: slackAnd(Math.max(firstNodes, furtherNodes)),
    create,
    remove,
    order: Duration.seconds(Math.max(create.toSeconds(), remove.toSeconds())).plus(SLACK),
  };
}

/** All machines, children before the machines that start them. */
export function machines(deadlines: Deadlines): readonly Machine[] {
  const timeouts = timeoutsOf(deadlines);
  return [
    {
      name: 'replace-servers',
      timeout: timeouts.replace,
      backends: ['openstack', 'records'],
      children: [],
      define: (scope, functions) => replaceServers(scope, { functions }),
    },
    {
      name: 'watch-nodes',
      timeout: timeouts.watch,
      backends: ['watch', 'records'],
      children: ['replace-servers'],
      define: (scope, functions, started) =>
        watchNodes(scope, {
          functions,
          replaceServers: { machine: started('replace-servers'), timeout: timeouts.replace },
        }),
    },
    {
      name: 'create-cluster',
      timeout: timeouts.create,
      backends: ['openstack', 'rancher', 'vault', 'argocd', 'watch', 'records'],
      children: ['watch-nodes'],
      define: (scope, functions, started) =>
        createCluster(scope, {
          functions,
          deadlines,
          watchNodes: { machine: started('watch-nodes'), timeout: timeouts.watch },
        }),
    },
    {
      name: 'delete-cluster',
      timeout: timeouts.remove,
      backends: ['openstack', 'rancher', 'vault', 'argocd', 'records'],
      children: [],
      define: (scope, functions) => deleteCluster(scope, { functions, deadlines }),
    },
    {
      name: 'process-order',
      timeout: timeouts.order,
      backends: ['records'],
      children: ['create-cluster', 'delete-cluster'],
      define: (scope, functions, started) =>
        processOrder(scope, {
          functions,
          createCluster: { machine: started('create-cluster'), timeout: timeouts.create },
          deleteCluster: { machine: started('delete-cluster'), timeout: timeouts.remove },
        }),
    },
  ];
}
