import { getVisible } from '#shared/app/_core/get-visible';
import {
  agentProcessors,
  agentServices,
  deleteAgent,
  getAgent,
  registerAgent,
  registerProcessor,
  registerService,
  updateAgent,
} from '#shared/app/site-agents/register-agent';
import type { Listing } from '#shared/contracts/rest/_core/listing';
import { parseBody } from '#shared/contracts/rest/_core/parse-body';
import {
  agentIdentityBody,
  agentIdentityListing,
  agentIdentityView,
  newAgentIdentityBody,
  viewAgentIdentity,
} from '#shared/contracts/rest/site-agents/marketplace-site-agent-identities';
import {
  agentProcessorListing,
  agentProcessorView,
  agentServiceListing,
  agentServiceView,
  newAgentProcessorBody,
  newAgentServiceBody,
  viewAgentProcessor,
  viewAgentService,
} from '#shared/contracts/rest/site-agents/marketplace-site-agent-services';
import { canSee, visibilityOf } from '#shared/domain/organizations/caller';
import { type AgentIdentity, processorsIn, servicesIn } from '#shared/domain/site-agents/agent-identity';
import { WHOLE_LIST } from '#shared/ports/repository';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { readFilters } from '../_http/lists/filters.ts';
import { listReply } from '../_http/lists/list-reply.ts';
import { listRoute } from '../_http/lists/list-route.ts';
import { pageOf } from '../_http/lists/paging.ts';
import { readBody } from '../_http/negotiate.ts';
import { type ApiReply, created, noContent, ok } from '../_http/replies.ts';
import type { Call, Routes } from '../_http/router.ts';

type Deps = Parameters<typeof registerAgent>[0];

export function marketplaceSiteAgentIdentitiesRoutes(deps: Deps): Routes {
  const at = () => ({ now: deps.clock.now() });
  const change = async (
    { request, params, caller, link }: Call,
    body: typeof agentIdentityBody | typeof newAgentIdentityBody,
  ) => {
    const parseChange = () => parseBody(body, readBody(request));
    const identity = await updateAgent(deps, caller, params.uuid ?? '', parseChange);
    return ok(agentIdentityView, viewAgentIdentity(link, identity, at()));
  };
  return {
    'GET /': (call) => listRoute(deps.store.agentIdentities, agentIdentityListing(at()))(call),
    'GET /{uuid}/': async ({ params, caller, link }) =>
      ok(agentIdentityView, viewAgentIdentity(link, await getAgent(deps, caller, params.uuid ?? ''), at())),
    'POST /': async ({ request, caller, link }) => {
      const identity = await registerAgent(deps, caller, parseBody(newAgentIdentityBody, readBody(request)));
      return created(agentIdentityView, viewAgentIdentity(link, identity, at()));
    },
    'PUT /{uuid}/': (call) => change(call, newAgentIdentityBody),
    'PATCH /{uuid}/': (call) => change(call, agentIdentityBody),
    'DELETE /{uuid}/': async ({ params, caller }) => {
      await deleteAgent(deps, caller, params.uuid ?? '');
      return noContent;
    },
    'POST /{uuid}/register_service/': async ({ request, params, caller, link }) => {
      const readService = () => parseBody(newAgentServiceBody, readBody(request));
      const registered = await registerService(deps, caller, params.uuid ?? '', readService);
      return ok(agentServiceView, viewAgentService(link, registered, at()));
    },
  };
}

/**
 * Lists services or processors, which are parts of site agents' records. Agents are few, so all visible agents are
 * read.
 */
async function listAgentParts<P, V>(
  { agentIdentities }: Pick<Store, 'agentIdentities'>,
  call: Call,
  listing: Listing<P, V>,
  partsIn: (identity: AgentIdentity) => P[],
): Promise<ApiReply> {
  const { matches = () => true } = readFilters(call, listing.filters);
  const { items } = await agentIdentities.list({ visibility: visibilityOf(call.caller) }, WHOLE_LIST);
  return listReply(call, pageOf(items.flatMap(partsIn).filter(matches)), listing);
}

type ProcessorDeps = { store: Pick<Store, 'agentIdentities' | 'claims'>; clock: Clock };

export const marketplaceSiteAgentProcessorsRoutes = ({ store, clock }: ProcessorDeps): Routes => ({
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

type ServiceDeps = Parameters<typeof registerProcessor>[0];

export const marketplaceSiteAgentServicesRoutes = (deps: ServiceDeps): Routes => ({
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
