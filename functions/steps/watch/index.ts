import { watchClusterApi } from '#shared/app/cluster-api/steps/watch-cluster-api';
import { watchCluster } from '#shared/app/clusters/steps/watch-cluster';
import { watchNodes } from '#shared/app/nodes/steps/watch-nodes';
import { watchPools } from '#shared/app/pools/steps/watch-pools';
import { watchOperation } from '#shared/app/upgrades/steps/watch-operation';
import { watchRotation } from '#shared/app/upgrades/steps/watch-rotation';
import { watchUpgrade } from '#shared/app/upgrades/steps/watch-upgrade';
import { readEnv, watchEnv } from '#shared/runtime/env';
import { awsSecrets, awsWakeups } from '#shared/runtime/wiring/aws';
import { connectedClusterApi, connectedOpenStack, connectedRancher } from '#shared/runtime/wiring/backends';
import { stepBase } from '#shared/runtime/wiring/steps';
import { stepHandler } from '../_step/step-handler.ts';

const env = readEnv(watchEnv);
const { base, logFor } = stepBase('steps/watch', env);
const secrets = awsSecrets();
const backends = {
  openstack: connectedOpenStack(base.store, secrets, env.STAGE),
  rancher: connectedRancher(secrets, env.STAGE),
  clusterApi: connectedClusterApi(secrets, env.STAGE),
  wakeups: awsWakeups(),
  serverAttempts: env.SERVER_ATTEMPTS,
};

export const handler = stepHandler(
  (correlationId) => ({ ...base, ...backends, log: logFor(correlationId) }),
  [watchNodes, watchCluster, watchUpgrade, watchRotation, watchOperation, watchPools, watchClusterApi],
);
