import { isSameValue } from '../../_core/values/deep-equal.ts';
import { type KubernetesObject, MADE_KINDS } from '../kubernetes-object.ts';
import { addOnSources } from '../rendering/add-ons.ts';
import type { ClusterCloud } from '../rendering/cluster-to-render.ts';
import { renderCluster } from '../rendering/render-cluster.ts';
import type { ClusterForm } from './cluster-form.ts';

/**
 * Placeholders for the cloud's address and credential. The address is always the same, because no change affects it.
 * The credential's id changes with each rotation, so the plan of a rotation contains the objects with the credential.
 */
const cloudOf = ({ spec: { credentialGeneration = 0 } }: ClusterForm): ClusterCloud => ({
  authUrl: 'https://cloud.invalid',
  publicAuthUrl: 'https://cloud.invalid',
  interface: 'public',
  credential: { id: String(credentialGeneration), secret: '' },
});
const UUID = '00000000000000000000000000000000';

/**
 * Placeholders for the manifests of add-ons. The names of the ConfigMaps contain the versions, so a plan need not read
 * the manifests.
 */
const manifestsOf = ({ spec }: ClusterForm) =>
  new Map(addOnSources(spec).map((source) => [source, { 'manifest.yaml': `kind: ${source}\n` }]));

const nameOf = ({ kind, metadata: { name } }: KubernetesObject): string => `${kind} ${name}`;

/** The objects of a cluster by kind and name. Secrets and other contents that a plan does not know are placeholders. */
function objectsByName(form: ClusterForm): Map<string, KubernetesObject> {
  const objects = renderCluster({ ...form, uuid: UUID, namespace: '', cloud: cloudOf(form) }, manifestsOf(form));
  return new Map(objects.map((object) => [nameOf(object), object]));
}

/** All objects that a new cluster has in the management cluster, such as `Cluster kube-x7k2b9fdqw`. */
export const newObjects = (form: ClusterForm): string[] => [...objectsByName(form).keys()];

/** Objects in the management cluster that the change writes or deletes. */
export function changedObjects(before: ClusterForm, wanted: ClusterForm): string[] {
  const [old, next] = [objectsByName(before), objectsByName(wanted)];
  const written = [...new Set([...old.keys(), ...next.keys()])].filter(
    (name) => !isSameValue(old.get(name), next.get(name)),
  );
  const { capiName, controlPlaneNewerThan } = wanted.spec;
  const isRolled = controlPlaneNewerThan !== before.spec.controlPlaneNewerThan;
  return [...written, ...(isRolled ? [`${MADE_KINDS.controlPlane.kind} of ${capiName}`] : [])];
}
