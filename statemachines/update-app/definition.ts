import { Chain, type IChainable } from 'aws-cdk-lib/aws-stepfunctions';
import { steps } from '#shared/contracts/steps';
import { APP_TARGET, appFlow, untilDeployed } from '../_blocks/app-flow.ts';
import type { Machine, MachineParts } from '../_blocks/machine.ts';
import { runStep } from '../_blocks/run-step.ts';

/**
 * Input {operationUuid, clusterUuid, appUuid, correlationId}. Upgrades the release through Rancher: with new answers,
 * to another version, or back to its former revision. Waits until Helm has ended.
 */
function define(parts: MachineParts): IChainable {
  const flow = appFlow(parts);
  return Chain.start(runStep(flow, 'BeginApp', steps.rancher.beginApp, APP_TARGET))
    .next(runStep(flow, 'UpgradeApp', steps.rancher.upgradeApp, APP_TARGET))
    .next(untilDeployed(flow, parts.deadlines.appDeployed));
}

export const updateApp: Machine = { name: 'update-app', define };
