import { openstackStepsEnv, readEnv } from '#shared/runtime/env';
import { awsSecrets } from '#shared/runtime/wiring/aws';
import { connectedOpenStack, connectedVault } from '#shared/runtime/wiring/backends';
import { stepBase } from '#shared/runtime/wiring/steps';
import { stepHandler } from '../_step/step-handler.ts';
import { checkServersGone } from './check-servers-gone.ts';
import { deleteLeftovers } from './delete-leftovers.ts';
import { deleteServer } from './delete-server.ts';
import { ensureServer } from './ensure-server.ts';
import { planNodes } from './plan-nodes.ts';
import { sweepTenants } from './sweep-tenants.ts';

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
  [planNodes, ensureServer, deleteServer, checkServersGone, deleteLeftovers, sweepTenants],
);
