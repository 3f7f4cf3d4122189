import { getVisible } from '#shared/app/get-visible';
import { agentProcessors } from '#shared/app/site-agent/agent-parts';
import {
  agentProcessorListing,
  agentProcessorView,
  viewAgentProcessor,
} from '#shared/contracts/rest/marketplace-site-agent-processors';
import { canSee } from '#shared/domain/caller';
import { processorsIn } from '#shared/domain/site-agent/agent-identity';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { listAgentParts } from '../_http/agent-parts-list.ts';
import { ok } from '../_http/replies.ts';
import type { Routes } from '../_http/router.ts';

type Deps = { store: Pick<Store, 'agentIdentities' | 'claims'>; clock: Clock };

export const marketplaceSiteAgentProcessorsRoutes = ({ store, clock }: Deps): Routes => ({
  'GET /': (call) => listAgentParts(store, call, agentProcessorListing({ now: clock.now() }), processorsIn),
  'GET /{uuid}/': async ({ params, caller, link }) => {
    const found = await getVisible(
      agentProcessors(store),
      'AgentProcessor',
      params.uuid ?? '',
      ({ identity: { customerUuid } }) => canSee(caller, { customerUuid }),
    );
    return ok(agentProcessorView, viewAgentProcessor(link, found));
  },
});
