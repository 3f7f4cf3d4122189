import { isSameValue } from '../../_core/deep-equal.ts';
import type { KubernetesObject } from '../kubernetes-object.ts';
import { addOnSources } from '../rendering/add-ons.ts';
import type { ClusterCloud } from '../rendering/cluster-to-render.ts';
import { renderCluster } from '../rendering/render-cluster.ts';
import type { ClusterForm } from './cluster-form.ts';

/** Placeholders. A change does not affect the cloud's address and credential, so a plan does not read them. */
const SAME_CLOUD: ClusterCloud = {
  authUrl: 'https://cloud.invalid',
  publicAuthUrl: 'https://cloud.invalid',
  interface: 'public',
  credential: { id: '', secret: '' },
};
const UUID = '00000000000000000000000000000000';

/**
 * Placeholders for the manifests of add-ons. The names of the ConfigMaps contain the versions, so a plan need not read
 * the manifests.
 */
const manifestsOf = ({ spec }: ClusterForm) =>
  new Map(addOnSources(spec).map((source) => [source, { 'manifest.yaml': `kind: ${source}\n` }]));

const nameOf = ({ kind, metadata: { name } }: KubernetesObject): string => `${kind} ${name}`;

/** Objects on the management side that the change writes or deletes. */
export function changedObjects(before: ClusterForm, wanted: ClusterForm): string[] {
  const [old = new Map(), next = new Map()] = [before, wanted].map((form) => {
    const objects = renderCluster({ ...form, uuid: UUID, namespace: '', cloud: SAME_CLOUD }, manifestsOf(form));
    return new Map(objects.map((object) => [nameOf(object), object]));
  });
  return [...new Set([...old.keys(), ...next.keys()])].filter((name) => !isSameValue(old.get(name), next.get(name)));
}
