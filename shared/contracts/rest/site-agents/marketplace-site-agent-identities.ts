import { z } from 'zod';
import type { AgentIdentity } from '#shared/domain/site-agents/agent-identity';
import { looseText, optionalInstant, reference, text, verbatim } from '../_core/fields.ts';
import type { Link, Listing } from '../_core/listing.ts';
import type { ApiOperation, ApiOperations, RestResource } from '../_core/operation.ts';
import {
  agentServiceView,
  nestedServiceFields,
  newAgentServiceBody,
  uuidOf,
  type ViewedAt,
  viewNestedService,
} from './marketplace-site-agent-services.ts';

const dependencyView = z.object({
  package: z.string().meta({ description: 'Name of a Python package.', examples: ['waldur-api-client'] }),
  version: z.string().meta({ description: 'Installed version of the package.', examples: ['8.1.3'] }),
});
const ANY_VERSION = 'Paddock requires no version of the agent.';
/** A site agent with Waldur's fields. The agent's configuration is left out, because Paddock does not store it. */
export const agentIdentityView = z
  .object({
    url: z.string(),
    uuid: z.string(),
    offering: uuidOf('The offering of the agent.', 'marketplace-public-offerings'),
    created_by: uuidOf('The user that registered the agent.', 'users'),
    name: z.string().meta({ description: 'Name of the agent, unique within the offering.', examples: ['agent-1'] }),
    version: z.string().meta({ description: 'The version of the agent.', examples: ['1.0.7'] }),
    dependencies: z.array(dependencyView),
    config_file_path: z
      .string()
      .meta({ description: 'Path of the configuration on the agent’s machine.', examples: ['/etc/waldur/agent.yaml'] }),
    last_restarted: z.string().meta({
      description: 'Time of the agent’s last start, as the agent reports.',
      format: 'date-time',
      examples: ['2026-03-02T09:30:00.000Z'],
    }),
    services: z.array(z.object(nestedServiceFields)),
    compatibility: z
      .object({
        status: z.literal('unknown').meta({ description: 'Always `unknown`, because Paddock requires no version.' }),
        message: z.string().meta({ description: 'The status in a sentence.', examples: [ANY_VERSION] }),
      })
      .meta({ description: 'Whether the version of the agent is accepted.' }),
    created: z.string(),
    modified: z.string().meta({
      description: 'Time of the last registration of the agent, or of one of its services or processors.',
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

const DROPPED = 'Accepted and not stored: a configuration may have secrets.';
const CONTENT = '`config_file_content` is accepted but not stored, since a configuration may have secrets.';
const said = <T extends z.ZodType>(schema: T, description: string, example: unknown) =>
  schema.nullish().meta({ description, examples: [example] });
const fields = z.object({
  offering: reference('marketplace-provider-offerings', 'marketplace-public-offerings', 'marketplace-offerings'),
  name: text(150).meta({ description: 'Name of the agent, unique within the offering.', examples: ['agent-1'] }),
  version: said(looseText(100), 'The version of the agent. Default: empty.', '1.0.7'),
  dependencies: said(
    z
      .array(
        z.object({
          package: text(150).meta({ description: 'Name of a Python package.', examples: ['waldur-api-client'] }),
          version: looseText(100).meta({ description: 'Installed version of the package.', examples: ['8.1.3'] }),
        }),
      )
      .max(200),
    'Python packages that the agent uses. Default: none.',
    [{ package: 'waldur-api-client', version: '8.1.3' }],
  ),
  config_file_path: said(
    looseText(500),
    'Path of the configuration on the agent’s machine. Default: empty.',
    '/etc/waldur/agent.yaml',
  ),
  config_file_content: said(verbatim(100_000), DROPPED, ''),
  last_restarted: optionalInstant().meta({
    description: 'Time of the agent’s start. Default for a new agent: now.',
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
  offeringUuid: offering,
  name,
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
const change = (summary: string, body: z.ZodType): ApiOperation => ({
  summary,
  rule: 'site_agent.manage',
  body,
  reply: agentIdentityView,
  description: `Fields that are left out stay. The offering cannot be changed. ${CONTENT}`,
});
const operations: ApiOperations = {
  'GET /': {
    summary: 'List site agents',
    rule: 'visible.list',
    description:
      'Lists an agent if the caller is an owner of the customer that has the agent’s offering. A running agent registers again in every cycle. `modified` is the time of its last registration.',
    listing: agentIdentityListing({ now: new Date(0) }),
  },
  'GET /{uuid}/': { summary: 'Show a site agent', rule: 'site_agent.see', reply: agentIdentityView },
  'POST /': {
    summary: 'Register a site agent',
    rule: 'site_agent.create',
    description: `For an offering of the type \`Marketplace.Slurm\`. Paddock itself carries out orders of all other offerings. ${CONTENT}`,
    body: newAgentIdentityBody,
    status: 201,
    reply: agentIdentityView,
  },
  'PUT /{uuid}/': change('Update the registration of a site agent', newAgentIdentityBody),
  'PATCH /{uuid}/': change('Change a site agent', agentIdentityBody),
  'DELETE /{uuid}/': {
    summary: 'Delete a site agent',
    rule: 'site_agent.manage',
    description:
      'Also deletes the services and processors of the agent. An agent that is still running registers itself again.',
    status: 204,
  },
  'POST /{uuid}/register_service/': {
    summary: 'Register a service of a site agent',
    rule: 'site_agent.manage',
    description:
      'If the agent has a service of this name, that service is updated and returned, and its `modified` is set to the present time. An agent has at most 20 services.',
    body: newAgentServiceBody,
    reply: agentServiceView,
  },
};

export const marketplaceSiteAgentIdentitiesResource: RestResource = {
  group: 'Operators',
  is: 'Site agents: programs of a provider that carry out its orders. Each agent registers here.',
  operations,
};
