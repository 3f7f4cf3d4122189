import { z } from 'zod';
import { tellHooks } from '#shared/app/hooks/tell-hooks';
import { toldEvent } from '#shared/domain/hooks/told-event';
import { readEnv, tableEnv } from '#shared/runtime/env';
import { lambdaTelemetry, observe } from '#shared/runtime/telemetry';
import { tableStore } from '#shared/runtime/wiring/table';

const telemetry = lambdaTelemetry('tell-hooks');
const deps = { store: tableStore(readEnv(tableEnv)) };
const busEvent = z.object({ detail: toldEvent });

/** Invoked by a rule of the bus, with events that `functions/event-publisher` could not tell hooks of. */
export const handler = (event: unknown): Promise<number> =>
  observe(telemetry, 'tell hooks', {}, () => tellHooks(deps, busEvent.parse(event).detail));
