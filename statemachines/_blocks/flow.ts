import type { Fail, Succeed, TaskStateBase } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import type { MachineParts } from './machine.ts';

/** JSONata texts of the two ids that every step after `records.beginOrder` takes. */
export type Target = { operationUuid: string; clusterUuid: string };

/** What every block needs of its machine. */
export type Flow = {
  scope: Construct;
  parts: MachineParts;
  target: Target;
  /** The end of a machine when its operation is no longer the cluster's current one. */
  superseded: Succeed;
  /** Target of caught failures. Expects the variable `failure` {error, cause, step}. */
  recordFailure: TaskStateBase | Fail;
};

/** JSONata text of a field of the execution's input, readable everywhere, also in iterations of a Map. */
export const executionInput = (field: string): string => `{% $states.context.Execution.Input.${field} %}`;

/** The ids that every operation on a cluster has. */
export const TARGET: Target = {
  operationUuid: executionInput('operationUuid'),
  clusterUuid: executionInput('clusterUuid'),
};
