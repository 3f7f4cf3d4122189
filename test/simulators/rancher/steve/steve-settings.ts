import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { RancherContext } from '../_core/rancher-context.ts';
import { notFound, RancherError } from '../_core/rancher-errors.ts';
import { PUBLIC_SETTINGS, type Setting, settingNames, settingOf } from '../_core/settings.ts';
import { callerOf } from '../identity/caller.ts';
import { baseUrlOf, steveCollection } from './steve-collection.ts';

const TYPE = 'management.cattle.io.setting';

/**
 * `/v1/management.cattle.io.settings`: all settings for callers who may read them, and the public settings for
 * everybody else.
 */
export function steveSettings(app: FastifyInstance, context: RancherContext): void {
  const uids = new Map<string, string>();
  const uidOf = (name: string): string => {
    const uid = uids.get(name) ?? randomUUID();
    uids.set(name, uid);
    return uid;
  };
  const view = (request: FastifyRequest) => (setting: Setting) =>
    settingView(request, setting, { uid: uidOf(setting.name), version: context.release.version });

  app.get(`/${TYPE}s`, async (request) => {
    const readsAll = callerOf(request).may('list', { resource: 'settings' });
    const names = readsAll ? settingNames(context) : PUBLIC_SETTINGS;
    const objects = names.flatMap((name) => settingOf(context, name) ?? []);
    return steveCollection(request, context, { resourceType: TYPE, objects, view: view(request) });
  });
  app.get(`/${TYPE}s/:name`, async (request) => {
    const { name } = z.object({ name: z.string() }).parse(request.params);
    const setting = settingOf(context, name);
    if (!PUBLIC_SETTINGS.includes(name) && !callerOf(request).may('get', { resource: 'settings', name })) {
      throw new RancherError(401, 'Unauthorized', 'must authenticate');
    }
    if (!setting) throw notFound(`settings.management.cattle.io "${name}" not found`);
    return view(request)(setting);
  });
}

function settingView(request: FastifyRequest, setting: Setting, { uid, version }: { uid: string; version: string }) {
  const { name, value, source } = setting;
  const self = `${baseUrlOf(request)}/v1/${TYPE}s/${name}`;
  const may = (verb: 'update' | 'delete') => callerOf(request).may(verb, { resource: 'settings', name });
  return {
    ...{ id: name, type: TYPE, apiVersion: 'management.cattle.io/v3', kind: 'Setting' },
    links: {
      self,
      view: self,
      ...(may('update') && { update: self, patch: self }),
      ...(may('delete') && { remove: self }),
    },
    metadata: {
      ...{ name, uid, generation: 1, resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' },
      ...{ fields: [name, value], managedFields: [{ manager: `rancher ${version}` }], relationships: null },
      state: { name: 'active', transitioning: false, error: false, message: 'Resource is current' },
    },
    ...{ value, default: setting.default, customized: source === 'db', source: source === 'default' ? '' : source },
  };
}
