import { Validator } from '@seriousme/openapi-schema-validator';
import { isObject, type Json, type JsonObject, objectAt } from '#infra/openapi/json';

export type DocumentOperation = {
  method: string;
  /** e.g. `/api/rancher-clusters/{uuid}/` */
  path: string;
  /** Callers need no credentials: `security` has an empty entry. */
  isOpen: boolean;
  query: readonly Parameter[];
  /** The schema of the body with all references resolved. An empty object if the operation takes no body. */
  bodySchema: JsonObject;
  bodyExamples: readonly Json[];
};
export type Parameter = { name: string; description: string };

const listAt = (value: JsonObject, name: string): readonly Json[] => {
  const found = value[name];
  return Array.isArray(found) ? found : [];
};
const textAt = (value: JsonObject, name: string): string => (typeof value[name] === 'string' ? value[name] : '');

/** The description of a parameter, from the parameter or from its schema. */
const meaningOf = (parameter: JsonObject): string =>
  textAt(parameter, 'description') || textAt(objectAt(parameter, 'schema'), 'description');
const queryParameters = (operation: JsonObject): Parameter[] =>
  listAt(operation, 'parameters')
    .filter(isObject)
    .filter((parameter) => parameter.in === 'query')
    .map((parameter) => ({ name: textAt(parameter, 'name'), description: meaningOf(parameter) }));

function examplesOf(media: JsonObject): Json[] {
  const named = Object.values(objectAt(media, 'examples')).flatMap((item) =>
    isObject(item) ? [item.value ?? null] : [],
  );
  return media.example === undefined ? named : [media.example, ...named];
}

function readOperation(path: string, method: string, operation: JsonObject): DocumentOperation {
  const media = objectAt(objectAt(objectAt(operation, 'requestBody'), 'content'), 'application/json');
  const security = listAt(operation, 'security');
  return {
    ...{ method: method.toUpperCase(), path, query: queryParameters(operation) },
    isOpen: security.some((entry) => isObject(entry) && Object.keys(entry).length === 0),
    bodySchema: objectAt(media, 'schema'),
    bodyExamples: examplesOf(media),
  };
}

/**
 * The operations of a published OpenAPI document, read by a third-party parser.
 * @throws if the parser finds the document invalid
 */
export async function documentOperations(text: string): Promise<DocumentOperation[]> {
  const parser = new Validator();
  const { valid, errors } = await parser.validate(JSON.parse(text));
  if (!valid) throw new Error(`the document is no OpenAPI: ${JSON.stringify(errors)}`);
  const document: JsonObject = JSON.parse(JSON.stringify(parser.resolveRefs()));
  return Object.entries(objectAt(document, 'paths')).flatMap(([path, item]) =>
    Object.entries(isObject(item) ? item : {}).flatMap(([method, operation]) =>
      isObject(operation) ? [readOperation(path, method, operation)] : [],
    ),
  );
}

/** The collection of an operation, and its key in the collection, e.g. `rancher-clusters` and `POST /{uuid}/pull/`. */
export function routeOf({ method, path }: Pick<DocumentOperation, 'method' | 'path'>): {
  segment: string;
  key: string;
} {
  const [, segment = '', below = ''] = /^\/api\/([^/]*)(.*)$/.exec(path) ?? [];
  return { segment, key: `${method} ${below}` };
}
