import type { HookDeliveryDeps } from '#shared/app/hooks/deliver-hook';
import { httpsHookSender } from '../../adapters/hooks/https-hook-sender.ts';
import { systemClock } from '../clock-and-ids.ts';
import { hooksEnv, readEnv } from '../env.ts';
import type { ScheduledDeps } from '../scheduled-run.ts';
import { lambdaTelemetry } from '../telemetry.ts';
import { awsSecrets } from './aws.ts';
import { tableStore } from './table.ts';

/** A receiver has to answer within this time. Otherwise the delivery is repeated later. */
const TIMEOUT_MS = 10_000;

/** Reads the environment (see `hooksEnv`). `service` is the name of the function in its log lines. */
export function hookDeliveryDeps(service: string): HookDeliveryDeps & ScheduledDeps {
  const env = readEnv(hooksEnv);
  return {
    stage: env.STAGE,
    store: tableStore(env),
    secrets: awsSecrets(),
    sender: httpsHookSender({ rules: env.SITE_SETTINGS, timeoutMs: TIMEOUT_MS, clock: systemClock }),
    clock: systemClock,
    ...lambdaTelemetry(service),
  };
}
