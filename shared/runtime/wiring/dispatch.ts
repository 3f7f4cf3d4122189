import type { DispatchDeps } from '#shared/app/marketplace/dispatch-operation';
import type { Store } from '../../ports/store.ts';
import { systemClock } from '../clock-and-ids.ts';
import { dispatcherEnv, readEnv } from '../env.ts';
import { lambdaTelemetry, type Telemetry } from '../telemetry.ts';
import { awsWorkflows } from './aws.ts';
import { tableStore } from './table.ts';

/** Reads the environment (`dispatcherEnv`). `service` names the function in its log lines. */
export function dispatchDeps(service: string): DispatchDeps & Telemetry & { store: Store } {
  const env = readEnv(dispatcherEnv);
  return {
    store: tableStore(env),
    workflows: awsWorkflows(env.STATE_MACHINE_ARNS),
    clock: systemClock,
    ...lambdaTelemetry(service),
  };
}
