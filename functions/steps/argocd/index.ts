import { registerCluster, sweepAccess, unregisterCluster } from '#shared/app/cluster-access/steps/argocd-clusters';
import { readEnv, stepsEnv } from '#shared/runtime/env';
import { awsSecrets } from '#shared/runtime/wiring/aws';
import { connectedArgocd, connectedRancher } from '#shared/runtime/wiring/backends';
import { stepBase } from '#shared/runtime/wiring/steps';
import { stepHandler } from '../_step/step-handler.ts';

const env = readEnv(stepsEnv);
const { base, logFor } = stepBase('steps/argocd', env);
const secrets = awsSecrets();
const backend = { argocd: connectedArgocd(secrets, env.STAGE), rancher: connectedRancher(secrets, env.STAGE) };

export const handler = stepHandler(
  (correlationId) => ({ ...base, ...backend, log: logFor(correlationId) }),
  [registerCluster, unregisterCluster, sweepAccess],
);
