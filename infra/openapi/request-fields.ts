import { isObject, type Json, type JsonObject, objectAt } from './json.ts';

/** A place in a call that takes a value: a query parameter, a field of the body, or an item of a list or map there. */
export type RequestField = {
  /** e.g. `POST /api/projects/` */
  operation: string;
  where: 'query' | 'body';
  /** The way to the value: names of fields, `[]` for the items of a list, `{}` for the values of a map. */
  way: readonly string[];
  /** Fixed values beside the place, which choose its variant of a body, such as `type`. */
  choices: readonly { way: readonly string[]; values: readonly Json[] }[];
  /** The schema of the value, without references. */
  schema: JsonObject;
};

export const variantsOf = (schema: JsonObject): JsonObject[] =>
  ['anyOf', 'oneOf', 'allOf'].flatMap((name) => {
    const variants = schema[name];
    return Array.isArray(variants) ? variants.filter(isObject) : [];
  });

/** The fields of a variant that have fixed values. */
const choicesIn = (variant: JsonObject, way: readonly string[]): RequestField['choices'] =>
  Object.entries(objectAt(variant, 'properties')).flatMap(([name, part]) => {
    if (!isObject(part) || part.const === undefined) {
      const isRequired = Array.isArray(variant.required) && variant.required.includes(name);
      const values = isObject(part) && isRequired && Array.isArray(part.enum) ? part.enum : undefined;
      return values === undefined ? [] : [{ way: [...way, name], values }];
    }
    return [{ way: [...way, name], values: [part.const] }];
  });

/** All values that the requests of an OpenAPI document have, each variant of a schema by itself. */
export function requestFields(document: JsonObject): RequestField[] {
  const schemas = objectAt(objectAt(document, 'components'), 'schemas');
  const resolved = ({ $ref, ...schema }: JsonObject): JsonObject =>
    typeof $ref === 'string' ? objectAt(schemas, $ref.split('/').at(-1) ?? '') : schema;

  function below(given: JsonObject, at: Omit<RequestField, 'schema'>): RequestField[] {
    const schema = resolved(given);
    const into = (step: string, part: JsonObject) => below(part, { ...at, way: [...at.way, step] });
    return [
      { ...at, schema },
      ...variantsOf(schema).flatMap((variant) =>
        below(variant, { ...at, choices: [...at.choices, ...choicesIn(resolved(variant), at.way)] }),
      ),
      ...Object.entries(objectAt(schema, 'properties')).flatMap(([name, part]) =>
        isObject(part) ? into(name, part) : [],
      ),
      ...(isObject(schema.items) ? into('[]', schema.items) : []),
      ...(isObject(schema.additionalProperties) ? into('{}', schema.additionalProperties) : []),
    ];
  }

  return Object.entries(objectAt(document, 'paths')).flatMap(([path, item]) =>
    Object.entries(isObject(item) ? item : {}).flatMap(([method, details]) => {
      if (!isObject(details)) return [];
      const operation = `${method.toUpperCase()} ${path}`;
      const media = objectAt(objectAt(objectAt(details, 'requestBody'), 'content'), 'application/json');
      const { parameters = [] } = details;
      const queries = (Array.isArray(parameters) ? parameters.filter(isObject) : []).filter((it) => it.in === 'query');
      return [
        ...below(objectAt(media, 'schema'), { operation, where: 'body', way: [], choices: [] }),
        ...queries.flatMap((parameter) =>
          below(objectAt(parameter, 'schema'), {
            ...{ operation, where: 'query', way: [String(parameter.name)], choices: [] },
          }),
        ),
      ];
    }),
  );
}

export const typesOf = ({ type }: JsonObject): string[] => [type].flat().filter((one) => typeof one === 'string');
