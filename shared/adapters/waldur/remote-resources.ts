import type { Waldur } from '../../ports/waldur.ts';
import { path } from '../json-client.ts';
import { remoteResource } from './waldur-objects.ts';
import type { WaldurSession } from './waldur-session.ts';

type Resources = Pick<
  Waldur,
  'listResources' | 'getResource' | 'setBackendId' | 'setLimits' | 'setMetadata' | 'refreshLastSync' | 'setResourceOk'
>;
const SERVED = ['OK', 'Erred'] as const;

export const remoteResources = (session: WaldurSession): Resources => ({
  async listResources(offeringUuid) {
    const listed = await session.list({
      op: 'listResources',
      path: '/marketplace-provider-resources/',
      item: remoteResource,
      where: {
        offering_uuid: { is: offeringUuid, of: (it) => it.offeringUuid },
        state: { ask: SERVED, holds: ({ state }) => SERVED.some((served) => served === state) },
      },
    });
    return listed.filter(({ backendId }) => backendId !== '');
  },
  getResource: (uuid) =>
    session.call({
      op: 'getResource',
      method: 'GET',
      path: path`/marketplace-provider-resources/${uuid}/`,
      reply: remoteResource,
    }),
  setBackendId: (uuid, backendId) =>
    session.post({
      op: 'setBackendId',
      path: path`/marketplace-provider-resources/${uuid}/set_backend_id/`,
      body: { backend_id: backendId },
    }),
  setLimits: (uuid, limits) =>
    session.post({
      op: 'setLimits',
      path: path`/marketplace-provider-resources/${uuid}/set_limits/`,
      body: { limits },
    }),
  setMetadata: (uuid, metadata) =>
    session.post({
      op: 'setMetadata',
      path: path`/marketplace-provider-resources/${uuid}/set_backend_metadata/`,
      body: { backend_metadata: metadata },
    }),
  refreshLastSync: (uuid) =>
    session.post({ op: 'refreshLastSync', path: path`/marketplace-provider-resources/${uuid}/refresh_last_sync/` }),
  setResourceOk: (uuid) =>
    session.post({ op: 'setResourceOk', path: path`/marketplace-provider-resources/${uuid}/set_as_ok/` }),
});
