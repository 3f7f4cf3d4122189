import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { pythonLines } from '#test/programs/python-lines';
import type { SharedCluster } from '../rancher-projects/shared-cluster.ts';

const of = (name: string): string => fileURLToPath(new URL(`site-agent/${name}`, import.meta.url));

/** The fields of a Waldur resource that the plugin reads. */
export type PluginResource = {
  uuid: string;
  name: string;
  slug: string;
  backend_id: string;
  customer_name: string;
  customer_slug: string;
  project_name: string;
  project_slug: string;
  limits: Record<string, number>;
};

const component = (type: string, measured_unit: string, more: object = {}) => ({
  ...{ type, measured_unit, unit_factor: 1, accounting_type: 'limit', label: type },
  ...more,
});
export const PLUGIN_COMPONENTS = {
  ...{ cpu: component('cpu', 'cores'), ram: component('ram', 'GB'), storage: component('storage', 'GB') },
  ...{ gpu: component('gpu', 'units'), pods: component('pods', 'pods') },
  gpu_h200: component('gpu', 'units', { k8s_resource: 'nvidia.com/gpu-h200' }),
};

export const pluginSettings = ({ opened, clusterId, keycloak }: SharedCluster, prefix: string) => ({
  ...{ backend_url: opened.backend.url, ...opened.backend.key, cluster_id: clusterId, verify_cert: true },
  ...{ project_prefix: prefix, default_role: 'workloads-manage', namespace_labels: { 'gpu-pool': 'h100-2x' } },
  ...{ keycloak_enabled: true, keycloak_use_user_id: false },
  keycloak: {
    ...{ keycloak_url: keycloak.simulator.url, keycloak_realm: keycloak.realm.realm, keycloak_user_realm: 'master' },
    keycloak_username: keycloak.realm.backend.admin.username,
    keycloak_password: keycloak.realm.backend.admin.password,
  },
});

const said = z.object({ result: z.unknown(), log: z.array(z.string()) });

/** The plugin in a separate process, which runs from the first test of the file to the last. */
export function rancherPlugin() {
  const run = pythonLines({
    ...{ what: 'waldur-site-agent-rancher', log: 'site-agent' },
    ...{ requirements: of('requirements.txt'), program: of('run_rancher_plugin.py') },
  });
  return async (settings: object, call: string, resource: PluginResource, ...given: unknown[]) =>
    said.parse(await run({ settings, components: PLUGIN_COMPONENTS, resource, call, given }));
}
