import type { IChainable } from 'aws-cdk-lib/aws-stepfunctions';
import { steps } from '#shared/contracts/steps';
import type { Machine, MachineParts } from '../_blocks/machine.ts';
import { finishProject, projectFlow, projectStep } from '../_blocks/project-flow.ts';

/**
 * Input {operationUuid, resourceUuid, correlationId}. Gives a project in a shared cluster the limits that the order
 * requests.
 */
function define(parts: MachineParts): IChainable {
  const flow = projectFlow(parts);
  return projectStep(flow, 'ApplyQuota', steps.rancher.applyProjectQuota).next(finishProject(flow, 'LimitsChanged'));
}

export const updateRancherProject: Machine = { name: 'update-rancher-project', define };
