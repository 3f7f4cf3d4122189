import type { Duration } from 'aws-cdk-lib';
import { Choice, Condition, type IChainable, type IStateMachine, Succeed } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { steps } from '#shared/contracts/steps';
import { ORDER_CHILDREN, type OrderChild } from '#shared/domain/marketplace/order-executions';
import { executionInput, type StepFunctions } from '../_blocks/flow.ts';
import { flowOf } from '../_blocks/record-failure.ts';
import { runMachine } from '../_blocks/run-machine.ts';
import { runStep } from '../_blocks/run-step.ts';

type Started = { machine: IStateMachine; timeout: Duration };
export type ProcessOrderNeeds = {
  functions: StepFunctions;
  provisionInfrastructure: Started;
  createCluster: Started;
  deleteCluster: Started;
};

/**
 * Input {operationUuid, clusterUuid, correlationId}. The child machine that carries out the order writes order,
 * resource and cluster.
 */
export function processOrder(scope: Construct, needs: ProcessOrderNeeds): IChainable {
  const target = { operationUuid: executionInput('operationUuid'), clusterUuid: executionInput('clusterUuid') };
  const flow = flowOf(scope, needs.functions, target);
  const done = Succeed.jsonata(scope, 'OrderProcessed');
  const child = (name: OrderChild, started: Started) => runMachine(flow, ORDER_CHILDREN[name], { ...started, name });
  const create = child('create-cluster', needs.createCluster).next(done);
  const provision = child('provision-infrastructure', needs.provisionInfrastructure).next(create);
  const remove = child('delete-cluster', needs.deleteCluster).next(done);
  const carryOut = Choice.jsonata(scope, 'WhichOrder')
    .when(Condition.jsonata(`{% $states.input.type = 'Create' and $states.input.managed %}`), provision)
    .when(Condition.jsonata(`{% $states.input.type = 'Create' %}`), create)
    .otherwise(remove);
  return runStep(flow, 'BeginOrder', steps.records.beginOrder, target).next(carryOut);
}
