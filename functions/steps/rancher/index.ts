import { syncRoleBinding } from '#shared/app/cluster-access/steps/sync-role-binding';
import { beginApp, ensureNamespace } from '#shared/app/cluster-contents/steps/begin-app';
import { installApp, uninstallApp, upgradeApp } from '#shared/app/cluster-contents/steps/install-app';
import { failApp, finishApp, forgetApp, watchApp } from '#shared/app/cluster-contents/steps/watch-app';
import { deleteCluster } from '#shared/app/clusters/steps/delete-cluster';
import { ensureCluster } from '#shared/app/clusters/steps/ensure-cluster';
import { ensureRegistration } from '#shared/app/clusters/steps/ensure-registration';
import { installLonghorn } from '#shared/app/clusters/steps/install-longhorn';
import { pullCluster } from '#shared/app/clusters/steps/pull-cluster';
import { retireRegistrationToken } from '#shared/app/clusters/steps/retire-registration-token';
import { sweepClusters } from '#shared/app/clusters/steps/sweep-clusters';
import { drainNode } from '#shared/app/nodes/steps/drain-node';
import { removeMachine } from '#shared/app/nodes/steps/remove-machine';
import { removeNode } from '#shared/app/nodes/steps/remove-node';
import { applyPools, deleteUnusedConfigs } from '#shared/app/pools/steps/apply-pools';
import { deletePoolCluster } from '#shared/app/pools/steps/delete-pool-cluster';
import { ensurePoolCluster } from '#shared/app/pools/steps/ensure-pool-cluster';
import { deleteProject } from '#shared/app/rancher-projects/steps/delete-project';
import {
  applyProjectQuota,
  ensureProject,
  ensureProjectNamespace,
} from '#shared/app/rancher-projects/steps/ensure-project';
import { bindProjectGroup, unbindProjectGroup } from '#shared/app/rancher-projects/steps/project-binding';
import { checkNodesReady } from '#shared/app/timetable/steps/check-nodes-ready';
import { drainAgents } from '#shared/app/timetable/steps/drain-agents';
import { requestOperation } from '#shared/app/upgrades/steps/request-operation';
import { startRotation } from '#shared/app/upgrades/steps/start-rotation';
import { startUpgrade } from '#shared/app/upgrades/steps/start-upgrade';
import { readEnv, stepsEnv } from '#shared/runtime/env';
import { awsSecrets } from '#shared/runtime/wiring/aws';
import { connectedRancher } from '#shared/runtime/wiring/backends';
import { stepBase } from '#shared/runtime/wiring/steps';
import { stepHandler } from '../_step/step-handler.ts';

const env = readEnv(stepsEnv);
const { base, logFor } = stepBase('steps/rancher', env);
const secrets = awsSecrets();
const backend = { secrets, rancher: connectedRancher(secrets, env.STAGE), stage: env.STAGE };

export const handler = stepHandler(
  (correlationId) => ({ ...base, ...backend, log: logFor(correlationId) }),
  [
    ensureCluster,
    ensureRegistration,
    installLonghorn,
    pullCluster,
    startUpgrade,
    startRotation,
    requestOperation,
    drainAgents,
    checkNodesReady,
    drainNode,
    removeMachine,
    removeNode,
    retireRegistrationToken,
    deleteCluster,
    ensurePoolCluster,
    applyPools,
    deleteUnusedConfigs,
    deletePoolCluster,
    sweepClusters,
    syncRoleBinding,
    beginApp,
    ensureNamespace,
    installApp,
    upgradeApp,
    watchApp,
    finishApp,
    uninstallApp,
    forgetApp,
    failApp,
    ensureProject,
    ensureProjectNamespace,
    applyProjectQuota,
    bindProjectGroup,
    unbindProjectGroup,
    deleteProject,
  ],
);
