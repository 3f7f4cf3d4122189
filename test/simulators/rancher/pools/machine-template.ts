import { createHash } from 'node:crypto';
import type { ProvisioningCluster } from '../_core/rancher-objects.ts';
import type { MachinePool, PooledSpec } from './machine-pool.ts';
import type { MachineConfig } from './pool-objects.ts';
import { safeName } from './safe-name.ts';

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

/**
 * A changed configuration gives a template with a new name, so the pool's machines are replaced. Changed labels, taints
 * or credentials keep the name.
 */
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

/**
 * Keeps only fields that the pool's copy of the driver's schema has. So new fields of a newer driver do not cause a
 * replacement of machines.
 */
function inSchema(fields: Record<string, unknown>, schema: string): Record<string, unknown> {
  const known: { resourceFields?: Record<string, unknown> } = JSON.parse(schema);
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name in (known.resourceFields ?? {})));
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/**
 * The first eight hexadecimal digits of a hash of the deployment's name and the non-empty fields. The fields are sorted
 * by key.
 */
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

/** Go's JSON encoder escapes these characters, so that JSON is safe inside HTML. */
const goEscape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
