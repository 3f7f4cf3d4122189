import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Cloud } from '../cloud.ts';
import type { Image } from '../glance/rows.ts';
import { baseUrl } from '../keystone/caller.ts';
import { computeRefusal } from '../refusal.ts';
import { minorOf } from './microversion.ts';
import { novaCaller } from './nova-caller.ts';

/**
 * `/images/detail`: Glance's images, which Nova serves before microversion 2.36. Older libraries look up images there
 * by name.
 */
export function addImageRoutes(app: FastifyInstance, cloud: Cloud): void {
  app.get<{ Querystring: Record<string, string> }>('/images/detail', async (request) => {
    const { projectId, admin } = novaCaller(cloud, request);
    if (minorOf(request) >= 36) throw computeRefusal(404, 'The resource could not be found.');
    const { name, ...others } = request.query;
    const [other] = Object.keys(others);
    if (other !== undefined) throw computeRefusal(501, `not simulated: query parameter ${other}`);
    const isVisible = ({ visibility, owner }: Image) => admin || visibility === 'public' || owner === projectId;
    const images = [...cloud.glance.images.values()].filter(
      (image) => isVisible(image) && (name === undefined || image.name === name),
    );
    return { images: images.map((image) => imageView(image, request)) };
  });
}

const imageView = ({ id, name, min_disk, min_ram, created_at, updated_at }: Image, request: FastifyRequest) => ({
  ...{ id, name, minDisk: min_disk, minRam: min_ram, created: created_at, updated: updated_at },
  ...{ status: 'ACTIVE', progress: 100, metadata: {} },
  links: [{ rel: 'self', href: `${baseUrl(request)}/compute/v2.1/images/${id}` }],
});
