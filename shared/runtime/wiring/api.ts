import type { SiteSettings } from '#shared/domain/_core/site-settings';
import { joseIdentityTokens } from '../../adapters/oidc/verify-token.ts';
import type { IdentityTokens } from '../../ports/identity.ts';
import type { Clock, Ids } from '../../ports/runtime.ts';
import type { Store } from '../../ports/store.ts';
import { randomIds, systemClock } from '../clock-and-ids.ts';
import { apiEnv, outbound, readEnv } from '../env.ts';
import { lambdaTelemetry, type Telemetry } from '../telemetry.ts';
import { tableStore } from './table.ts';

/** Dependencies of every API function. A function adds only the backends that it needs, so that bundles stay small. */
export type ApiDeps = Telemetry & {
  stage: string;
  store: Store;
  site: SiteSettings;
  clock: Clock;
  ids: Ids;
  publicUrl: string | undefined;
  edgeKey: string | undefined;
  identityTokens: IdentityTokens | undefined;
};

/** Reads the environment (`apiEnv`) and connects to the table. `service` names the function in its log lines. */
export function apiDeps(service: string): ApiDeps {
  const env = readEnv(apiEnv);
  const { OIDC_ISSUER: issuer, OIDC_AUDIENCE: audience } = env;
  return {
    ...lambdaTelemetry(service),
    stage: env.STAGE,
    store: tableStore(env),
    site: env.SITE_SETTINGS,
    clock: systemClock,
    ids: randomIds,
    publicUrl: env.PUBLIC_URL,
    edgeKey: env.EDGE_KEY,
    identityTokens:
      issuer && audience
        ? joseIdentityTokens({ issuer, audience, clock: systemClock, outbound: outbound() })
        : undefined,
  };
}
