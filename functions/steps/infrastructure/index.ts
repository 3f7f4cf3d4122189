import { checkLoadBalancers } from '#shared/app/infrastructure/steps/check-load-balancers';
import { deleteProject } from '#shared/app/infrastructure/steps/delete-project';
import { emptyTenants } from '#shared/app/infrastructure/steps/empty-tenants';
import { ensureLoadBalancer } from '#shared/app/infrastructure/steps/ensure-load-balancer';
import { ensureNetwork } from '#shared/app/infrastructure/steps/ensure-network';
import { ensurePeerNetworks } from '#shared/app/infrastructure/steps/ensure-peer-networks';
import { ensureProject } from '#shared/app/infrastructure/steps/ensure-project';
import { ensureQuotas } from '#shared/app/infrastructure/steps/ensure-quotas';
import { ensureSecurityGroups } from '#shared/app/infrastructure/steps/ensure-security-groups';
import { fitPoolQuotas } from '#shared/app/infrastructure/steps/fit-pool-quotas';
import { planTenants } from '#shared/app/infrastructure/steps/plan-tenants';
import { releasePlace } from '#shared/app/infrastructure/steps/release-place';
import { sweepProjects } from '#shared/app/infrastructure/steps/sweep-projects';
import { infrastructureStepsEnv, readEnv } from '#shared/runtime/env';
import { awsSecrets } from '#shared/runtime/wiring/aws';
import { connectedOpenStack } from '#shared/runtime/wiring/backends';
import { stepBase } from '#shared/runtime/wiring/steps';
import { stepHandler } from '../_step/step-handler.ts';

const env = readEnv(infrastructureStepsEnv);
const { base, logFor } = stepBase('steps/infrastructure', env);
const backend = {
  openstack: connectedOpenStack(base.store, awsSecrets(), env.STAGE),
  site: env.SITE_SETTINGS,
  serverAttempts: env.SERVER_ATTEMPTS,
};

export const handler = stepHandler(
  (correlationId) => ({ ...base, ...backend, log: logFor(correlationId) }),
  [
    planTenants,
    ensureProject,
    ensureNetwork,
    ensurePeerNetworks,
    ensureSecurityGroups,
    ensureLoadBalancer,
    checkLoadBalancers,
    ensureQuotas,
    releasePlace,
    fitPoolQuotas,
    emptyTenants,
    deleteProject,
    sweepProjects,
  ],
);
