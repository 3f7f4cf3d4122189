import type { FastifyInstance } from 'fastify';
import type { Cloud } from '../cloud.ts';
import { baseUrl, type Caller, serviceCaller } from '../keystone/caller.ts';
import { glanceRefusal } from '../refusal.ts';
import { mountService } from '../service.ts';
import type { Image } from './rows.ts';
import { GLANCE_UNPLAYED } from './unplayed-paths.ts';

export async function mountGlance(app: FastifyInstance, cloud: Cloud): Promise<void> {
  const manners = {
    invalid: () => glanceRefusal(400, 'Bad Request'),
    refuse: (status: number, message: string) => glanceRefusal(status, message),
    unplayed: GLANCE_UNPLAYED,
  };
  await mountService(app, '/image', manners, (service) => addImageRoutes(service, cloud));
}

function addImageRoutes(service: FastifyInstance, cloud: Cloud): void {
  service.get('/', async (request, reply) => {
    const links = [{ rel: 'self', href: `${baseUrl(request)}/image/v2/` }];
    return reply.code(300).send({ versions: [{ id: 'v2.17', status: 'CURRENT', links }] });
  });

  service.get('/v2/images', async (request) => {
    const caller = serviceCaller(cloud, request, 'glance');
    if (caller.projectId === '') throw glanceRefusal(403, 'You are not authorized to complete get_images action.');
    return listImages(visibleImages(cloud, caller), new URLSearchParams(request.url.split('?')[1]));
  });

  service.get<{ Params: { id: string } }>('/v2/images/:id', async (request) => {
    const caller = serviceCaller(cloud, request, 'glance');
    const { id } = request.params;
    const image = visibleImages(cloud, caller).find((one) => one.id === id);
    if (!image) throw glanceRefusal(404, `No image found with ID ${id}`);
    return imageView(image);
  });
}

const visibleImages = ({ glance }: Cloud, caller: Caller): Image[] =>
  [...glance.images.values()].filter(
    ({ visibility, owner }) => caller.admin || visibility === 'public' || owner === caller.projectId,
  );

const imageView = ({ properties, ...image }: Image) => ({
  ...properties,
  ...image,
  ...{ self: `/v2/images/${image.id}`, file: `/v2/images/${image.id}/file`, schema: '/v2/schemas/image' },
});

/** `next` and `first` are paths from the service's root, whatever address the catalogue gives. */
function listImages(images: Image[], query: URLSearchParams) {
  checkQuery(query);
  const wanted = images.filter((image) => [...query].every(([field, value]) => matches(image, field, value)));
  const newestFirst = wanted.toSorted((a, b) => (`${b.created_at}${b.id}` < `${a.created_at}${a.id}` ? -1 : 1));
  const marker = query.get('marker');
  const start = newestFirst.findIndex(({ id }) => id === marker) + 1;
  if (marker !== null && start === 0) throw glanceRefusal(404, `Marker ${marker} not found`);
  const limit = Number(query.get('limit') ?? 25);
  const page = newestFirst.slice(start, start + limit);
  query.delete('marker');
  const first = `/v2/images${query.size > 0 ? `?${query}` : ''}`;
  const next = page.length === limit && page.at(-1) ? nextPath(query, page.at(-1)?.id ?? '') : undefined;
  return { images: page.map(imageView), first, ...(next && { next }), schema: '/v2/schemas/images' };
}

function nextPath(query: URLSearchParams, marker: string): string {
  const next = new URLSearchParams(query);
  next.set('marker', marker);
  return `/v2/images?${next}`;
}

const WORDS = new Set(['limit', 'marker', 'sort', 'sort_key', 'sort_dir', 'member_status', 'visibility_all']);
const UNPLAYED = [
  'sort',
  'sort_key',
  'sort_dir',
  'size_min',
  'size_max',
  'created_at',
  'updated_at',
  'os_hidden',
  'changes-since',
];

/** @throws Refusal 400 for invalid values, 501 for parameters that are not simulated */
function checkQuery(query: URLSearchParams): void {
  const unplayed = UNPLAYED.find((name) => query.has(name));
  if (unplayed !== undefined) throw glanceRefusal(501, `not simulated: query parameter ${unplayed}`);
  if (!/^\d*$/.test(query.get('limit') ?? '')) throw glanceRefusal(400, 'limit param must be an integer');
  if (!/^(public|private|shared|community|all|)$/.test(query.get('visibility') ?? '')) {
    throw glanceRefusal(400, `Invalid visibility value: ${query.get('visibility')}`);
  }
}

function matches(image: Image, field: string, value: string): boolean {
  const { properties, ...fields } = image;
  const held: unknown = new Map<string, unknown>(Object.entries({ ...properties, ...fields })).get(field);
  if (field === 'visibility' && value === 'all') return true;
  if (field === 'tag') return image.tags.includes(value);
  if (WORDS.has(field)) return true;
  // Glance reads an unknown field as the name of a property. An image without this property does not match.
  if (held === undefined) return false;
  if (!value.startsWith('in:')) return String(held) === value;
  const names = value.slice(3).split(',');
  return names.map((name) => name.replace(/^"(.*)"$/, '$1')).includes(String(held));
}
