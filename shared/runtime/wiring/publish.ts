import { hookAudience, oversightCache } from '#shared/app/hooks/hook-audience';
import { queueWebhooks } from '#shared/app/hooks/queue-webhooks';
import type { HookEvent } from '#shared/domain/hooks/hook-event';
import { systemClock } from '../clock-and-ids.ts';
import { eventsEnv, readEnv } from '../env.ts';
import { lambdaTelemetry } from '../telemetry.ts';
import { awsEventBus } from './aws.ts';
import { tableStore } from './table.ts';

/**
 * Reads the environment (`eventsEnv`). `service` names the function in its log lines. `ofBatch` returns what a batch of
 * events needs: all its events have one audience, so that a batch reads hooks and roles once.
 */
export function publishDeps(service: string) {
  const env = readEnv(eventsEnv);
  const telemetry = lambdaTelemetry(service);
  const [store, events] = [tableStore(env), awsEventBus(env.EVENT_BUS_NAME)];
  const oversight = oversightCache();
  const ofBatch = () => {
    const audience = hookAudience({ store, clock: systemClock }, oversight);
    return {
      ...{ events, log: telemetry.log },
      queueWebhooks: (event: HookEvent) => queueWebhooks({ store }, event, audience),
    };
  };
  return { telemetry, ofBatch };
}
