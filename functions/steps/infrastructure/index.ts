import { infrastructureStepsEnv, readEnv } from '#shared/runtime/env';
import { awsSecrets } from '#shared/runtime/wiring/aws';
import { connectedOpenStack } from '#shared/runtime/wiring/backends';
import { stepBase } from '#shared/runtime/wiring/steps';
import { stepHandler } from '../_step/step-handler.ts';
import { checkLoadBalancers } from './check-load-balancers.ts';
import { deleteProject } from './delete-project.ts';
import { emptyTenants } from './empty-tenants.ts';
import { ensureLoadBalancer } from './ensure-load-balancer.ts';
import { ensureNetwork } from './ensure-network.ts';
import { ensurePeerNetworks } from './ensure-peer-networks.ts';
import { ensureProject } from './ensure-project.ts';
import { ensureQuotas } from './ensure-quotas.ts';
import { ensureSecurityGroups } from './ensure-security-groups.ts';
import { planTenants } from './plan-tenants.ts';
import { releasePlace } from './release-place.ts';
import { sweepProjects } from './sweep-projects.ts';

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
    emptyTenants,
    deleteProject,
    sweepProjects,
  ],
);
