import { OPERATIONS } from '#infra/openapi/operations';
import type { ApiOperation } from '#shared/contracts/rest/_core/operation';
import { ruleOf } from '#shared/domain/organizations/permission';
import { type Asked, ORIGIN, type Person } from '#test/integration/_worlds/api-under-test';
import { tokenFor } from '../permissions/world.ts';
import { type ExampleWorld, inWorld, type Prepared, pathUuids } from './example-world.ts';
import type { ShownCall, ShownOperation } from './shown-calls.ts';

/** The key of an operation in PREPARED and EXCUSED. */
export const routeOf = ({ segment, key }: Pick<ShownOperation, 'segment' | 'key'>): string => `${segment} ${key}`;

const operations: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>> = OPERATIONS;
/** The caller of an example: the object's owner if only the owner sees the object, else staff. */
function askerOf(world: ExampleWorld, { segment, key }: ShownOperation): Person {
  const rule = operations[segment]?.[key]?.rule ?? 'public.see';
  return ruleOf(rule).seenBy === 'own' ? world.self : world.market.people.staff;
}

const withFields = (text: string, fields: Readonly<Record<string, string>>): string =>
  JSON.stringify(JSON.parse(text), (name, value: unknown) => fields[name] ?? value);

/**
 * The call of an example. Examples are changed in two ways only. Uuids and path parameters are replaced by those of the
 * world's objects. The `fields` of PREPARED replace other values, such as ids of external objects and issued secrets.
 */
export async function realCall(
  world: ExampleWorld,
  operation: ShownOperation,
  call: ShownCall,
  { uuids = {}, fields = {}, person }: Prepared,
): Promise<{ address: URL; asked: Asked }> {
  const own = await pathUuids(world, operation);
  const real = (text: string): string =>
    inWorld(
      own.reduce((changed, [example, uuid]) => changed.replaceAll(example, uuid), inWorld(text, uuids)),
      world.uuids,
    );
  const asker = person ?? askerOf(world, operation);
  const token = await tokenFor(world, routeOf(operation), { person: asker });
  const body = call.body === undefined ? undefined : JSON.parse(withFields(real(JSON.stringify(call.body)), fields));
  const query = new URLSearchParams(real(call.query ?? ''));
  for (const [name, value] of Object.entries(fields)) if (query.has(name)) query.set(name, value);
  return {
    address: new URL(`${ORIGIN}${real(call.path)}?${query}`),
    asked: { ...(token !== undefined && { token }), ...(body !== undefined && { body }) },
  };
}
