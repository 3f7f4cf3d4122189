import type { OpenStack } from '../../ports/openstack.ts';
import type { CloudSession } from './cloud-session.ts';
import { imageOf, imageReply } from './schemas.ts';

/** Glance. Other projects' private images are left out: an account with the admin role is shown them. */
export const image = (session: CloudSession): Pick<OpenStack, 'listImages'> => ({
  async listImages(name) {
    const { projectId } = await session.token();
    const listed = await session.list('image', {
      op: 'listImages',
      path: '/images',
      collection: 'images',
      item: imageReply,
      query: { status: 'active', name },
    });
    return listed
      .filter((it) => it.status === 'active' && (name === undefined || it.name === name))
      .filter((it) => it.visibility !== 'private' || it.owner === projectId)
      .map(imageOf);
  },
});
