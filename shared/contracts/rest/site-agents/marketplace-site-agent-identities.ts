import { z } from 'zod';
import type { AgentIdentity } from '#shared/domain/site-agents/agent-identity';
import { looseText, optionalInstant, reference, text, verbatim } from '../_core/fields.ts';
import type { Link } from '../_core/link.ts';
import type { Listing } from '../_core/listing.ts';
import type { Operation, Operations } from '../_core/operation.ts';
import { agentServiceView, newAgentServiceBody } from './marketplace-site-agent-services.ts';
import { nestedServiceFields, uuidOf, type ViewedAt, viewNestedService } from './site-agent-fields.ts';

const dependencyView = z.object({
  package: z.string().meta({ description: 'A Python package.', examples: ['waldur-api-client'] }),
  version: z.string().meta({ description: 'The version that is installed.', examples: ['8.1.3'] }),
});
const ANY_VERSION = 'Paddock asks for no version of the agent.';
/** Waldur's fields, without the configuration itself, which is not kept. */
export const agentIdentityView = z
  .object({
    url: z.string(),
    uuid: z.string(),
    offering: uuidOf('The offering that the agent is of.', 'marketplace-public-offerings'),
    created_by: uuidOf('The user in whose name it has registered.', 'users'),
    name: z.string().meta({ description: 'Unique at the offering.', examples: ['agent-1'] }),
    version: z.string().meta({ description: 'The version of the agent.', examples: ['1.0.7'] }),
    dependencies: z.array(dependencyView),
    config_file_path: z.string().meta({ description: 'On the agent’s machine.', examples: ['/etc/waldur/agent.yaml'] }),
    last_restarted: z.string().meta({
      description: 'When the agent was started last, as it says.',
      format: 'date-time',
      examples: ['2026-03-02T09:30:00.000Z'],
    }),
    services: z.array(z.object(nestedServiceFields)),
    compatibility: z
      .object({
        status: z.literal('unknown').meta({ description: 'No version is asked for here.' }),
        message: z.string().meta({ description: 'The same in words.', examples: [ANY_VERSION] }),
      })
      .meta({ description: 'Whether the version of the agent will do.' }),
    created: z.string(),
    modified: z.string().meta({
      description: 'When the agent, or anything of it, registered last.',
      format: 'date-time',
      examples: ['2026-03-02T09:30:00.000Z'],
    }),
  })
  .meta({ id: 'SiteAgentIdentity' });
type AgentIdentityView = z.infer<typeof agentIdentityView>;

export const viewAgentIdentity = (link: Link, identity: AgentIdentity, at: ViewedAt): AgentIdentityView => ({
  url: link('marketplace-site-agent-identities', identity.uuid),
  uuid: identity.uuid,
  offering: identity.offeringUuid,
  created_by: identity.createdByUuid,
  name: identity.name,
  version: identity.agentVersion,
  dependencies: identity.dependencies,
  config_file_path: identity.configFilePath,
  last_restarted: identity.lastRestartedAt,
  services: identity.services.map((service) => viewNestedService(link, service, at)),
  compatibility: { status: 'unknown', message: ANY_VERSION },
  created: identity.created,
  modified: identity.modified,
});

const DROPPED = 'Accepted and not kept: a configuration may have secrets.';
const CONTENT = '`config_file_content` is accepted and not kept, since a configuration may have secrets.';
const said = <T extends z.ZodType>(schema: T, description: string, example: unknown) =>
  schema.nullish().meta({ description, examples: [example] });
