import type { SiteSettings } from '#shared/domain/_core/site-settings';
import type { Functions, Ids } from '../../ports/runtime.ts';
import { defaultEnv, readEnv } from '../env.ts';
import { randomIds } from '../system.ts';
import { lambdaTelemetry, type Telemetry } from '../telemetry.ts';
import { awsFunctions } from './aws.ts';

/** Dependencies of the function of the default route: no table and no secrets, only other functions. */
export function defaultDeps(service: string): Telemetry & { functions: Functions; ids: Ids; site: SiteSettings } {
  const { STAGE, SITE_SETTINGS } = readEnv(defaultEnv);
  return { ...lambdaTelemetry(service), functions: awsFunctions(STAGE), ids: randomIds, site: SITE_SETTINGS };
}
