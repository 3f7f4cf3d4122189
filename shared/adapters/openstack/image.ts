import type { z } from 'zod';
import type { Image } from '#shared/domain/planning/cloud-facts';
import type { OpenStack } from '../../ports/openstack.ts';
import type { CloudSession } from './identity/cloud-session.ts';
import type { KeystoneToken } from './identity/keystone-login.ts';
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

/**
 * Whether a project may use an image that Glance lists. To administrators, Glance lists the images of all projects. It
 * does not say with whom an image is shared, so they get none of the shared images of other projects.
 */
export function isUsableIn(
  { projectId, roles }: Pick<KeystoneToken, 'projectId' | 'roles'>,
  { visibility, owner }: Pick<Shown, 'visibility' | 'owner'>,
): boolean {
  if (owner === projectId || ['public', 'community'].includes(visibility)) return true;
  return visibility === 'shared' && !roles.includes('admin');
}

/** Images in Glance that the session's project may use. */
export const image = (session: CloudSession): Images => ({
  async listImages(name) {
    const token = await session.token();
    return activeImages(session, name, (it) => isUsableIn(token, it));
  },
});

/** Images that all projects of the cloud can use, including projects that are created later. */
export const publicImages = (session: CloudSession): Images => ({
  listImages: (name) => activeImages(session, name, (it) => it.visibility === 'public'),
});
