import type { Json } from '#infra/openapi/json';
import { derivedUuid, parseUuid } from '#shared/domain/_core/identifier';
import { ORIGIN } from '#test/integration/_worlds/api-under-test';
import { BODIES } from '../permissions/bodies.ts';
import { type DocumentOperation, routeOf } from './document-operations.ts';
import { type Reference, referencesOf, valueAt, withValueAt } from './references.ts';
import type { Tenants } from './tenants.ts';

export type Call = { address: string; body?: Json };
/**
 * An operation, and the place in its call for `value`: the uuid of an object of the victims (`Tenants`). Without
 * `reference`, the call contains only objects of the askers.
 */
export type Target = { operation: DocumentOperation; reference?: Reference; value?: string };

function pathOf({ path }: DocumentOperation, values: Readonly<Record<string, string>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}

/** A body in which all references name objects of the calling customer (`askers`). Other fields may be invalid. */
function ownBody({ askers, own }: Tenants, { operation, reference }: Target): Json | undefined {
  if (operation.method === 'GET') return undefined;
  const { segment, key } = routeOf(operation);
  const written = BODIES[`${segment} ${key}`]?.(askers);
  const example: Json = written === undefined ? (operation.bodyExamples[0] ?? {}) : JSON.parse(JSON.stringify(written));
  const mine = referencesOf(operation).flatMap(({ where, name, collections: [collection = ''] }) =>
    where === 'body' && written === undefined ? [[name, own[collection] ?? '']] : [],
  );
  // A duplicate name would hide other errors, so each place uses a unique name.
  const place = derivedUuid(askers.market.projectUuid, `${operation.path} ${reference?.name}`).slice(0, 8);
  const fresh = ['name', 'attributes.name'].map((name) => [name, `walked-${place}`]);
  return [...mine, ...fresh].reduce<Json>(
    (body, [way = '', value = '']) => (valueAt(body, way) === undefined ? body : withValueAt(body, way, value)),
    example,
  );
}

/** Bodies refer to objects by URL, except in fields for uuids. */
function bodyValue({ foreign }: Tenants, { reference, value: asked }: Target, value: string): string {
  const { name = '', collections = [] } = reference ?? {};
  if (/uuid(_list)?(\[\])?$/.test(name)) return value;
  const collection = collections.find((one) => foreign[one] === asked) ?? collections[0];
  return `${ORIGIN}/api/${collection === 'providers' ? 'service-settings' : collection}/${value}/`;
}

/**
 * The call of an operation with this value for the target's reference. All other references name objects of `askers`,
 * except path parameters after a foreign object.
 */
export function callOf(tenants: Tenants, target: Target, value: string): Call {
  const { operation, reference } = target;
  const own = tenants.ownPaths.get(operation) ?? {};
  const body = ownBody(tenants, target);
  const call = (values: Readonly<Record<string, string>>, query = '', sent = body): Call => ({
    address: `${pathOf(operation, values)}${query}`,
    ...(sent !== undefined && { body: sent }),
  });
  if (reference === undefined) return call(own);
  const { where, name } = reference;
  if (where === 'query') return call(own, `?${name}=${encodeURIComponent(value)}`);
  if (where === 'body') return call(own, '', withValueAt(body ?? {}, name, bodyValue(tenants, target, value)));
  // If `uuid` refers to an object of the victims, the other path parameters also refer to objects of the victims.
  const isForeign = value === tenants.foreignPaths.get(operation)?.[name] && name === 'uuid';
  return call({ ...(isForeign ? tenants.foreignPaths.get(operation) : own), [name]: value });
}

/**
 * All targets of an operation: each place that can refer to an object, with each object of the victims that fits there.
 * If no such place is in the path, the list also contains a target without `reference`.
 */
export function targetsOf({ foreign, foreignPaths }: Tenants, operation: DocumentOperation): Target[] {
  const references = referencesOf(operation);
  const named = references.flatMap((reference) =>
    reference.where === 'path'
      ? [{ operation, reference, value: foreignPaths.get(operation)?.[reference.name] ?? '' }]
      : reference.collections.map((collection) => ({ operation, reference, value: foreign[collection] ?? '' })),
  );
  const [nameless] = named.filter(({ value }) => value === '');
  if (nameless)
    throw new Error(`${operation.method} ${operation.path}: nothing to put into ${nameless.reference.name}`);
  return references.some(({ where }) => where === 'path') ? named : [{ operation }, ...named];
}

/** The uuid of the askers' own object that fits the target's place, or an empty string. */
export function ownValueAt({ own, ownPaths, foreign }: Tenants, { operation, reference, value }: Target): string {
  if (reference?.where === 'path') return ownPaths.get(operation)?.[reference.name] ?? '';
  const collection = reference?.collections.find((name) => foreign[name] === value);
  return own[collection ?? ''] ?? '';
}

/** Replaces a uuid in both notations by a placeholder, so that answers about different objects can be compared. */
export function withoutValue(text: string, value: string): string {
  const hex = parseUuid(value) ?? value;
  const dashed = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return text.replaceAll(hex, '<it>').replaceAll(dashed, '<it>');
}
