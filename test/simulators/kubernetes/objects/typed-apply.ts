import { type ApiResource, groupVersion, isCustom } from '../api-resource.ts';
import { KubernetesError, untyped } from '../kubernetes-error.ts';
import { META_FIELDS, TEXTS } from './given-object.ts';
import { unknownFields } from './known-fields.ts';
import { isRecord } from './kubernetes-objects.ts';

const notText = (path: string, values: unknown): string[] =>
  Object.entries(isRecord(values) ? values : {})
    .filter(([, value]) => typeof value !== 'string' && value !== null)
    .map(([key, value]) => `.${path}.${key}: expected string, got &value.valueUnstructured{Value:${value}}`);

/** Checks an apply against the schema of its kind, before anything else. @throws KubernetesError 500, 400 */
export function checkTyped(resource: ApiResource, given: unknown): void {
  if (!isRecord(given) || given.kind !== resource.kind) return;
  const { apiVersion: _version, kind, metadata, ...body } = given;
  const { name = '', namespace = '', managedFields, ...marks } = isRecord(metadata) ? metadata : {};
  const undeclared = (path: string) => `.${path}: field not declared in schema`;
  const problems = [
    ...Object.keys(marks)
      .filter((field) => !META_FIELDS.has(field))
      .map((field) => undeclared(`metadata.${field}`)),
    ...['labels', 'annotations'].flatMap((field) => notText(`metadata.${field}`, marks[field])),
    ...Object.keys(body)
      .filter((field) => resource.fields?.includes(field) === false)
      .map(undeclared),
    // This check skips unknown fields inside lists, because the schema identifies the members of a list by keys. These
    // fields are refused later, when the object is read.
    ...unknownFields(resource.kind, body)
      .filter((path) => !path.includes('['))
      .map(undeclared),
    ...(isCustom(resource) ? [] : TEXTS.flatMap((field) => notText(field, body[field]))),
  ];
  if (problems.length > 0) {
    const version = resource.group === '' ? `/${resource.version}` : groupVersion(resource);
    throw untyped(`${namespace}/${name}; ${version}, Kind=${kind}`, problems);
  }
  if (managedFields) throw new KubernetesError('BadRequest', 'metadata.managedFields must be nil');
}
