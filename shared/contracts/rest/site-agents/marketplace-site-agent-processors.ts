import { z } from 'zod';
import { isIdle, type ProcessorOf } from '#shared/domain/site-agents/agent-identity';
import { looseText, text } from '../_core/fields.ts';
import type { Link, Listing } from '../_core/listing.ts';
import type { ApiOperations } from '../_core/operation.ts';
import { nestedProcessorFields, uuidOf, type ViewedAt, viewNestedProcessor } from './site-agent-fields.ts';

export const agentProcessorView = z
  .object({
    ...nestedProcessorFields,
    service: uuidOf('The service of the processor.', 'marketplace-site-agent-services'),
    service_name: z.string().meta({ description: 'Its name.', examples: ['order_process'] }),
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
    name: text(150).meta({ description: 'Unique within the service.', examples: ['OfferingOrderProcessor'] }),
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

export const agentProcessorOperations: ApiOperations = {
  'GET /': {
    summary: 'List processors of site agents',
    rule: 'visible.list',
    description: 'A processor is `stale` if it has not registered for an hour.',
    listing: agentProcessorListing({ now: new Date(0) }),
  },
  'GET /{uuid}/': { summary: 'Show a processor of a site agent', rule: 'site_agent.see', reply: agentProcessorView },
};
