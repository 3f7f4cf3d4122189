import { Choice, Condition, type IChainable, Succeed } from 'aws-cdk-lib/aws-stepfunctions';
import { steps } from '#shared/contracts/steps';
import { stateStarting } from '#shared/domain/marketplace/order-executions';
import { TARGET } from '../_blocks/flow.ts';
import type { Machine, MachineParts } from '../_blocks/machine.ts';
import { flowOf } from '../_blocks/record-failure.ts';
import { runDriver } from '../_blocks/run-driver.ts';
import { runMachine } from '../_blocks/run-machine.ts';
import { runStep } from '../_blocks/run-step.ts';

/**
 * Input {operationUuid, clusterUuid, correlationId}. Starts the state machine that carries out the order. That state
 * machine writes order, resource and cluster.
 */
function define(parts: MachineParts): IChainable {
  const { scope } = parts;
  const flow = flowOf(parts, TARGET);
  const done = Succeed.jsonata(scope, 'OrderProcessed');
  const create = runDriver(flow, 'createCluster', done);
  const provision = runMachine(flow, stateStarting('provision-infrastructure'), 'provision-infrastructure').next(
    create,
  );
  const carryOut = Choice.jsonata(scope, 'WhichOrder')
    .when(Condition.jsonata(`{% $states.input.type = 'Create' and $states.input.managed %}`), provision)
    .when(Condition.jsonata(`{% $states.input.type = 'Create' %}`), create)
    .otherwise(runDriver(flow, 'deleteCluster', done));
  const driver = { driver: '{% $states.result.Payload.driver %}' };
  return runStep(flow, 'BeginOrder', steps.records.beginOrder, TARGET, driver).next(carryOut);
}

export const processOrder: Machine = { name: 'process-order', define };
