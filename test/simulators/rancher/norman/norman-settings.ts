import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { RancherContext } from '../_core/rancher-context.ts';
import { JSON_TYPE, notFound, RancherError } from '../_core/rancher-errors.ts';
import { type Setting, settingNames, settingOf } from '../_core/settings.ts';
import { callerOf } from '../identity/caller.ts';
import { baseUrlOf } from '../steve/steve-collection.ts';
import { normanRecord } from './norman-record.ts';
import { normanCollection } from './norman-view.ts';

const change = z.object({ value: z.string().default('') });
const newSetting = change.extend({ name: z.string() });

/** `/v3/settings`: reads and changes settings. A setting from the environment cannot be changed. */
export function normanSettings(app: FastifyInstance, context: RancherContext): void {
  const { settings } = context;
  const uids = new Map<string, string>();
  const uidOf = (name: string): string => {
    const uid = uids.get(name) ?? randomUUID();
    uids.set(name, uid);
    return uid;
  };
  const get = (request: FastifyRequest): Setting => {
    const { id } = z.object({ id: z.string() }).parse(request.params);
    const found = settingOf(context, id);
    if (!found) throw notFound(`settings.management.cattle.io "${id}" not found`);
    return found;
  };
  const view = (request: FastifyRequest, setting: Setting) => settingView(request, setting, uidOf(setting.name));

  app.get('/settings', async (request) => {
    const all = settingNames(context).flatMap((name) => settingOf(context, name) ?? []);
    const views = all.map((setting) => view(request, setting));
    return normanCollection(request, { resourceType: 'setting', filters: ['id', 'name', 'value', 'source'] }, views);
  });
  app.post('/settings', async (request, reply) => {
    const { name, value } = newSetting.parse(request.body);
    if (settingOf(context, name)) {
      throw new RancherError(409, 'AlreadyExists', `settings.management.cattle.io "${name}" already exists`);
    }
    settings.set(name, value);
    const { default: _, ...made } = view(request, { name, value, default: '', source: 'db' });
    const labels = { 'cattle.io/creator': 'norman' };
    return reply.code(201).send({ ...made, creatorId: callerOf(request).userId, annotations: {}, labels });
  });
  app.get('/settings/:id', async (request) => view(request, get(request)));
  app.put('/settings/:id', async (request) => {
    const { name, source } = get(request);
    if (source === 'env') {
      const message = `${name} is readOnly because its value is from environment variable`;
      throw new RancherError(405, 'MethodNotAllow', message);
    }
    settings.set(name, change.parse(request.body ?? {}).value);
    return view(request, get(request));
  });
  app.delete('/settings/:id', async (request, reply) => {
    settings.delete(get(request).name);
    return reply.code(204).header('content-type', JSON_TYPE).send();
  });
}

function settingView(request: FastifyRequest, setting: Setting, uid: string) {
  const { name, value, source } = setting;
  const made = { id: name, uid, createdAt: '2026-01-01T00:00:00Z', creatorId: null };
  const { links, ...record } = normanRecord(`${baseUrlOf(request)}/v3/settings`, 'setting', made, {
    ...{ name, value, default: setting.default, source },
    customized: source === 'db',
  });
  const { update, ...others } = links;
  const mayUpdate = source !== 'env' && callerOf(request).may('update', { resource: 'settings', name });
  return { ...record, links: { ...others, ...(mayUpdate && { update }) } };
}
