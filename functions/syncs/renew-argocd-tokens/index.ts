import { renewArgocdAccess } from '#shared/app/cluster-access/renew-argocd-access';
import { randomIds, systemClock } from '#shared/runtime/clock-and-ids';
import { readEnv, tableEnv } from '#shared/runtime/env';
import { lambdaTelemetry, observe } from '#shared/runtime/telemetry';
import { awsSecrets } from '#shared/runtime/wiring/aws';
import { connectedArgocd, connectedRancher } from '#shared/runtime/wiring/backends';
import { tableStore } from '#shared/runtime/wiring/table';

const env = readEnv(tableEnv);
const telemetry = lambdaTelemetry('syncs/renew-argocd-tokens');
const secrets = awsSecrets();
const deps = {
  store: tableStore(env),
  clock: systemClock,
  ids: randomIds,
  log: telemetry.log,
  argocd: connectedArgocd(secrets, env.STAGE),
  rancher: connectedRancher(secrets, env.STAGE),
};

/** A schedule invokes this function every hour. The function renews Argo CD's keys before they expire. */
export const handler = (): Promise<number> =>
  observe(telemetry, 'renew Argo CD access', {}, () => renewArgocdAccess(deps));
