import { deleteCredentials } from '#shared/app/clusters/steps/delete-credentials';
import { putCredentials } from '#shared/app/clusters/steps/put-credentials';
import { sweepCredentials } from '#shared/app/clusters/steps/sweep-credentials';
import { readEnv, stepsEnv } from '#shared/runtime/env';
import { awsSecrets } from '#shared/runtime/wiring/aws';
import { connectedVault } from '#shared/runtime/wiring/backends';
import { stepBase } from '#shared/runtime/wiring/steps';
import { stepHandler } from '../_step/step-handler.ts';

const env = readEnv(stepsEnv);
const { base, logFor } = stepBase('steps/vault', env);
const secrets = awsSecrets();
const backend = { secrets, vault: connectedVault(secrets, env.STAGE), stage: env.STAGE };

export const handler = stepHandler(
  (correlationId) => ({ ...base, ...backend, log: logFor(correlationId) }),
  [putCredentials, deleteCredentials, sweepCredentials],
);
