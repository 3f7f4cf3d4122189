import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { RancherContext } from '../_core/rancher-context.ts';
import { notFound } from '../_core/rancher-errors.ts';
import { baseUrlOf, steveCollection } from './steve-collection.ts';

const TYPE = 'management.cattle.io.feature';
/**
 * Rancher's feature flags that matter for creating clusters, with their defaults. Flags without `isDynamic` need a
 * restart.
 */
const FEATURES: Record<string, { default: boolean; isDynamic: boolean }> = {
  'aggregated-roletemplates': { default: false, isDynamic: true },
  'crt-token-ttl-rotation': { default: true, isDynamic: true },
  'ext-tokens': { default: true, isDynamic: false },
  fleet: { default: true, isDynamic: false },
  'multi-cluster-management': { default: true, isDynamic: false },
  provisioningv2: { default: true, isDynamic: false },
  rke2: { default: true, isDynamic: false },
  'ui-sql-cache': { default: true, isDynamic: false },
};

/**
 * `/v1/management.cattle.io.features`, read only. The flag of the SQL cache depends on the release chosen at the start
 * of the simulator.
 */
export function steveFeatures(app: FastifyInstance, context: RancherContext): void {
  const objects = Object.keys(FEATURES);
  const view = (request: FastifyRequest) => (name: string) => featureView(name, context, baseUrlOf(request));
  app.get(`/${TYPE}s`, async (request) =>
    steveCollection(request, context, { resourceType: TYPE, objects, view: view(request) }),
  );
  app.get(`/${TYPE}s/:name`, async (request) => {
    const { name } = z.object({ name: z.string() }).parse(request.params);
    if (!objects.includes(name)) throw notFound(`features.management.cattle.io "${name}" not found`);
    return view(request)(name);
  });
}

/** A uid made from the name, so that it is the same in every run. */
function uidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}

function featureView(name: string, { release }: RancherContext, baseUrl: string) {
  const { default: byDefault = false, isDynamic = false } = FEATURES[name] ?? {};
  const self = `${baseUrl}/v1/${TYPE}s/${name}`;
  return {
    ...{ id: name, type: TYPE, apiVersion: 'management.cattle.io/v3', kind: 'Feature', links: { self, view: self } },
    metadata: {
      ...{ name, uid: uidOf(name), generation: 1, resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' },
      ...{ fields: [name], managedFields: [{ manager: `rancher ${release.version}` }], relationships: null },
      state: { name: 'active', transitioning: false, error: false, message: 'Resource is current' },
    },
    spec: { value: null },
    status: {
      default: name === 'ui-sql-cache' ? release.hasSqlCache : byDefault,
      ...{ dynamic: isDynamic, lockedValue: null },
    },
  };
}
