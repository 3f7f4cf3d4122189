import { createHash } from 'node:crypto';
import type { ProvisioningCluster } from '../_core/rancher-objects.ts';
import type { MachinePool, PooledSpec } from './machine-pool.ts';
import type { MachineConfig } from './pool-objects.ts';
import { safeName } from './safe-name.ts';

/** Name, marks and spec of the template that a pool's machines are made of. */
export interface WantedTemplate {
  name: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
  spec: { clusterName: string; template: { spec: Record<string, unknown> } };
}

interface Given {
  cluster: ProvisioningCluster;
  pool: MachinePool;
  config: MachineConfig;
  defaults: Pick<PooledSpec, 'credentialName'>;
}

/** Another configuration is another template, of another name: that is what rolls a pool. Labels, taints and credential do not. */
export function machineTemplate({ cluster, pool, config, defaults }: Given): WantedTemplate {
  const deployment = safeName(cluster.name, pool.name);
  const fields = inSchema(config.fields, pool.dynamicSchemaSpec);
  const hash = templateHash(deployment, fields);
  return {
    name: safeName(deployment, hash),
    labels: { 'objectset.rio.cattle.io/prune': 'false', 'rke.cattle.io/machine-template-hash': hash },
    annotations: {
      'rke.cattle.io/cloned-from-group-version': 'rke-machine-config.cattle.io/v1',
      'rke.cattle.io/cloned-from-kind': 'OpenstackConfig',
      'rke.cattle.io/cloned-from-name': config.name,
    },
    spec: {
      clusterName: cluster.name,
      template: { spec: { ...fields, common: commonOf(pool, defaults.credentialName) } },
    },
  };
}

function commonOf({ labels, taints, cloudCredentialSecretName }: MachinePool, ofCluster: string) {
  const credential = cloudCredentialSecretName || ofCluster;
  return {
    ...(credential !== '' && { cloudCredentialSecretName: credential }),
    ...(Object.keys(labels).length > 0 && { labels }),
    ...(taints.length > 0 && { taints }),
  };
}

/** Those fields that the pool's copy of the driver's schema has: a newer driver rolls nothing. */
function inSchema(fields: Record<string, unknown>, schema: string): Record<string, unknown> {
  const known: { resourceFields?: Record<string, unknown> } = JSON.parse(schema);
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name in (known.resourceFields ?? {})));
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** Eight digits of the deployment's name and of what is set, in the order of its keys. */
export function templateHash(deployment: string, fields: Record<string, unknown>): string {
  const kept = Object.entries(fields)
    .filter(([, value]) => !isEmpty(value))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const json = JSON.stringify(Object.fromEntries(kept)).replaceAll(/[<>&\u2028\u2029]/g, goEscape);
  return createHash('sha256')
    .update(deployment + json)
    .digest('hex')
    .slice(0, 8);
}

/** Go writes these so, in case that JSON stands in HTML. */
const goEscape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
