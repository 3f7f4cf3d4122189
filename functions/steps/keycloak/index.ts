import { deleteGroup } from '#shared/app/cluster-access/steps/delete-group';
import { deleteGroups } from '#shared/app/cluster-access/steps/delete-groups';
import { reconcileMembership } from '#shared/app/cluster-access/steps/reconcile-membership';
import { sweepGroups } from '#shared/app/cluster-access/steps/sweep-groups';
import { deleteProjectGroup, ensureProjectGroup } from '#shared/app/rancher-projects/steps/project-group';
import { readEnv, stepsEnv } from '#shared/runtime/env';
import { awsSecrets } from '#shared/runtime/wiring/aws';
import { connectedKeycloak } from '#shared/runtime/wiring/backends';
import { stepBase } from '#shared/runtime/wiring/steps';
import { stepHandler } from '../_step/step-handler.ts';

const env = readEnv(stepsEnv);
const { base, logFor } = stepBase('steps/keycloak', env);
const backend = { keycloak: connectedKeycloak(awsSecrets(), env.STAGE), stage: env.STAGE };

export const handler = stepHandler(
  (correlationId) => ({ ...base, ...backend, log: logFor(correlationId) }),
  [reconcileMembership, deleteGroup, deleteGroups, sweepGroups, ensureProjectGroup, deleteProjectGroup],
);
