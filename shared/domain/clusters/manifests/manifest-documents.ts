import type { Tags } from 'yaml';
import { z } from 'zod';
import { readYaml, UnreadableYaml } from '../../_core/text/read-yaml.ts';
import { lineOfField } from '../../_core/text/yaml-lines.ts';

/** Maximum number of documents in a text. Files that people write have fewer documents. */
const MAX_DOCUMENTS = 500;

/** A Kubernetes object, as an API server shows it. */
export const kubernetesObject = z.looseObject({
  apiVersion: z.string().min(1),
  kind: z.string().min(1),
  metadata: z.looseObject({ name: z.string().optional(), namespace: z.string().optional() }).default({}),
});
export type KubernetesObject = z.infer<typeof kubernetesObject>;

/**
 * An object of the text. `place` is the number of the object's document, from 1. `line` is the line in which the
 * document begins.
 */
export type Manifest = {
  found: KubernetesObject;
  place: number;
  line: number;
  /**
   * The line of a field. `field` is the field's path, in the notation of Kubernetes' messages. Undefined if the field
   * is not in the text.
   */
  lineOf(field: string): number | undefined;
};

/** What is wrong with a text of Kubernetes objects. The message is for the author of the text. */
export class UnusableManifests extends Error {
  override readonly name = 'UnusableManifests';
}

/**
 * Types that YAML 1.1 has but kubectl does not read, such as timestamps. Numbers in base 60 (`TIME`) are left out below
 * for the same reason.
 */
const OF_NO_KUBECTL = /timestamp|binary|omap|pairs|:set$/;
const tagsOfKubectl = (tags: Tags): Tags =>
  tags.filter((tag) => typeof tag === 'object' && tag.format !== 'TIME' && !OF_NO_KUBECTL.test(tag.tag));
/** kubectl reads YAML 1.1: `0644` is an octal number, `yes` is true, and `<<` merges a map into another. */
const AS_KUBECTL = { version: '1.1', schema: 'yaml-1.1', merge: true, customTags: tagsOfKubectl } as const;

function readAsKubectl(text: string): ReturnType<typeof readYaml> {
  try {
    return readYaml(text, AS_KUBECTL);
  } catch (error) {
    if (!(error instanceof UnreadableYaml)) throw error;
    throw new UnusableManifests(`Invalid YAML at line ${error.line}: ${error.message}.`);
  }
}

function objectIn(value: unknown, what: string): KubernetesObject {
  const { data, error } = kubernetesObject.safeParse(value);
  if (data) return data;
  const field = error.issues[0]?.path.join('.') ?? '';
  const why = field.startsWith('metadata') ? `${field} is not valid` : 'apiVersion and kind are needed';
  throw new UnusableManifests(`${what} is not a Kubernetes object: ${why}.`);
}

/**
 * Reads the Kubernetes objects of a text. Throws UnusableManifests. If a single line or document is the cause, the
 * message names it.
 */
export function parseDocuments(text: string): Manifest[] {
  const { documents, lines } = readAsKubectl(text);
  if (documents.length === 0) throw new UnusableManifests('The YAML has no document.');
  if (documents.length > MAX_DOCUMENTS) {
    throw new UnusableManifests(`The YAML has more than ${MAX_DOCUMENTS} documents.`);
  }
  return documents.map(({ document, value, line }, index) => {
    const place = index + 1;
    return {
      ...{ place, line, found: objectIn(value, `Document ${place}`) },
      lineOf: (field) => lineOfField(document, lines, field),
    };
  });
}

/** Reads the only Kubernetes object of a text. Throws UnusableManifests if the text has no object or more than one. */
export function parseDocument(text: string): KubernetesObject {
  const [only, ...more] = parseDocuments(text);
  if (only === undefined || more.length > 0) throw new UnusableManifests('The YAML has more than one document.');
  return only.found;
}

const list = z.looseObject({ kind: z.literal('List'), items: z.array(z.unknown()).default([]) });

/**
 * The items of a `List`, the form in which kubectl prints several objects. Any other document is returned as it is.
 * Throws UnusableManifests if an item is not a Kubernetes object.
 */
export function withItems(manifest: Manifest): Manifest[] {
  const parsed = list.safeParse(manifest.found);
  if (!parsed.success) return [manifest];
  return parsed.data.items.map((item, index) => ({
    ...manifest,
    found: objectIn(item, `Item ${index + 1} of document ${manifest.place}`),
    lineOf: (field) => manifest.lineOf(`items[${index}].${field.replace(/^\./, '')}`),
  }));
}
