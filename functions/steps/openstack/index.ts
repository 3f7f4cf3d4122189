import { deleteLoadBalancers } from '#shared/app/cluster-api/steps/delete-load-balancers';
import { ensureServerGroups } from '#shared/app/cluster-api/steps/ensure-server-groups';
import { planClusterApi } from '#shared/app/cluster-api/steps/plan-cluster-api';
import { checkServersGone } from '#shared/app/nodes/steps/check-servers-gone';
import { deleteLeftovers } from '#shared/app/nodes/steps/delete-leftovers';
import { deleteServer } from '#shared/app/nodes/steps/delete-server';
import { ensureServer } from '#shared/app/nodes/steps/ensure-server';
import { planNodes } from '#shared/app/nodes/steps/plan-nodes';
import { sweepTenants } from '#shared/app/nodes/steps/sweep-tenants';
import {
  deleteCloudCredential,
  deleteFormerCredentials,
  ensureCloudCredential,
} from '#shared/app/pools/steps/cloud-credential';
import { planPools } from '#shared/app/pools/steps/plan-pools';
import { recordVolumes } from '#shared/app/pools/steps/record-volumes';
import { startServers, stopServers } from '#shared/app/timetable/steps/power-servers';
import { openstackStepsEnv, readEnv } from '#shared/runtime/env';
import { awsSecrets } from '#shared/runtime/wiring/aws';
import { connectedOpenStack, connectedVault } from '#shared/runtime/wiring/backends';
import { stepBase } from '#shared/runtime/wiring/steps';
import { stepHandler } from '../_step/step-handler.ts';

const env = readEnv(openstackStepsEnv);
const { base, logFor } = stepBase('steps/openstack', env);
const secrets = awsSecrets();
const backend = {
  secrets,
  openstack: connectedOpenStack(base.store, secrets, env.STAGE),
  vault: connectedVault(secrets, env.STAGE),
  stage: env.STAGE,
  site: env.SITE_SETTINGS,
  serverAttempts: env.SERVER_ATTEMPTS,
  publicUrl: env.PUBLIC_URL.replace(/\/+$/, ''),
};

export const handler = stepHandler(
  (correlationId) => ({ ...base, ...backend, log: logFor(correlationId) }),
  [
    planNodes,
    ensureServer,
    stopServers,
    startServers,
    deleteServer,
    checkServersGone,
    deleteLeftovers,
    sweepTenants,
    planPools,
    planClusterApi,
    ensureServerGroups,
    deleteLoadBalancers,
    ensureCloudCredential,
    deleteFormerCredentials,
    recordVolumes,
    deleteCloudCredential,
  ],
);
