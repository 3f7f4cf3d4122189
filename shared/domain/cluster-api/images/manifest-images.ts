import { parseAllDocuments } from 'yaml';
import { Misconfigured } from '#shared/errors';
import { yamlText } from '../../_core/text/yaml-text.ts';
import { mirroredImage } from './mirrored-image.ts';

/** Lists of containers in a pod. */
const CONTAINERS = new Set(['containers', 'initContainers']);

const isContainer = (value: unknown): value is { image: string } =>
  typeof value === 'object' && value !== null && 'image' in value && typeof value.image === 'string';

/** Copies a value, with another name for the image of each container at any depth. */
function withImages(value: unknown, rename: (image: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => withImages(item, rename));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([key, field]) => {
    if (!CONTAINERS.has(key) || !Array.isArray(field)) return [key, withImages(field, rename)];
    return [key, field.map((one) => (isContainer(one) ? { ...one, image: rename(one.image) } : one))];
  });
  return Object.fromEntries(fields);
}

/**
 * The objects of a manifest.
 * @throws Misconfigured if it is not YAML
 */
function objectsOf(name: string, manifest: string): unknown[] {
  const documents = parseAllDocuments(manifest);
  const [problem] = documents.flatMap(({ errors }) => errors);
  if (problem) throw new Misconfigured(`The manifest ${name} is not YAML: ${problem.message}`);
  return documents.map((one): unknown => one.toJS()).filter((one) => one !== null);
}

/** A manifest whose images come from the cluster's registry. Without a registry it stays as it is. */
export function mirroredManifest(name: string, manifest: string, prefix: string | undefined): string {
  if (prefix === undefined) return manifest;
  return objectsOf(name, manifest)
    .map((one) => yamlText(withImages(one, (image) => mirroredImage(image, prefix))))
    .join('---\n');
}

/** The images of all containers of a manifest. */
export function imagesInManifest(name: string, manifest: string): string[] {
  const found = new Set<string>();
  withImages(objectsOf(name, manifest), (image) => {
    found.add(image);
    return image;
  });
  return [...found];
}
