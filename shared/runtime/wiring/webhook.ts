import type { Clock, Ids, Secrets, Wakeups } from '../../ports/runtime.ts';
import type { Store } from '../../ports/store.ts';
import { randomIds, systemClock } from '../clock-and-ids.ts';
import { readEnv, tableEnv } from '../env.ts';
import { lambdaTelemetry, type Telemetry } from '../telemetry.ts';
import { awsSecrets, awsWakeups } from './aws.ts';
import { tableStore } from './table.ts';

type WebhookDeps = Telemetry & { stage: string; store: Store; wakeups: Wakeups; clock: Clock; ids: Ids };

export function webhookDeps(service: string): WebhookDeps {
  const env = readEnv(tableEnv);
  return {
    stage: env.STAGE,
    store: tableStore(env),
    wakeups: awsWakeups(),
    clock: systemClock,
    ids: randomIds,
    ...lambdaTelemetry(service),
  };
}

/**
 * Dependencies for calls from Rancher. With the secrets, the function checks which provider's Rancher has sent a call.
 */
export const rancherWebhookDeps = (service: string): WebhookDeps & { secrets: Secrets } => ({
  ...webhookDeps(service),
  secrets: awsSecrets(),
});
