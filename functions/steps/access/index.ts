import { listProviders, reportFailures, syncProvider } from '#shared/app/provider-syncs/steps/sync-providers';
import { accessStepsEnv, readEnv } from '#shared/runtime/env';
import { awsSecrets } from '#shared/runtime/wiring/aws';
import { connectedKeycloak, connectedRancher, connectedWaldur } from '#shared/runtime/wiring/backends';
import { stepBase } from '#shared/runtime/wiring/steps';
import { stepHandler } from '../_step/step-handler.ts';

const env = readEnv(accessStepsEnv);
const { base, logFor } = stepBase('steps/access', env);
const secrets = awsSecrets();
const deps = {
  ...base,
  keycloak: connectedKeycloak(secrets, env.STAGE),
  rancher: connectedRancher(secrets, env.STAGE),
  waldur: connectedWaldur(secrets, env.STAGE),
  secrets,
  stage: env.STAGE,
  brake: { maxShare: env.REMOVAL_MAX_SHARE, always: env.REMOVAL_ALWAYS },
  site: env.SITE_SETTINGS,
  keptMs: base.slots.keptMs,
};

export const handler = stepHandler(
  (correlationId) => ({ ...deps, log: logFor(correlationId) }),
  [listProviders, syncProvider, reportFailures],
);
