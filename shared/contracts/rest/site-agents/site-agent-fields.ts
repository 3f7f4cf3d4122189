import { z } from 'zod';
import { type AgentProcessor, type AgentService, isIdle } from '#shared/domain/site-agents/agent-identity';
import { exampleUuid } from '../_core/example-uuid.ts';
import type { Link } from '../_core/listing.ts';

/** The view depends on the time since an agent was last seen. */
export type ViewedAt = { now: Date };

/** Here Waldur shows uuids where its other collections have links. */
export const uuidOf = (description: string, collection: string) =>
  z.string().meta({ description, pattern: '^[0-9a-f]{32}$', examples: [exampleUuid(collection)] });
const seen = z.string().meta({
  description: 'Last registration, which happens at the start of each run.',
  format: 'date-time',
  examples: ['2026-03-02T09:30:00.000Z'],
});

export const SERVICE_STATES = ['Active', 'Idle', 'Error'] as const;
export const nestedServiceFields = {
  url: z.string(),
  uuid: z.string(),
  name: z.string().meta({ description: 'Unique within the agent.', examples: ['order_process'] }),
  mode: z.string().meta({ description: 'Type of work that the service does.', examples: ['order_process'] }),
  state: z.enum(SERVICE_STATES).meta({ description: '`Idle` if it has not registered for an hour.' }),
  created: z.string(),
  modified: seen,
};
export const nestedProcessorFields = {
  url: z.string(),
  uuid: z.string(),
  name: z.string().meta({ description: 'Unique within the service.', examples: ['OfferingOrderProcessor'] }),
  backend_type: z.string().meta({ description: 'Type of the backend.', examples: ['slurm'] }),
  backend_version: z.string().meta({ description: 'Empty if unknown.', examples: ['24.05.1'] }),
  created: z.string(),
  modified: seen,
  last_run: seen,
};

export const stateOf = (service: AgentService, { now }: ViewedAt): 'Active' | 'Idle' =>
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

export const viewNestedProcessor = (link: Link, processor: AgentProcessor) => ({
  url: link('marketplace-site-agent-processors', processor.uuid),
  uuid: processor.uuid,
  name: processor.name,
  backend_type: processor.backendType,
  backend_version: processor.backendVersion,
  created: processor.created,
  modified: processor.seenAt,
  last_run: processor.seenAt,
});
