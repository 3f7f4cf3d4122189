import type { Functions, Ids } from '../../ports/runtime.ts';
import { readEnv, stageEnv } from '../env.ts';
import { randomIds } from '../system.ts';
import { lambdaTelemetry, type Telemetry } from '../telemetry.ts';
import { awsFunctions } from './aws.ts';

/** What the function of the default route has: no table and no secrets, only other functions. */
export const defaultDeps = (service: string): Telemetry & { functions: Functions; ids: Ids } => ({
  ...lambdaTelemetry(service),
  functions: awsFunctions(readEnv(stageEnv).STAGE),
  ids: randomIds,
});
