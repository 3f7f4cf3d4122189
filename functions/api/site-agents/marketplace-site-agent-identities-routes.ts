import {
  deleteAgent,
  getAgent,
  registerAgent,
  registerService,
  updateAgent,
} from '#shared/app/site-agents/register-agent';
import { parseBody } from '#shared/contracts/rest/_core/parse-body';
import {
  agentIdentityBody,
  agentIdentityListing,
  agentIdentityView,
  newAgentIdentityBody,
  viewAgentIdentity,
} from '#shared/contracts/rest/site-agents/marketplace-site-agent-identities';
import {
  agentServiceView,
  newAgentServiceBody,
  viewAgentService,
} from '#shared/contracts/rest/site-agents/marketplace-site-agent-services';
import { listRoute } from '../_http/lists/list-route.ts';
import { readBody } from '../_http/negotiate.ts';
import { created, noContent, ok } from '../_http/replies.ts';
import type { Call, Routes } from '../_http/router.ts';

type Deps = Parameters<typeof registerAgent>[0];

export function marketplaceSiteAgentIdentitiesRoutes(deps: Deps): Routes {
  const at = () => ({ now: deps.clock.now() });
  const change = async (
    { request, params, caller, link }: Call,
    body: typeof agentIdentityBody | typeof newAgentIdentityBody,
  ) => {
    const readChange = () => parseBody(body, readBody(request));
    const identity = await updateAgent(deps, caller, params.uuid ?? '', readChange);
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
