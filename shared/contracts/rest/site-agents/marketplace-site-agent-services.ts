import { z } from 'zod';
import type { ServiceOf } from '#shared/domain/site-agents/agent-identity';
import { looseText, text } from '../_core/fields.ts';
import type { Link, Listing } from '../_core/listing.ts';
import type { ApiOperations } from '../_core/operation.ts';
import { agentProcessorView, newAgentProcessorBody } from './marketplace-site-agent-processors.ts';
import {
  nestedProcessorFields,
  nestedServiceFields,
  SERVICE_STATES,
  stateOf,
  uuidOf,
  type ViewedAt,
  viewNestedProcessor,
  viewNestedService,
} from './site-agent-fields.ts';

export const agentServiceView = z
  .object({
    ...nestedServiceFields,
    identity: uuidOf('The agent of the service.', 'marketplace-site-agent-identities'),
    identity_name: z.string().meta({ description: 'Its name.', examples: ['agent-1'] }),
    processors: z.array(z.object(nestedProcessorFields)),
  })
  .meta({ id: 'SiteAgentService' });
type AgentServiceView = z.infer<typeof agentServiceView>;

export const viewAgentService = (link: Link, { identity, service }: ServiceOf, at: ViewedAt): AgentServiceView => ({
  ...viewNestedService(link, service, at),
  identity: identity.uuid,
  identity_name: identity.name,
  processors: service.processors.map((processor) => viewNestedProcessor(link, processor)),
});

export const newAgentServiceBody = z
  .object({
    name: text(150).meta({ description: 'Unique within the agent.', examples: ['order_process'] }),
    mode: looseText(150)
      .nullish()
      .meta({
        description: 'Type of work that the service does. Default: empty.',
        examples: ['order_process'],
      }),
  })
  .transform(({ name, mode }) => ({ name, mode: mode ?? '' }));

/** Waldur's numbers of the states. */
const NUMBERED: Readonly<Record<string, string>> = { '1': 'Active', '2': 'Idle', '3': 'Error' };

export const agentServiceListing = (at: ViewedAt): Listing<ServiceOf, AgentServiceView> => ({
  filters: {
    equals: { mode: ({ service }) => service.mode },
    uuids: { identity_uuid: ({ identity }) => identity.uuid },
    choices: {
      state: {
        values: SERVICE_STATES,
        of: ({ service }) => stateOf(service, at),
        read: (state) => NUMBERED[state] ?? state,
      },
    },
    flags: { stale: ({ service }) => stateOf(service, at) === 'Idle' },
    instants: {
      modified_after: { is: 'from', of: ({ service }) => service.seenAt },
      modified_before: { is: 'until', of: ({ service }) => service.seenAt },
    },
  },
  orderings: { name: ({ service }) => service.name, created: ({ service }) => service.created },
  schema: agentServiceView,
  view: (link, of) => viewAgentService(link, of, at),
});

export const agentServiceOperations: ApiOperations = {
  'GET /': {
    summary: 'List services of site agents',
    rule: 'visible.list',
    description: 'A service is `stale` if it has not registered for an hour.',
    listing: agentServiceListing({ now: new Date(0) }),
  },
  'GET /{uuid}/': { summary: 'Show a service of a site agent', rule: 'site_agent.see', reply: agentServiceView },
  'POST /{uuid}/register_processor/': {
    summary: 'Register a processor of a service',
    rule: 'site_agent.manage',
    description:
      'If a processor of this name exists, it is returned. Its `modified` and that of its service are now. A service has at most 20 processors.',
    body: newAgentProcessorBody,
    reply: agentProcessorView,
  },
};
