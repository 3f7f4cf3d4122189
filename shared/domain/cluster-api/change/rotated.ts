import { Conflict } from '#shared/errors';
import type { ClusterApiSpec } from '../../planning/cluster-api/cluster-spec.ts';
import { isOfControlPlane, type SeenCluster } from '../status/seen-cluster.ts';
import type { ClusterForm } from './cluster-form.ts';
import type { WantedChange } from './wanted-change.ts';

/**
 * `form` is the wanted form of the cluster, from the cluster's record. `before` is the spec before an interrupted
 * change. If there is no interrupted change, `before` is the spec in `form`.
 */
type Forms = { form: ClusterForm; before: ClusterApiSpec };

/**
 * The cluster with a new application credential. If an interrupted change has begun to rotate the credential, the same
 * rotation continues. Throws Conflict for a cluster without a cloud.
 */
export function withNewCredential({ form, before }: Forms): WantedChange {
  const { spec } = form;
  if (spec.infrastructure === 'in-memory') {
    throw new Conflict(
      'The machines of this cluster exist only in memory, so the cluster has no application credential that can be rotated.',
    );
  }
  const isUnderWay = spec.credentialGeneration !== before.credentialGeneration;
  const credentialGeneration = isUnderWay ? spec.credentialGeneration : (spec.credentialGeneration ?? 0) + 1;
  return { ...form, spec: { ...spec, credentialGeneration }, chosen: [] };
}

const SECOND_MS = 1000;

/**
 * Returns the change that replaces all present control plane machines. If an interrupted change has begun to replace
 * these machines, the same rollout goes on. Throws Conflict if the cluster has no control plane machine.
 */
export function withNewControlPlane({ form, before }: Forms, { machines }: SeenCluster): WantedChange {
  const { spec } = form;
  if (spec.controlPlaneNewerThan !== before.controlPlaneNewerThan) return { ...form, chosen: [] };
  const made = machines
    .filter(isOfControlPlane)
    .map(({ metadata }) => Date.parse(metadata.creationTimestamp ?? ''))
    .filter((time) => !Number.isNaN(time));
  if (made.length === 0) throw new Conflict('The cluster has no control plane machines yet.');
  // The creation times are from the clock of the management cluster, so no other clock matters. One second is added to
  // the newest of these times, because Kubernetes stores whole seconds.
  const controlPlaneNewerThan = new Date(Math.max(...made) + SECOND_MS).toISOString();
  return { ...form, spec: { ...spec, controlPlaneNewerThan }, chosen: [] };
}