const fields = z.object({
  offering: reference('marketplace-provider-offerings', 'marketplace-public-offerings', 'marketplace-offerings'),
  name: text(150).meta({ description: 'Unique at the offering.', examples: ['agent-1'] }),
  version: said(looseText(100), 'The version of the agent. Default: empty.', '1.0.7'),
  dependencies: said(
    z
      .array(
        z.object({
          package: text(150).meta({ description: 'A Python package.', examples: ['waldur-api-client'] }),
          version: looseText(100).meta({ description: 'The version that is installed.', examples: ['8.1.3'] }),
        }),
      )
      .max(200),
    'What the agent is made of. Default: nothing.',
    [{ package: 'waldur-api-client', version: '8.1.3' }],
  ),
  config_file_path: said(
    looseText(500),
    'Where its configuration is on its machine. Default: empty.',
    '/etc/waldur/agent.yaml',
  ),
  config_file_content: said(verbatim(100_000), DROPPED, ''),
  last_restarted: optionalInstant().meta({
    description: 'When the agent was started. Default: now, in a new one.',
    examples: ['2026-03-02T09:30:00Z'],
  }),
});
const factsOf = ({ version, dependencies, config_file_path, last_restarted }: Partial<z.output<typeof fields>>) => ({
  ...(typeof version === 'string' && { agentVersion: version }),
  ...(dependencies && { dependencies }),
  ...(typeof config_file_path === 'string' && { configFilePath: config_file_path }),
  ...(last_restarted !== undefined && { lastRestartedAt: last_restarted }),
});

export const newAgentIdentityBody = fields.transform(({ offering, name, ...rest }) => ({
  ...{ offeringUuid: offering, name },
  ...factsOf(rest),
}));
export const agentIdentityBody = fields.partial().transform(({ offering, name, ...rest }) => ({
  ...(offering !== undefined && { offeringUuid: offering }),
  ...(name !== undefined && { name }),
  ...factsOf(rest),
}));

export const agentIdentityListing = (at: ViewedAt): Listing<AgentIdentity, AgentIdentityView> => ({
  filters: {
    equals: { name: ({ name }) => name, version: ({ agentVersion }) => agentVersion },
    uuids: { offering_uuid: ({ offeringUuid }) => offeringUuid },
    flags: { orphaned: ({ services }) => services.length === 0 },
    instants: { last_restarted: { is: 'from', of: ({ lastRestartedAt }) => lastRestartedAt } },
  },
  orderings: { name: ({ name }) => name, created: ({ created }) => created },
  schema: agentIdentityView,
  view: (link, identity) => viewAgentIdentity(link, identity, at),
});
const change = (summary: string, body: z.ZodType): Operation => ({
  ...{ summary, rule: 'site_agent.manage', body, reply: agentIdentityView },
  description: `What is left out stays as it is. The offering cannot be another one. ${CONTENT}`,
});
export const agentIdentityOperations: Operations = {
  'GET /': {
    summary: 'List site agents',
    rule: 'visible.list',
    description:
      'Of offerings of customers that the caller owns. An agent that runs registers in every turn: `modified` says when it was last seen.',
    listing: agentIdentityListing({ now: new Date(0) }),
  },
  'GET /{uuid}/': { summary: 'Show a site agent', rule: 'site_agent.see', reply: agentIdentityView },
  'POST /': {
    summary: 'Register a site agent',
    rule: 'site_agent.create',
    description: `For an offering of the type \`Marketplace.Slurm\`: orders of all others are carried out by Paddock. ${CONTENT}`,
    body: newAgentIdentityBody,
    status: 201,
    reply: agentIdentityView,
  },
  'PUT /{uuid}/': change('Register a site agent again', newAgentIdentityBody),
  'PATCH /{uuid}/': change('Change a site agent', agentIdentityBody),
  'DELETE /{uuid}/': {
    summary: 'Delete a site agent',
    rule: 'site_agent.manage',
    description: 'With its services and processors. An agent that still runs registers again.',
    status: 204,
  },
  'POST /{uuid}/register_service/': {
    summary: 'Register a service of a site agent',
    rule: 'site_agent.manage',
    description:
      'A service of the same name is the same one: it is answered as it is now, and has been seen. An agent has at most 20.',
    body: newAgentServiceBody,
    reply: agentServiceView,
  },
};
