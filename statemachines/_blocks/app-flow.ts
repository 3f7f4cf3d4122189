import { type Fail, type IChainable, Succeed } from 'aws-cdk-lib/aws-stepfunctions';
import { steps } from '#shared/contracts/steps';
import { executionInput, type Flow, TARGET } from './flow.ts';
import type { MachineParts } from './machine.ts';
import { pollUntil } from './poll-until.ts';
import { CAUGHT, flowOf } from './record-failure.ts';
import { bareStep, runStep } from './run-step.ts';

/** Ids in the input of every operation on an application. */
export const APP_TARGET = { ...TARGET, appUuid: executionInput('appUuid') };

/**
 * The flow of a state machine that works on one application. A failure is recorded on the application, not on its
 * cluster.
 */
export const appFlow = (parts: MachineParts): Flow =>
  flowOf(
    parts,
    APP_TARGET,
    (failed: Fail) => failed,
    () => bareStep({ parts }, 'RecordFailure', steps.rancher.failApp, { ...APP_TARGET, ...CAUGHT }),
  );

/** Waits until Helm has ended, and then records what Rancher shows. Helm itself gives up after ten minutes. */
export function untilDeployed(flow: Flow, afterSeconds: number): IChainable {
  const cause = `Helm has not ended within ${afterSeconds} s.`;
  const finish = runStep(flow, 'FinishApp', steps.rancher.finishApp, APP_TARGET).next(
    Succeed.jsonata(flow.scope, 'AppDeployed'),
  );
  return pollUntil(flow, 'WatchApp', steps.rancher.watchApp, APP_TARGET, 'deployed', {
    deadline: { afterSeconds, error: 'HelmTimeout', cause },
    next: finish,
  });
}
