import { z } from 'zod';
import { hookAudience } from '#shared/app/hooks/hook-audience';
import { queueWebhooks } from '#shared/app/hooks/queue-webhooks';
import { hookEvent } from '#shared/domain/hooks/hook-event';
import { systemClock } from '#shared/runtime/clock-and-ids';
import { readEnv, tableEnv } from '#shared/runtime/env';
import { lambdaTelemetry, observe } from '#shared/runtime/telemetry';
import { tableStore } from '#shared/runtime/wiring/table';

const telemetry = lambdaTelemetry('queue-webhooks');
const deps = { store: tableStore(readEnv(tableEnv)), clock: systemClock };
const busEvent = z.object({ detail: hookEvent });

/** A rule of the bus invokes this function for events that `functions/event-publisher` could not queue for hooks. */
export const handler = (event: unknown): Promise<number> =>
  observe(telemetry, 'queue web hooks', {}, () =>
    queueWebhooks(deps, busEvent.parse(event).detail, hookAudience(deps)),
  );
