import { z } from 'zod';
import { Misconfigured } from '#shared/errors';
import { readYaml, UnreadableYaml } from '../../_core/text/read-yaml.ts';
import { yamlText } from '../../_core/text/yaml-text.ts';
import { mirroredImage } from './mirrored-image.ts';

/** Lists of containers in a pod. */
const CONTAINERS = new Set(['containers', 'initContainers']);

type Container = { image: string; args?: unknown };
const isContainer = (value: unknown): value is Container =>
  typeof value === 'object' && value !== null && 'image' in value && typeof value.image === 'string';

/** Copies a value. Each container in the value, at any depth, is replaced by the result of `change`. */
function withContainers(value: unknown, change: (container: Container) => object): unknown {
  if (Array.isArray(value)) return value.map((item) => withContainers(item, change));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([key, field]) => {
    if (!CONTAINERS.has(key) || !Array.isArray(field)) return [key, withContainers(field, change)];
    return [key, field.map((one) => (isContainer(one) ? change(one) : one))];
  });
  return Object.fromEntries(fields);
}

const withImages = (value: unknown, rename: (image: string) => string): unknown =>
  withContainers(value, (one) => ({ ...one, image: rename(one.image) }));

const textOf = (objects: unknown[]): string => objects.map((one) => yamlText(one)).join('---\n');

/**
 * The objects of a manifest.
 * @throws Misconfigured if the manifest is not YAML
 */
function objectsOf(name: string, manifest: string): unknown[] {
  try {
    return readYaml(manifest, { version: '1.2' }).documents.map(({ value }) => value);
  } catch (error) {
    if (!(error instanceof UnreadableYaml)) throw error;
    throw new Misconfigured(`The manifest ${name} is not YAML: line ${error.line}: ${error.message}`, {}, error);
  }
}

/** A manifest with the images of the cluster's registry. Without a registry, the manifest does not change. */
export function mirroredManifest(name: string, manifest: string, prefix: string | undefined): string {
  if (prefix === undefined) return manifest;
  return textOf(objectsOf(name, manifest).map((one) => withImages(one, (image) => mirroredImage(image, prefix))));
}

const CINDER_DRIVER = /(^|\/)cinder-csi-plugin[:@]/;
const CLUSTER_OPTION = '--cluster=';

/**
 * Sets the option `--cluster` of the Cinder CSI driver in a manifest to the uuid of the cluster, so that volumes show
 * to which cluster they belong. Without the option, the driver writes a default, which is the same for all clusters.
 */
export function manifestOfCluster(name: string, manifest: string, clusterUuid: string): string {
  const objects = objectsOf(name, manifest);
  const named = (one: Container): object => {
    if (!CINDER_DRIVER.test(one.image)) return one;
    const args = Array.isArray(one.args) ? one.args : [];
    const others = args.filter((arg) => typeof arg !== 'string' || !arg.startsWith(CLUSTER_OPTION));
    return { ...one, args: [...others, CLUSTER_OPTION + clusterUuid] };
  };
  return textOf(objects.map((one) => withContainers(one, named)));
}

const workload = z.looseObject({
  spec: z.looseObject({
    template: z.looseObject({
      metadata: z.looseObject({ annotations: z.record(z.string(), z.string()).nullish() }).nullish(),
      spec: z.looseObject({
        volumes: z.array(z.looseObject({ secret: z.looseObject({ secretName: z.string() }).nullish() })),
      }),
    }),
  }),
});

/**
 * Adds the annotations to all pods of the manifest that mount the Secret. When the annotations change, Kubernetes
 * replaces these pods.
 */
export function restartedManifest(
  name: string,
  manifest: string,
  { secretName, annotations }: { secretName: string; annotations: Record<string, string> },
): string {
  const annotated = (object: unknown): unknown => {
    const { data } = workload.safeParse(object);
    if (!data?.spec.template.spec.volumes.some(({ secret }) => secret?.secretName === secretName)) return object;
    const { template } = data.spec;
    const metadata = {
      ...template.metadata,
      annotations: { ...template.metadata?.annotations, ...annotations },
    };
    return { ...data, spec: { ...data.spec, template: { ...template, metadata } } };
  };
  return textOf(objectsOf(name, manifest).map(annotated));
}

export function imagesInManifest(name: string, manifest: string): string[] {
  const found = new Set<string>();
  withImages(objectsOf(name, manifest), (image) => {
    found.add(image);
    return image;
  });
  return [...found];
}
