import type { AgentIdentity } from '../site-agents/agent-identity.ts';
import { auditSchema } from './audit-schema.ts';

/** That it was seen, or restarted, is no event: an agent registers its services in every turn. */
export const AGENT_IDENTITY_AUDIT = auditSchema<AgentIdentity>({
  model: 'SiteAgent.AgentIdentity',
  title: 'Site agent',
  created: 'site_agent_registered',
  updated: 'site_agent_updated',
  deleted: 'site_agent_deleted',
  fields: {
    name: 'shown',
    offeringUuid: 'detail',
    customerUuid: 'hidden',
    createdByUuid: 'detail',
    agentVersion: 'shown',
    dependencies: 'detail',
    configFilePath: 'shown',
    lastRestartedAt: 'detail',
    services: 'hidden',
  },
});
