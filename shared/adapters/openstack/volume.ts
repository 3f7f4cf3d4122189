import { z } from 'zod';
import { BackendConflict } from '../../errors.ts';
import type { OpenStack } from '../../ports/openstack.ts';
import { path } from '../json-client.ts';
import { NO_CRITERIA } from '../list-selection.ts';
import { ignoreNotFound, unlessNotFound } from '../not-found.ts';
import type { CloudSession } from './identity/cloud-session.ts';
import { volumeReply, volumeTypeReply } from './schemas.ts';

type Volume = Pick<OpenStack, 'listVolumeTypes' | 'defaultVolumeType' | 'listVolumes' | 'deleteVolume'>;

export const volume = (session: CloudSession): Volume => ({
  listVolumeTypes: () =>
    session.list('volume', {
      op: 'listVolumeTypes',
      path: '/types',
      collection: 'volume_types',
      item: volumeTypeReply,
      where: NO_CRITERIA,
    }),

  async defaultVolumeType() {
    const reply = z.object({ volume_type: volumeTypeReply });
    const call = { op: 'defaultVolumeType', method: 'GET', path: '/types/default', reply } as const;
    return (await unlessNotFound(session.call('volume', call)))?.volume_type.name;
  },

  // Reads all volumes of the project. Volumes that Nova created have no name or tag to filter by, and Cinder accepts no
  // list of ids.
  async listVolumes(ids) {
    if (ids?.length === 0) return [];
    const wanted = new Set(ids);
    const isWanted = ({ id }: { id: string }) => ids === undefined || wanted.has(id);
    return (await allVolumes(session)).filter(isWanted).map(({ id, status, name, metadata }) => ({
      ...{ id, status, name: name ?? '', metadata: metadata ?? {} },
    }));
  },

  // Cinder answers 400 if a volume's state does not permit its deletion, because the volume is attached or is being
  // deleted.
  deleteVolume: (id) =>
    ignoreNotFound(
      session.call('volume', {
        op: 'deleteVolume',
        method: 'DELETE',
        path: path`/volumes/${id}`,
        reply: z.unknown(),
        classify: (status) => (status === 400 ? BackendConflict : undefined),
      }),
    ),
});

async function allVolumes(session: CloudSession) {
  const { projectId } = await session.token();
  return session.list('volume', {
    op: 'listVolumes',
    path: '/volumes/detail',
    collection: 'volumes',
    item: volumeReply,
    where: { project: { ask: undefined, holds: (it) => it['os-vol-tenant-attr:tenant_id'] === projectId } },
  });
}
