import { z } from 'zod';
import {
  type AgentProcessor,
  type AgentService,
  isIdle,
  type ProcessorOf,
  type ServiceOf,
} from '#shared/domain/site-agents/agent-identity';
import { exampleUuid } from '../_core/example-uuid.ts';
import { looseText, text } from '../_core/fields.ts';
import type { Link, Listing } from '../_core/listing.ts';
import type { ApiOperations, RestResource } from '../_core/operation.ts';

/**
 * The time of the call. Views need it, because the state of an agent depends on how long ago the agent was last seen.
 */
export type ViewedAt = { now: Date };

/** The uuid of another object. In the collections of site agents, Waldur shows such uuids instead of links. */
export const uuidOf = (description: string, collection: string) =>
  z.string().meta({ description, pattern: '^[0-9a-f]{32}$', examples: [exampleUuid(collection)] });
const seen = z.string().meta({
  description: 'Time of the last registration. Each run of the agent starts with a registration.',
  format: 'date-time',
  examples: ['2026-03-02T09:30:00.000Z'],
});

const SERVICE_STATES = ['Active', 'Idle', 'Error'] as const;
export const nestedServiceFields = {
  url: z.string(),
  uuid: z.string(),
  name: z.string().meta({ description: 'Name of the service, unique within the agent.', examples: ['order_process'] }),
  mode: z.string().meta({ description: 'Type of work that the service does.', examples: ['order_process'] }),
  state: z.enum(SERVICE_STATES).meta({ description: '`Idle` if the service has not registered for an hour.' }),
  created: z.string(),
  modified: seen,
};
const nestedProcessorFields = {
  url: z.string(),
  uuid: z.string(),
  name: z
    .string()
    .meta({ description: 'Name of the processor, unique within the service.', examples: ['OfferingOrderProcessor'] }),
  backend_type: z.string().meta({ description: 'Type of the backend.', examples: ['slurm'] }),
  backend_version: z
    .string()
    .meta({ description: 'Version of the backend. Empty if it is unknown.', examples: ['24.05.1'] }),
  created: z.string(),
  modified: seen,
  last_run: seen,
};

const stateOf = (service: AgentService, { now }: ViewedAt): 'Active' | 'Idle' =>
  isIdle(service, now) ? 'Idle' : 'Active';

export const viewNestedService = (link: Link, service: AgentService, at: ViewedAt) => ({
  url: link('marketplace-site-agent-services', service.uuid),
  uuid: service.uuid,
  name: service.name,
  mode: service.mode,
  state: stateOf(service, at),
  created: service.created,
  modified: service.seenAt,
});

const viewNestedProcessor = (link: Link, processor: AgentProcessor) => ({
  url: link('marketplace-site-agent-processors', processor.uuid),
  uuid: processor.uuid,
  name: processor.name,
  backend_type: processor.backendType,
  backend_version: processor.backendVersion,
  created: processor.created,
  modified: processor.seenAt,
  last_run: processor.seenAt,
});

export const agentServiceView = z
  .object({
    ...nestedServiceFields,
    identity: uuidOf('The agent of the service.', 'marketplace-site-agent-identities'),
    identity_name: z.string().meta({ description: 'Name of the agent.', examples: ['agent-1'] }),
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
    name: text(150).meta({ description: 'Name of the service, unique within the agent.', examples: ['order_process'] }),
    mode: looseText(150)
      .nullish()
      .meta({
        description: 'Type of work that the service does. Default: empty.',
        examples: ['order_process'],
      }),
  })
  .transform(({ name, mode }) => ({ name, mode: mode ?? '' }));

/** Waldur's numbers for the states. */
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

export const agentProcessorView = z
  .object({
    ...nestedProcessorFields,
    service: uuidOf('The service of the processor.', 'marketplace-site-agent-services'),
    service_name: z.string().meta({ description: 'Name of the service.', examples: ['order_process'] }),
  })
  .meta({ id: 'SiteAgentProcessor' });
type AgentProcessorView = z.infer<typeof agentProcessorView>;

export const viewAgentProcessor = (link: Link, { service, processor }: ProcessorOf): AgentProcessorView => ({
  ...viewNestedProcessor(link, processor),
  service: service.uuid,
  service_name: service.name,
});

export const newAgentProcessorBody = z
  .object({
    name: text(150).meta({
      description: 'Name of the processor, unique within the service.',
      examples: ['OfferingOrderProcessor'],
    }),
    backend_type: text(250).meta({ description: 'Type of the backend.', examples: ['slurm'] }),
    backend_version: looseText(100)
      .nullish()
      .meta({
        description: 'The backend’s version. Default: empty.',
        examples: ['24.05.1'],
      }),
  })
  .transform(({ name, backend_type, backend_version }) => ({
    name,
    backendType: backend_type,
    backendVersion: backend_version ?? '',
  }));

export const agentProcessorListing = ({ now }: ViewedAt): Listing<ProcessorOf, AgentProcessorView> => ({
  filters: {
    equals: {
      backend_type: ({ processor }) => processor.backendType,
      backend_version: ({ processor }) => processor.backendVersion,
    },
    uuids: { service_uuid: ({ service }) => service.uuid },
    flags: { stale: ({ processor }) => isIdle(processor, now) },
    instants: {
      last_run: { is: 'from', of: ({ processor }) => processor.seenAt },
      last_run_before: { is: 'until', of: ({ processor }) => processor.seenAt },
    },
  },
  orderings: { name: ({ processor }) => processor.name, created: ({ processor }) => processor.created },
  schema: agentProcessorView,
  view: viewAgentProcessor,
});

const agentProcessorOperations: ApiOperations = {
  'GET /': {
    summary: 'List processors of site agent services',
    rule: 'visible.list',
    description: 'A processor is `stale` if it has not registered for an hour.',
    listing: agentProcessorListing({ now: new Date(0) }),
  },
  'GET /{uuid}/': {
    summary: 'Show a processor of a site agent service',
    rule: 'site_agent.see',
    reply: agentProcessorView,
  },
};

const agentServiceOperations: ApiOperations = {
  'GET /': {
    summary: 'List services of site agents',
    rule: 'visible.list',
    description: 'A service is `stale` if it has not registered for an hour.',
    listing: agentServiceListing({ now: new Date(0) }),
  },
  'GET /{uuid}/': { summary: 'Show a service of a site agent', rule: 'site_agent.see', reply: agentServiceView },
  'POST /{uuid}/register_processor/': {
    summary: 'Register a processor of a site agent service',
    rule: 'site_agent.manage',
    description:
      'If the service has a processor of this name, that processor is updated and returned. `modified` of the processor and of its service is set to the present time. A service has at most 20 processors.',
    body: newAgentProcessorBody,
    reply: agentProcessorView,
  },
};

export const marketplaceSiteAgentServicesResource: RestResource = {
  group: 'Operators',
  is: 'Running parts of a site agent, and when each was last seen.',
  operations: agentServiceOperations,
};

export const marketplaceSiteAgentProcessorsResource: RestResource = {
  group: 'Operators',
  is: 'Parts of a site agent’s services that talk to backends.',
  operations: agentProcessorOperations,
};
