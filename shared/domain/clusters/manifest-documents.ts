import { type Document, isScalar, LineCounter, parseAllDocuments } from 'yaml';
import { z } from 'zod';

/** Maximum number of documents. No handwritten file has more. */
const MOST_DOCUMENTS = 500;
/** Limited, because an alias repeats another part of the document: a few lines of aliases can become gigabytes. */
const MOST_ALIASES = 100;

/** An object as a Kubernetes API shows it. */
export const kubernetesObject = z.looseObject({
  apiVersion: z.string().min(1),
  kind: z.string().min(1),
  metadata: z.looseObject({ name: z.string().optional(), namespace: z.string().optional() }).default({}),
});
export type KubernetesObject = z.infer<typeof kubernetesObject>;

/** A document of the text. `place` counts from 1; `line` is the line where the document begins. */
export type Manifest = { document: Document.Parsed; found: KubernetesObject; place: number; line: number };

/** A problem in a text of Kubernetes objects. The message is for the author of the text. */
export class UnusableManifests extends Error {
  override readonly name = 'UnusableManifests';
}

function objectIn(document: Document.Parsed, place: number): KubernetesObject {
  const [error] = document.errors;
  if (error) {
    const line = error.linePos?.[0].line;
    throw new UnusableManifests(`Invalid YAML${line === undefined ? '' : ` at line ${line}`}: ${error.code}.`);
  }
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: MOST_ALIASES });
  } catch {
    throw new UnusableManifests(`Document ${place} cannot be read: it has too many aliases.`);
  }
  const parsed = kubernetesObject.safeParse(value);
  if (!parsed.success)
    throw new UnusableManifests(`Document ${place} is not a Kubernetes object: apiVersion and kind are needed.`);
  return parsed.data;
}

const isEmpty = ({ contents, errors }: Document.Parsed): boolean =>
  errors.length === 0 && (contents === null || (isScalar(contents) && contents.value === null));

/** The Kubernetes objects of a text. Throws UnusableManifests, with the line or the number of the document. */
export function parseDocuments(text: string): Manifest[] {
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, { prettyErrors: true, lineCounter: lines });
  const filled = Array.isArray(documents) ? documents.filter((document) => !isEmpty(document)) : [];
  if (filled.length === 0) throw new UnusableManifests('The YAML has no document.');
  if (filled.length > MOST_DOCUMENTS) {
    throw new UnusableManifests(`The YAML has more than ${MOST_DOCUMENTS} documents.`);
  }
  return filled.map((document, index) => ({
    ...{ document, place: index + 1, found: objectIn(document, index + 1) },
    line: lines.linePos(document.contents?.range?.[0] ?? 0).line,
  }));
}

/** The one Kubernetes object of a text. Throws UnusableManifests. */
export function parseDocument(text: string): KubernetesObject {
  const [only, ...more] = parseDocuments(text);
  if (only === undefined || more.length > 0) throw new UnusableManifests('The YAML has more than one document.');
  return only.found;
}
