import { Misconfigured } from '#shared/errors';
import { yamlText } from '../../_core/text/yaml-text.ts';
import type { ClusterApiSpec } from '../../planning/cluster-api/cluster-spec.ts';
import { cloudControllerManagerImage } from '../images/kubernetes-images.ts';
import { manifestOfCluster, mirroredManifest, restartedManifest } from '../images/manifest-images.ts';
import { mirroredImage } from '../images/mirrored-image.ts';
import { KINDS, type KubernetesObject } from '../kubernetes-object.ts';
import { cloudConf, encoded } from './cloud-config.ts';
import { cloudControllerManager } from './cloud-controller-manager.ts';
import {
  type ClusterCloud,
  type ClusterToRender,
  clusterLabels,
  credentialAnnotations,
  objectNames,
} from './cluster-to-render.ts';

/** The manifests of a ConfigMap, by their file names. */
export type Manifests = Readonly<Record<string, string>>;

/** The type of a Secret whose contents Cluster API applies in clusters. */
export const RESOURCE_SET = 'addons.cluster.x-k8s.io/resource-set';

/** The first part of the names of ConfigMaps with add-ons. */
export const ADD_ON = 'paddock-';

/**
 * Names of the ConfigMaps with the manifests of the network driver and the storage drivers. These programs are not part
 * of Paddock, so an operator makes the ConfigMaps in the management cluster (docs/cluster-api.md#add-ons).
 */
export function addOnSources({ infrastructure, addOns }: ClusterApiSpec): string[] {
  if (infrastructure === 'in-memory') return [];
  const { networkDriver, networkDriverVersion, cinderCsiVersion, manilaCsiVersion } = addOns;
  const versions = {
    [networkDriver]: networkDriverVersion,
    'cinder-csi': cinderCsiVersion,
    'manila-csi': manilaCsiVersion,
  };
  return Object.entries(versions).flatMap(([name, version]) =>
    version === undefined ? [] : [`${ADD_ON}${name}-${version}`],
  );
}

/**
 * A Secret with manifests, and a ClusterResourceSet. With the ClusterResourceSet, Cluster API applies the manifests in
 * the cluster.
 */
function resourceSet({ uuid }: ClusterToRender, name: string, manifests: Manifests): KubernetesObject[] {
  const labels = clusterLabels(uuid);
  return [
    { ...KINDS.secret, type: RESOURCE_SET, metadata: { name, labels }, data: encoded(manifests) },
    {
      ...KINDS.clusterResourceSet,
      metadata: { name, labels },
      spec: {
        strategy: 'Reconcile',
        clusterSelector: { matchLabels: labels },
        resources: [{ kind: 'Secret', name }],
      },
    },
  ];
}

const CINDER = 'paddock-cinder-csi-';
/** Name of the Secret with the cloud credential, inside the cluster. */
const CLOUD_CONFIG = 'cloud-config';

/** The common name of an add-on's Secret and ClusterResourceSet. */
export const addOnName = (capiName: string, source: string): string => `${capiName}-${source}`;

function sourceSet(rendered: ClusterToRender, source: string, manifests: Manifests | undefined): KubernetesObject[] {
  if (!manifests || Object.keys(manifests).length === 0) {
    throw new Misconfigured(`The management cluster has no ConfigMap ${source} with the manifest of this add-on.`);
  }
  const { capiName, containerInfraPrefix } = rendered.spec;
  const annotations = credentialAnnotations(rendered.spec);
  const ofCluster = (name: string, text: string): string => {
    const named = source.startsWith(CINDER) ? manifestOfCluster(name, text, rendered.uuid) : text;
    return annotations ? restartedManifest(name, named, { secretName: CLOUD_CONFIG, annotations }) : named;
  };
  const mirrored = Object.entries(manifests).map(([file, text]) => {
    const name = `${source}/${file}`;
    return [file, mirroredManifest(name, ofCluster(name, text), containerInfraPrefix)] as const;
  });
  return resourceSet(rendered, addOnName(capiName, source), Object.fromEntries(mirrored));
}

/**
 * The objects that install two things in the cluster: the cloud credential of the cluster's programs, and the cloud
 * controller manager, which connects nodes and Services to the cloud.
 */
function cloudProviderSet(rendered: ClusterToRender, cloud: ClusterCloud): KubernetesObject[] {
  const { addOns, capiName, containerInfraPrefix, workloadCaCertificate: ca } = rendered.spec;
  const version = addOns.cloudProviderVersion;
  const secret = {
    ...KINDS.secret,
    type: 'Opaque',
    metadata: { name: CLOUD_CONFIG, namespace: 'kube-system' },
    data: encoded({ 'cloud.conf': cloudConf(rendered, cloud), ...(ca !== undefined && { 'ca.crt': ca }) }),
  };
  const programs =
    version === undefined
      ? []
      : cloudControllerManager(rendered, mirroredImage(cloudControllerManagerImage(version), containerInfraPrefix));
  return resourceSet(rendered, objectNames(capiName).cloudProvider, {
    'cloud-config.yaml': yamlText(secret),
    ...(programs.length > 0 && { 'cloud-controller-manager.yaml': programs.map(yamlText).join('---\n') }),
  });
}

/**
 * The objects that Cluster API installs in the cluster as soon as the API of the cluster answers.
 * @param sources manifests of the ConfigMaps that `addOnSources` names
 * @throws Misconfigured if one of these ConfigMaps is missing, or if an image has no name in the cluster's registry
 */
export function addOnSets(
  rendered: ClusterToRender,
  cloud: ClusterCloud,
  sources: ReadonlyMap<string, Manifests>,
): KubernetesObject[] {
  return [
    ...cloudProviderSet(rendered, cloud),
    ...addOnSources(rendered.spec).flatMap((source) => sourceSet(rendered, source, sources.get(source))),
  ];
}
