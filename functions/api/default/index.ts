import type { SiteSettings } from '#shared/domain/_core/site-settings';
import type { Functions, Ids } from '#shared/ports/runtime';
import { randomIds } from '#shared/runtime/clock-and-ids';
import { defaultEnv, readEnv } from '#shared/runtime/env';
import { lambdaTelemetry, type Telemetry } from '#shared/runtime/telemetry';
import { awsFunctions } from '#shared/runtime/wiring/aws';
import { defaultHandler } from './default-handler.ts';

export const handler = defaultHandler(defaultDeps('api/default'));

/** The gateway's default function needs no DynamoDB table and no secrets, because it only invokes other functions. */
function defaultDeps(service: string): Telemetry & { functions: Functions; ids: Ids; site: SiteSettings } {
  const { STAGE, SITE_SETTINGS } = readEnv(defaultEnv);
  return { ...lambdaTelemetry(service), functions: awsFunctions(STAGE), ids: randomIds, site: SITE_SETTINGS };
}
