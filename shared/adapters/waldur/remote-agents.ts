import type { NewRemoteAgent, Waldur } from '../../ports/waldur.ts';
import { path } from '../json-client.ts';
import { agentIdentity, made } from './waldur-objects.ts';
import type { WaldurSession } from './waldur-session.ts';

type Agents = Pick<Waldur, 'findAgent' | 'createAgent' | 'updateAgent' | 'registerService' | 'registerProcessor'>;

/**
 * The body has the same fields that Waldur's published site agent sends. Paddock has no configuration file, so the
 * fields about that file are empty.
 */
const bodyOf = ({ name, offeringUuid, version, lastRestarted }: NewRemoteAgent) => ({
  ...{ offering: offeringUuid, name, version, last_restarted: lastRestarted },
  ...{ dependencies: [], config_file_path: '', config_file_content: '' },
});

export const remoteAgents = (session: WaldurSession): Agents => ({
  async findAgent(name, offeringUuid) {
    const listed = await session.list({
      op: 'findAgent',
      path: '/marketplace-site-agent-identities/',
      item: agentIdentity,
      where: { name: { is: name, of: (it) => it.name } },
    });
    return listed.find((it) => it.offeringUuid === offeringUuid);
  },
  async createAgent(agent) {
    const call = {
      op: 'createAgent',
      method: 'POST',
      path: '/marketplace-site-agent-identities/',
      body: bodyOf(agent),
    } as const;
    return (await session.call({ ...call, reply: made })).uuid;
  },
  async updateAgent(uuid, agent) {
    const call = {
      op: 'updateAgent',
      method: 'PUT',
      path: path`/marketplace-site-agent-identities/${uuid}/`,
      body: bodyOf(agent),
    } as const;
    await session.call({ ...call, reply: made });
  },
  async registerService(agentUuid, mode) {
    const at = path`/marketplace-site-agent-identities/${agentUuid}/register_service/`;
    const call = { op: 'registerService', method: 'POST', path: at, body: { name: mode, mode } } as const;
    return (await session.call({ ...call, reply: made })).uuid;
  },
  registerProcessor: (serviceUuid, { name, backendType, backendVersion }) =>
    session.post({
      op: 'registerProcessor',
      path: path`/marketplace-site-agent-services/${serviceUuid}/register_processor/`,
      body: { name, backend_type: backendType, backend_version: backendVersion },
    }),
});
