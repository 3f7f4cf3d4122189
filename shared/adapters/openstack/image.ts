import type { z } from 'zod';
import type { Image } from '#shared/domain/planning/cloud-facts';
import type { OpenStack } from '../../ports/openstack.ts';
import type { CloudSession } from './identity/cloud-session.ts';
import { imageReply, toImage } from './schemas.ts';

type Shown = z.infer<typeof imageReply>;
type Images = Pick<OpenStack, 'listImages'>;

async function activeImages(
  session: CloudSession,
  name: string | undefined,
  isMeant: (it: Shown) => boolean,
): Promise<Image[]> {
  const listed = await session.list('image', {
    op: 'listImages',
    path: '/images',
    collection: 'images',
    item: imageReply,
    where: { status: { is: 'active', of: (it) => it.status }, name: { is: name, of: (it) => it.name } },
  });
  return listed.filter(isMeant).map(toImage);
}

/** Images in Glance. Administrators also see private images of other projects, so these images are left out. */
export const image = (session: CloudSession): Images => ({
  async listImages(name) {
    const { projectId } = await session.token();
    return activeImages(session, name, (it) => it.visibility !== 'private' || it.owner === projectId);
  },
});

/** Images that all projects of the cloud can use, including projects that are created later. */
export const publicImages = (session: CloudSession): Images => ({
  listImages: (name) => activeImages(session, name, (it) => it.visibility === 'public'),
});
