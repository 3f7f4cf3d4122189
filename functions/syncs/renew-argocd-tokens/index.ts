import type { Context } from 'aws-lambda';
import { renewArgocdAccess } from '#shared/app/cluster-access/renew-argocd-access';
import { randomIds, systemClock } from '#shared/runtime/clock-and-ids';
import { readEnv, tableEnv } from '#shared/runtime/env';
import { runScheduled } from '#shared/runtime/scheduled-run';
import { lambdaTelemetry } from '#shared/runtime/telemetry';
import { awsSecrets } from '#shared/runtime/wiring/aws';
import { connectedArgocd, connectedRancher } from '#shared/runtime/wiring/backends';
import { tableStore } from '#shared/runtime/wiring/table';

const env = readEnv(tableEnv);
const secrets = awsSecrets();
const deps = {
  ...lambdaTelemetry('syncs/renew-argocd-tokens'),
  store: tableStore(env),
  clock: systemClock,
  ids: randomIds,
  argocd: connectedArgocd(secrets, env.STAGE),
  rancher: connectedRancher(secrets, env.STAGE),
};

/** A schedule invokes this function every hour. The function renews Argo CD's keys before they expire. */
export const handler = (_event: unknown, context: Context): Promise<number> =>
  runScheduled(deps, { job: 'renew Argo CD access', context, otherwise: 0 }, () => renewArgocdAccess(deps));
