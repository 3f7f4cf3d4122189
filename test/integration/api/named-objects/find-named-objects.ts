import type { JsonObject } from '#infra/openapi/json';
import { type RequestField, requestFields, typesOf } from '#infra/openapi/request-fields';
import { hasEffect, isNamedInQuery, isReference, namesInPath } from '../tenancy/references.ts';

/** A place in a call that names an object of a backend by the backend's own id or name. */
export type NamedObject = {
  /** e.g. `POST /api/rancher-apps/` */
  operation: string;
  where: 'path' | 'query' | 'body';
  /** In the path `{machine}`, in the query `?backend_id`, in the body e.g. `pools[].flavor_name`. */
  name: string;
  way: readonly string[];
  choices: RequestField['choices'];
};

/** Names of fields that contain a backend's id or name of an object. */
const NAMES_AN_OBJECT =
  /(?:^|_)(?:id|ids|image|keypair|flavor|network|networks|subnet|groups?|realm|namespace|bucket|folder|endpoint|credential|instance|snapshot|machines|nodegroup|zone|cloud|remove)(?:\[\])?$|(?:flavor|type|image|domain|namespace)_name$|^default_role$|volume_type$|^fixed_|^service$|^pod_security_template$/;
/** Fields with such a name that name no object. */
const NO_OBJECT = ['event_groups[]', 'node_groups', 'time_zone', 'endpoints[]', 'is_rescue_image'];

/** e.g. `pools[].flavor_name` */
export const wayText = (way: readonly string[]): string =>
  way.join('.').replaceAll('.[]', '[]').replaceAll('.{}', '{}');
const namesObject = (name: string): boolean => {
  const last = name.split('.').at(-1) ?? '';
  return NAMES_AN_OBJECT.test(last) && !NO_OBJECT.includes(last);
};
const isFreeText = ({ schema }: RequestField): boolean =>
  typesOf(schema).includes('string') && schema.enum === undefined && schema.const === undefined;
const place = ({ operation, way }: RequestField): string => `${operation} ${wayText(way)}`;

/** A field that refers to a record in one variant of a body does so in the others. */
function inBodies(fields: readonly RequestField[]): NamedObject[] {
  const bodies = fields.filter(({ where }) => where === 'body');
  const records = new Set(bodies.filter(({ schema }) => isReference(schema)).map(place));
  return bodies.flatMap((field) => {
    const { operation, where, way, choices } = field;
    const name = wayText(way);
    return isFreeText(field) && !records.has(place(field)) && namesObject(name)
      ? [{ operation, where, name, way, choices }]
      : [];
  });
}

function inQueries(fields: readonly RequestField[]): NamedObject[] {
  return fields.flatMap((field) => {
    const { operation, where, way, choices, schema } = field;
    const [name = '', ...further] = way;
    const described = { name, description: String(schema.description ?? '') };
    const isNamed = where === 'query' && further.length === 0 && hasEffect(described) && !isNamedInQuery(described);
    return isNamed && namesObject(name) ? [{ operation, where, name: `?${name}`, way: [name], choices }] : [];
  });
}

const inPaths = (operations: readonly string[]): NamedObject[] =>
  operations.flatMap((operation) =>
    namesInPath(operation).map((name) => ({
      ...{ operation, where: 'path' as const, name: `{${name}}`, way: [name], choices: [] },
    })),
  );

/** All places in the calls of an OpenAPI document that name an object of a backend, each once. */
export function findNamedObjects(document: JsonObject): NamedObject[] {
  // Other systems call webhooks with their own credentials.
  const fields = requestFields(document).filter(({ operation }) => !operation.includes(' /webhooks/'));
  const operations = [...new Set(fields.map(({ operation }) => operation))];
  const found = [...inPaths(operations), ...inQueries(fields), ...inBodies(fields)];
  return [...new Map(found.toReversed().map((it) => [`${it.operation} ${it.name}`, it])).values()].toReversed();
}
