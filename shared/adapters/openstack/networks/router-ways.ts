import { z } from 'zod';
import type { RouterWays } from '#shared/domain/planning/cloud-facts';
import { owned } from '../schemas.ts';

export const routerReply = owned.extend({
  external_gateway_info: z.object({ enable_snat: z.boolean().nullish() }).nullable(),
  routes: z.array(z.unknown()).nullish(),
});
export const vpnReply = z.object({ id: z.string(), router_id: z.string() });

/** Static routes and tunnels may lead anywhere, and so may a router that does not report SNAT. */
export function waysOf(
  { id, external_gateway_info: gateway, routes }: z.infer<typeof routerReply>,
  tunnelled: ReadonlySet<string>,
): RouterWays {
  if ((routes ?? []).length > 0 || tunnelled.has(id)) return { id, exit: 'open' };
  if (!gateway) return { id, exit: 'none' };
  return { id, exit: gateway.enable_snat === true ? 'hidden' : 'open' };
}
