import type { AgentIdentity } from '#shared/domain/site-agent/agent-identity';
import { aUuid, CREATED } from './builders.ts';

export const anAgentIdentity = (fields: Partial<AgentIdentity> = {}): AgentIdentity => ({
  ...{ uuid: aUuid(), version: 0, created: CREATED, modified: CREATED },
  name: 'agent-1',
  offeringUuid: aUuid(),
  customerUuid: aUuid(),
  createdByUuid: aUuid(),
  agentVersion: '1.0.7',
  dependencies: [{ package: 'waldur-api-client', version: '8.1.3' }],
  configFilePath: '',
  lastRestartedAt: CREATED,
  services: [],
  ...fields,
});
