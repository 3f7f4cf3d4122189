import { readEnv, stepsEnv } from '#shared/runtime/env';
import { awsSecrets } from '#shared/runtime/wiring/aws';
import { connectedKeycloak } from '#shared/runtime/wiring/backends';
import { stepBase } from '#shared/runtime/wiring/steps';
import { stepHandler } from '../_step/step-handler.ts';
import { deleteGroup } from './delete-group.ts';
import { deleteGroups } from './delete-groups.ts';
import { settleMembership } from './settle-membership.ts';
import { sweepGroups } from './sweep-groups.ts';

const env = readEnv(stepsEnv);
const { base, logFor } = stepBase('steps/keycloak', env);
const backend = { keycloak: connectedKeycloak(awsSecrets(), env.STAGE), stage: env.STAGE };

export const handler = stepHandler(
  (correlationId) => ({ ...base, ...backend, log: logFor(correlationId) }),
  [settleMembership, deleteGroup, deleteGroups, sweepGroups],
);
