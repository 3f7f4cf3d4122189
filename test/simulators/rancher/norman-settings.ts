import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { caCertificate } from './ca-certificate.ts';
import { normanObject } from './norman-view.ts';
import type { RancherContext } from './rancher-context.ts';
import { notFound } from './rancher-errors.ts';
import { baseUrlOf } from './steve-collection.ts';

const FIXED: Record<string, string> = { cacerts: caCertificate };

/** `/v3/settings/<name>`: read, and for those that matter here also changed. */
export function normanSettings(app: FastifyInstance, { settings, release }: RancherContext): void {
  const idOf = (request: FastifyRequest) => z.object({ id: z.string() }).parse(request.params).id;
  const view = (request: FastifyRequest) => {
    const id = idOf(request);
    const value =
      settings.get(id) ??
      FIXED[id] ??
      (id === 'server-url' ? baseUrlOf(request) : id === 'server-version' ? release.version : undefined);
    if (value === undefined) throw notFound(`settings.management.cattle.io "${id}" not found`);
    return normanObject(baseUrlOf(request), {
      type: 'setting',
      collection: 'settings',
      id,
      name: id,
      value,
      customized: false,
    });
  };
  app.get('/settings/:id', async (request) => view(request));
  app.put('/settings/:id', async (request) => {
    const id = idOf(request);
    if (settings.has(id)) settings.set(id, z.object({ value: z.string() }).parse(request.body).value);
    return view(request);
  });
}
