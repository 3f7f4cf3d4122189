import { getVisible } from '#shared/app/_core/get-visible';
import { agentProcessors } from '#shared/app/site-agents/agent-parts';
import {
  agentProcessorListing,
  agentProcessorView,
  viewAgentProcessor,
} from '#shared/contracts/rest/site-agents/marketplace-site-agent-processors';
import { canSee } from '#shared/domain/organizations/caller';
import { processorsIn } from '#shared/domain/site-agents/agent-identity';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { ok } from '../_http/replies.ts';
import type { Routes } from '../_http/router.ts';
import { listAgentParts } from './agent-parts-list.ts';

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
