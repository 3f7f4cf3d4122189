import { z } from 'zod';
import { type AgentProcessor, type AgentService, isIdle } from '#shared/domain/site-agents/agent-identity';
import { exampleUuid } from '../_core/example-uuid.ts';
import type { Link } from '../_core/link.ts';

/** What is shown depends on how long ago an agent was seen. */
export type ViewedAt = { now: Date };

/** Waldur shows uuids here where its other collections have links. */
export const uuidOf = (description: string, collection: string) =>
  z.string().meta({ description, pattern: '^[0-9a-f]{32}$', examples: [exampleUuid(collection)] });
const seen = z.string().meta({
  description: 'When it registered last, as it does at the start of each run.',
  format: 'date-time',
  examples: ['2026-03-02T09:30:00.000Z'],
});

export const SERVICE_STATES = ['Active', 'Idle', 'Error'] as const;
export const nestedServiceFields = {
  url: z.string(),
  uuid: z.string(),
  name: z.string().meta({ description: 'Unique in its agent.', examples: ['order_process'] }),
  mode: z.string().meta({ description: 'Which work of the agent it does.', examples: ['order_process'] }),
  state: z.enum(SERVICE_STATES).meta({ description: '`Idle` when it has not registered for an hour.' }),
  created: z.string(),
  modified: seen,
};
export const nestedProcessorFields = {
  url: z.string(),
  uuid: z.string(),
  name: z.string().meta({ description: 'Unique in its service.', examples: ['OfferingOrderProcessor'] }),
  backend_type: z.string().meta({ description: 'What kind of backend it works with.', examples: ['slurm'] }),
  backend_version: z.string().meta({ description: 'Empty where it is not known.', examples: ['24.05.1'] }),
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
