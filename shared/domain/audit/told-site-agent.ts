import type { AgentIdentity } from '../site-agents/agent-identity.ts';
import { told } from './told-kind.ts';

/** That it was seen, or restarted, is no event: an agent registers its services in every turn. */
export const TOLD_AGENT_IDENTITY = told<AgentIdentity>({
  model: 'SiteAgent.AgentIdentity',
  title: 'Site agent',
  created: 'site_agent_registered',
  updated: 'site_agent_updated',
  deleted: 'site_agent_deleted',
  fields: {
    name: 'told',
    offeringUuid: 'detail',
    customerUuid: 'silent',
    createdByUuid: 'detail',
    agentVersion: 'told',
    dependencies: 'detail',
    configFilePath: 'told',
    lastRestartedAt: 'detail',
    services: 'silent',
  },
});
