import { type IChainable, Succeed } from 'aws-cdk-lib/aws-stepfunctions';
import { steps } from '#shared/contracts/steps';
import { APP_TARGET, appFlow } from '../_blocks/app-flow.ts';
import type { Machine, MachineParts } from '../_blocks/machine.ts';
import { pollUntil } from '../_blocks/poll-until.ts';
import { runStep } from '../_blocks/run-step.ts';

/**
 * Input {operationUuid, clusterUuid, appUuid, correlationId}. Uninstalls the release through Rancher, and deletes its
 * record.
 */
function define(parts: MachineParts): IChainable {
  const flow = appFlow(parts);
  const { appGone: afterSeconds } = parts.deadlines;
  const cause = `Helm has not uninstalled the application within ${afterSeconds} s.`;
  const forget = runStep(flow, 'ForgetApp', steps.rancher.forgetApp, APP_TARGET).next(
    Succeed.jsonata(parts.scope, 'AppDeleted'),
  );
  const uninstall = pollUntil(flow, 'UninstallApp', steps.rancher.uninstallApp, APP_TARGET, 'gone', {
    deadline: { afterSeconds, error: 'HelmTimeout', cause },
    next: forget,
  });
  return runStep(flow, 'BeginApp', steps.rancher.beginApp, APP_TARGET).next(uninstall);
}

export const deleteApp: Machine = { name: 'delete-app', define };
