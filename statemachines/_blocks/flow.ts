import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Fail, Succeed, TaskStateBase } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import type { steps } from '#shared/contracts/steps';

export type Backend = keyof typeof steps;
/** The step Lambdas, one per backend. */
export type StepFunctions = Readonly<Record<Backend, IFunction>>;

/** JSONata texts of the two ids that every step after `records.beginOrder` takes. */
export type Target = { operationUuid: string; clusterUuid: string };

/** What every block needs of its machine. */
export type Flow = {
  scope: Construct;
  functions: StepFunctions;
  target: Target;
  /** The end of a machine when its operation is no longer the cluster's current one. */
  superseded: Succeed;
  /** Target of caught failures. Expects the variable `failure` {error, cause, step}. */
  recordFailure: TaskStateBase | Fail;
};

/** JSONata text of a field of the execution's input, readable everywhere, also in iterations of a Map. */
export const executionInput = (field: string): string => `{% $states.context.Execution.Input.${field} %}`;
