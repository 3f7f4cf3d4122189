import { getVisible } from '#shared/app/_core/get-visible';
import { agentServices } from '#shared/app/site-agents/agent-parts';
import { registerProcessor } from '#shared/app/site-agents/register-agent';
import { parseBody } from '#shared/contracts/rest/_core/parse-body';
import {
  agentProcessorView,
  newAgentProcessorBody,
  viewAgentProcessor,
} from '#shared/contracts/rest/site-agents/marketplace-site-agent-processors';
import {
  agentServiceListing,
  agentServiceView,
  viewAgentService,
} from '#shared/contracts/rest/site-agents/marketplace-site-agent-services';
import { canSee } from '#shared/domain/organizations/caller';
import { servicesIn } from '#shared/domain/site-agents/agent-identity';
import { readBody } from '../_http/negotiate.ts';
import { ok } from '../_http/replies.ts';
import type { Routes } from '../_http/router.ts';
import { listAgentParts } from './agent-parts-list.ts';

type Deps = Parameters<typeof registerProcessor>[0];

export const marketplaceSiteAgentServicesRoutes = (deps: Deps): Routes => ({
  'GET /': (call) => listAgentParts(deps.store, call, agentServiceListing({ now: deps.clock.now() }), servicesIn),
  'GET /{uuid}/': async ({ params, caller, link }) => {
    const found = await getVisible(
      agentServices(deps.store),
      'AgentService',
      params.uuid ?? '',
      ({ identity: { customerUuid } }) => canSee(caller, { customerUuid }),
    );
    return ok(agentServiceView, viewAgentService(link, found, { now: deps.clock.now() }));
  },
  'POST /{uuid}/register_processor/': async ({ request, params, caller, link }) => {
    const readProcessor = () => parseBody(newAgentProcessorBody, readBody(request));
    const registered = await registerProcessor(deps, caller, params.uuid ?? '', readProcessor);
    return ok(agentProcessorView, viewAgentProcessor(link, registered));
  },
});
