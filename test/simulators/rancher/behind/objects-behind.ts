import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ApiResource } from '../../kubernetes/api-resource.ts';
import type { KubernetesObject } from '../../kubernetes/objects/kubernetes-objects.ts';
import type { Place } from '../../kubernetes/objects/object-place.ts';
import { RancherError } from '../_core/rancher-errors.ts';
import type { SteveWrites } from '../contents/steve-writes.ts';
import type { ClusterBehind } from './cluster-behind.ts';
import type { Sent } from './kubernetes-server.ts';
import { pathOf } from './played-kinds.ts';

const status = z.looseObject({ code: z.int(), reason: z.string().default(''), message: z.string().default('') });
const pathTo = ({ resource, namespace, name }: Place): string => pathOf(resource, namespace, name);

export function objectsBehind({ server, refresh }: ClusterBehind): SteveWrites {
  async function send(sent: Sent): Promise<KubernetesObject> {
    const answer = await server.ask(sent);
    await refresh();
    if (answer.status < 300) return answer.body as KubernetesObject;
    const { code, reason, message } = status.parse(answer.body);
    throw new RancherError(code, reason, message);
  }
  return {
    create: (resource: ApiResource, namespace, body) =>
      send({ method: 'POST', path: pathOf(resource, namespace), body: JSON.stringify(body) }),
    replace: (place, body) => send({ method: 'PUT', path: pathTo(place), body: JSON.stringify(body) }),
    patch: (place, { body, headers }: FastifyRequest) =>
      send({
        ...{ method: 'PATCH', path: pathTo(place), body: typeof body === 'string' ? body : JSON.stringify(body) },
        type: headers['content-type'] ?? '',
      }),
    remove: (place) => send({ method: 'DELETE', path: pathTo(place) }),
  };
}
