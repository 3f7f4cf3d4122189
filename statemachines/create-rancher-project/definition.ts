import { Chain, type IChainable } from 'aws-cdk-lib/aws-stepfunctions';
import { steps } from '#shared/contracts/steps';
import type { Machine, MachineParts } from '../_blocks/machine.ts';
import { finishProject, optionalStep, PROJECT_TARGET, projectFlow, projectStep } from '../_blocks/project-flow.ts';
import { CAUGHT } from '../_blocks/record-failure.ts';
import { runStep } from '../_blocks/run-step.ts';

/**
 * Input {operationUuid, resourceUuid, correlationId}. Creates a project in a shared cluster, with its namespace, quotas
 * and group. A failed step for the group causes only a warning, because operators can use the project even without its
 * group.
 */
function define(parts: MachineParts): IChainable {
  const flow = projectFlow(parts);
  const finish = finishProject(flow, 'ProjectCreated');
  const warned = { ...PROJECT_TARGET, ...CAUGHT };
  const warn = runStep(flow, 'NoteWarning', steps.records.noteProjectWarning, warned);
  warn.next(finish);
  return Chain.start(projectStep(flow, 'EnsureProject', steps.rancher.ensureProject))
    .next(projectStep(flow, 'EnsureNamespace', steps.rancher.ensureProjectNamespace))
    .next(projectStep(flow, 'ApplyQuota', steps.rancher.applyProjectQuota))
    .next(optionalStep(flow, 'EnsureGroup', steps.keycloak.ensureProjectGroup, warn))
    .next(optionalStep(flow, 'BindGroup', steps.rancher.bindProjectGroup, warn))
    .next(finish);
}

export const createRancherProject: Machine = { name: 'create-rancher-project', define };
