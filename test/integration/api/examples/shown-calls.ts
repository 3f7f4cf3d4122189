import { isObject, type Json, type JsonObject, objectAt } from '#infra/openapi/json';
import { routeOf } from '../tenancy/document-operations.ts';

/** One call as the OpenAPI document shows it. */
export type ShownCall = { path: string; query?: string; body?: Json };
/** An operation of the OpenAPI document, with all calls that its examples describe. */
export type ShownOperation = {
  method: string;
  path: string;
  segment: string;
  key: string;
  calls: readonly ShownCall[];
  /** The document's example of each path parameter, by the parameter's name. */
  inPath: Readonly<Record<string, string>>;
};

const listAt = (value: JsonObject, name: string): JsonObject[] => {
  const found = value[name];
  return Array.isArray(found) ? found.filter(isObject) : [];
};
const firstExample = (parameter: JsonObject): Json | undefined => {
  const { examples } = objectAt(parameter, 'schema');
  return Array.isArray(examples) ? examples[0] : undefined;
};
/**
 * The names and examples of the parameters in `place`, which is `path` or `query`. Parameters without an example are
 * left out.
 */
const examplesOf = (operation: JsonObject, place: string): [string, string][] =>
  listAt(operation, 'parameters').flatMap((parameter) => {
    const example = parameter.in === place ? firstExample(parameter) : undefined;
    return example === undefined ? [] : [[String(parameter.name), String(example)]];
  });

function bodiesOf(operation: JsonObject): Json[] {
  const media = objectAt(objectAt(objectAt(operation, 'requestBody'), 'content'), 'application/json');
  const named = Object.values(objectAt(media, 'examples')).map((item) =>
    isObject(item) ? (item.value ?? null) : null,
  );
  return media.example === undefined ? named : [media.example];
}

function read(path: string, method: string, operation: JsonObject): ShownOperation {
  const inPath = Object.fromEntries(examplesOf(operation, 'path'));
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => inPath[name] ?? '');
  const bodies = bodiesOf(operation);
  const asked = examplesOf(operation, 'query');
  const queryOf = (parameters: [string, string][]): string => new URLSearchParams(parameters).toString();
  const isRead = method === 'get';
  const own = !isRead && asked.length > 0 ? { query: queryOf(asked) } : {};
  const plain =
    bodies.length === 0 ? [{ path: address, ...own }] : bodies.map((body) => ({ path: address, body, ...own }));
  const queries = isRead ? asked.map((parameter) => ({ path: address, query: queryOf([parameter]) })) : [];
  const named = routeOf({ method: method.toUpperCase(), path });
  return { method: method.toUpperCase(), path, inPath, ...named, calls: [...plain, ...queries] };
}

export const shownOperations = (document: JsonObject): ShownOperation[] =>
  Object.entries(objectAt(document, 'paths')).flatMap(([path, item]) =>
    Object.entries(isObject(item) ? item : {}).flatMap(([method, operation]) =>
      isObject(operation) ? [read(path, method, operation)] : [],
    ),
  );
