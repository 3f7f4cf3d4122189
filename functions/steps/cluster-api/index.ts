import { applyCluster } from '#shared/app/cluster-api/steps/apply-cluster';
import { checkCredential } from '#shared/app/cluster-api/steps/check-credential';
import { deleteCluster } from '#shared/app/cluster-api/steps/delete-cluster';
import { sweepCluster } from '#shared/app/cluster-api/steps/sweep-cluster';
import { readEnv, stepsEnv } from '#shared/runtime/env';
import { awsSecrets } from '#shared/runtime/wiring/aws';
import { connectedClusterApi } from '#shared/runtime/wiring/backends';
import { stepBase } from '#shared/runtime/wiring/steps';
import { stepHandler } from '../_step/step-handler.ts';

const env = readEnv(stepsEnv);
const { base, logFor } = stepBase('steps/cluster-api', env);
const secrets = awsSecrets();
const backend = { secrets, clusterApi: connectedClusterApi(secrets, env.STAGE), stage: env.STAGE };

export const handler = stepHandler(
  (correlationId) => ({ ...base, ...backend, log: logFor(correlationId) }),
  [applyCluster, checkCredential, deleteCluster, sweepCluster],
);
