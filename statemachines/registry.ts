import { Duration } from 'aws-cdk-lib';
import type { IChainable, IStateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import type { Backend, StepFunctions } from './_blocks/flow.ts';
import { createCluster } from './create-cluster/definition.ts';
import { deleteCluster } from './delete-cluster/definition.ts';
import { processOrder } from './process-order/definition.ts';
import { watchNodes } from './watch-nodes/definition.ts';

export const MACHINE_NAMES = ['watch-nodes', 'create-cluster', 'delete-cluster', 'process-order'] as const;
export type MachineName = (typeof MACHINE_NAMES)[number];

/** Those that park task tokens, by a step of `watch`. */
export const WAITING_MACHINES = ['create-cluster', 'watch-nodes'] as const satisfies readonly MachineName[];

/** How long each wait inside a machine may take. */
export type Deadlines = { bootstrapTimeout: Duration; deletionTimeout: Duration };

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
const times = (count: number, wait: Duration): Duration => Duration.seconds(count * wait.toSeconds()).plus(SLACK);

/** All machines, children before the machines that start them. */
export function machines({ bootstrapTimeout, deletionTimeout }: Deadlines): readonly Machine[] {
  // Waits, one after the other: Rancher's id, first nodes, rest, cluster; and servers, leftovers, the Rancher cluster.
  const timeouts = {
    watch: times(1, bootstrapTimeout),
    create: times(4, bootstrapTimeout).plus(SLACK).plus(SLACK),
    delete: times(3, deletionTimeout),
  };
  const longest = Duration.seconds(Math.max(timeouts.create.toSeconds(), timeouts.delete.toSeconds()));
  return [
    {
      name: 'watch-nodes',
      timeout: timeouts.watch,
      backends: ['watch', 'records'],
      children: [],
      define: (scope, functions) => watchNodes(scope, { functions }),
    },
    {
      name: 'create-cluster',
      timeout: timeouts.create,
      backends: ['openstack', 'rancher', 'vault', 'argocd', 'watch', 'records'],
      children: ['watch-nodes'],
      define: (scope, functions, started) =>
        createCluster(scope, {
          functions,
          bootstrapTimeout,
          watchNodes: { machine: started('watch-nodes'), timeout: timeouts.watch },
        }),
    },
    {
      name: 'delete-cluster',
      timeout: timeouts.delete,
      backends: ['openstack', 'rancher', 'vault', 'argocd', 'records'],
      children: [],
      define: (scope, functions) => deleteCluster(scope, { functions, deletionTimeout }),
    },
    {
      name: 'process-order',
      timeout: longest.plus(SLACK),
      backends: ['records'],
      children: ['create-cluster', 'delete-cluster'],
      define: (scope, functions, started) =>
        processOrder(scope, {
          functions,
          createCluster: { machine: started('create-cluster'), timeout: timeouts.create },
          deleteCluster: { machine: started('delete-cluster'), timeout: timeouts.delete },
        }),
    },
  ];
}
