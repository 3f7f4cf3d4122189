import { readEnv, stepsEnv } from '#shared/runtime/env';
import { awsSecrets } from '#shared/runtime/wiring/aws';
import { connectedRancher } from '#shared/runtime/wiring/backends';
import { stepBase } from '#shared/runtime/wiring/steps';
import { stepHandler } from '../_step/step-handler.ts';
import { deleteCluster } from './delete-cluster.ts';
import { drainNode } from './drain-node.ts';
import { ensureCluster } from './ensure-cluster.ts';
import { ensureRegistration } from './ensure-registration.ts';
import { pullCluster } from './pull-cluster.ts';
import { removeMachine } from './remove-machine.ts';
import { removeNode } from './remove-node.ts';
import { retireRegistrationToken } from './retire-registration-token.ts';
import { settleBinding } from './settle-binding.ts';
import { startUpgrade } from './start-upgrade.ts';
import { sweepClusters } from './sweep-clusters.ts';

const env = readEnv(stepsEnv);
const { base, logFor } = stepBase('steps/rancher', env);
const secrets = awsSecrets();
const backend = { secrets, rancher: connectedRancher(secrets, env.STAGE), stage: env.STAGE };

export const handler = stepHandler(
  (correlationId) => ({ ...base, ...backend, log: logFor(correlationId) }),
  [
    ensureCluster,
    ensureRegistration,
    pullCluster,
    startUpgrade,
    drainNode,
    removeMachine,
    removeNode,
    retireRegistrationToken,
    deleteCluster,
    sweepClusters,
    settleBinding,
  ],
);
