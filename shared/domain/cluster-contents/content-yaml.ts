import { stringify } from 'yaml';
import { Invalid } from '#shared/errors';
import { parseDocument, UnusableManifests } from '../clusters/manifests/manifest-documents.ts';
import type { ClusterContent } from './cluster-content.ts';
import { type KubernetesObject, kindOf } from './kubernetes-object.ts';

/** An object as YAML, without the field `managedFields` that the API server adds. */
export function writeObject({ metadata, ...object }: KubernetesObject): string {
  const { managedFields: _managedFields, ...shown } = metadata;
  const { apiVersion, kind, ...rest } = object;
  // Parsers of YAML 1.1, such as kubectl's, read words like `yes` as booleans. The option `version` puts such words in
  // quotes.
  return stringify({ apiVersion, kind, metadata: shown, ...rest }, { lineWidth: 0, version: '1.1' });
}

const refused = (problem: string, cause?: unknown) => new Invalid({ yaml: [problem] }, cause);

/**
 * Parses the new state of a recorded object. Throws Invalid for the field `yaml` if the text has another kind, name or
 * namespace than the object.
 */
export function parseReplacement(content: ClusterContent, text: string): KubernetesObject {
  const object = parsed(text);
  const { apiVersion, kind } = kindOf(content);
  const { name, namespaceName } = content;
  const fields: [field: string, wanted: string, found: string | undefined][] = [
    ['apiVersion', apiVersion, object.apiVersion],
    ['kind', kind, object.kind],
    ['metadata.name', name, object.metadata.name],
    ['metadata.namespace', namespaceName, object.metadata.namespace ?? namespaceName],
  ];
  for (const [field, wanted, found = ''] of fields) {
    if (found !== wanted) throw refused(`${field} has to be "${wanted}", not "${found}".`);
  }
  return object;
}

function parsed(text: string): KubernetesObject {
  try {
    return parseDocument(text);
  } catch (error) {
    if (error instanceof UnusableManifests) throw refused(error.message, error);
    throw error;
  }
}
