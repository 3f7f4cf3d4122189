import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Cloud } from '../cloud.ts';
import { serviceCaller } from '../keystone/caller.ts';
import { neutronRefusal } from '../refusal.ts';
import { type Context, notFound, requirePolicy, touch } from './context.ts';
import { listNeutron, shown } from './listing.ts';
import { requireQuota } from './quota.ts';
import type { NeutronRow } from './rows.ts';
import { addTagRoutes } from './tag-routes.ts';

type Row = Omit<NeutronRow, 'name'>;

/** The properties of one kind of Neutron object. Routes, policy, paging and tags are the same for all kinds. */
export interface Collection<R extends Row, Create, Change> {
  /** `one` and `many` name the kind in JSON. In paths, the names have dashes instead of underscores. */
  one: string;
  many: string;
  /** The name in error types: `Network`. */
  kind: string;
  rows(cloud: Cloud): Map<string, R>;
  create: z.ZodType<Create>;
  change: z.ZodType<Change>;
  /** Attributes that only an admin may set. */
  adminOnly?: string[];
  /** Whether everyone sees the object, e.g. a shared network. */
  isPublic?(context: Context, row: R): boolean;
  /**
   * Checks and stores one object. If a later object of a bulk request fails, `remove` removes the stored object again.
   */
  make(context: Context, given: Create): R;
  apply(context: Context, row: R, given: Change): void;
  remove(context: Context, row: R): void;
  view(context: Context, row: R): Record<string, unknown>;
}

interface ById {
  Params: { id: string };
}

export const contextOf = (cloud: Cloud, request: FastifyRequest): Context => ({
  cloud,
  caller: serviceCaller(cloud, request, 'neutron'),
});

export function addCollection<R extends Row, Create, Change>(
  app: FastifyInstance,
  cloud: Cloud,
  collection: Collection<R, Create, Change>,
): void {
  const { one, many } = collection;
  const path = `/v2.0/${many.replaceAll('_', '-')}`;
  const view = (context: Context, row: R) => ({ ...collection.view(context, row), tenant_id: row.project_id });

  app.get(path, async (request) => {
    const context = contextOf(cloud, request);
    const seen = [...collection.rows(cloud).values()].filter((row) => isVisible(context, collection, row));
    return listNeutron(
      many,
      seen.map((row) => view(context, row)),
      request,
    );
  });

  app.post(path, async (request, reply) => {
    const context = contextOf(cloud, request);
    requirePolicy(context.caller.writer, `create_${one}`);
    const body: Record<string, unknown> = Object(request.body);
    const bulk = body[many];
    if (body[one] === undefined && bulk === undefined) throw noBody(one);
    if (Array.isArray(bulk))
      return reply.code(201).send({ [many]: makeAll(context, collection, bulk).map((row) => view(context, row)) });
    const [made] = makeAll(context, collection, [body[one]]);
    return reply.code(201).send({ [one]: made && view(context, made) });
  });

  app.get<ById>(`${path}/:id`, async (request) => {
    const context = contextOf(cloud, request);
    const row = visibleRow(context, collection, request.params.id);
    return { [one]: shown(many, view(context, row), request) };
  });

  app.put<ById>(`${path}/:id`, async (request) => {
    const context = contextOf(cloud, request);
    const row = ownedRow(context, collection, request.params.id, 'update');
    const body: Record<string, unknown> = Object(request.body);
    if (body[one] === undefined) throw noBody(one);
    collection.apply(context, row, collection.change.parse(screened(context, collection, body[one])));
    touch(cloud, row);
    return { [one]: view(context, row) };
  });

  app.delete<ById>(`${path}/:id`, async (request, reply) => {
    const context = contextOf(cloud, request);
    collection.remove(context, ownedRow(context, collection, request.params.id, 'delete'));
    return reply.code(204).send();
  });

  addTagRoutes(app, `${path}/:id/tags`, (request, id, writing) => {
    const context = contextOf(cloud, request);
    return writing ? ownedRow(context, collection, id, 'update') : visibleRow(context, collection, id);
  });
}

const noBody = (one: string) => neutronRefusal(400, 'HTTPBadRequest', `Unable to find '${one}' in request body`);

/** Makes all objects or none. If one is refused, the objects made before are removed again. */
function makeAll<R extends Row, C, U>(context: Context, collection: Collection<R, C, U>, bodies: unknown[]): R[] {
  const made: R[] = [];
  try {
    for (const body of bodies) {
      const given = collection.create.parse(screened(context, collection, body));
      const owner = ownerIn(body) ?? context.caller.projectId;
      requireQuota(context.cloud, owner, collection.one);
      made.push(collection.make(context, given));
    }
  } catch (error) {
    for (const row of made) collection.remove(context, row);
    throw error;
  }
  return made;
}

function ownerIn(body: unknown): string | undefined {
  const { project_id, tenant_id }: Record<string, unknown> = Object(body);
  const owner = project_id ?? tenant_id;
  return typeof owner === 'string' ? owner : undefined;
}

/**
 * The body in the form that the schema takes. A port's `tags` are silently ignored. `tenant_id` is the old name of
 * `project_id`.
 */
function screened<R extends Row, C, U>(context: Context, collection: Collection<R, C, U>, body: unknown): unknown {
  const { tags, tenant_id: _old, ...given }: Record<string, unknown> = Object(body);
  if (tags !== undefined && collection.one !== 'port') {
    throw neutronRefusal(400, 'HTTPBadRequest', "Attribute 'tags' not allowed in POST");
  }
  const owner = ownerIn(body);
  const { caller } = context;
  if (owner !== undefined && owner !== caller.projectId && !caller.admin) {
    throw neutronRefusal(
      400,
      'HTTPBadRequest',
      "Specifying 'project_id' or 'tenant_id' other than the authenticated project in request requires admin privileges",
    );
  }
  const forbidden = caller.admin ? undefined : collection.adminOnly?.find((name) => isAskedFor(given, name));
  requirePolicy(forbidden === undefined, `create_${collection.one}:${forbidden}`);
  return owner === undefined ? given : { ...given, project_id: owner };
}

/**
 * Whether an attribute in a request needs a right. The value `false` needs no right, since it is the default (measured
 * with `shared`). A router's `ha` and `distributed` need a right for any value.
 */
const isAskedFor = (given: object, name: string): boolean => {
  const value: unknown = new Map(Object.entries(given)).get(name);
  return value !== undefined && (value !== false || /^(ha|distributed)$/.test(name));
};

const isOwned = ({ caller }: Context, row: Row) => caller.admin || row.project_id === caller.projectId;

const isVisible = <R extends Row, C, U>(context: Context, collection: Collection<R, C, U>, row: R) =>
  isOwned(context, row) || collection.isPublic?.(context, row) === true;

/** @throws Refusal 404 for a missing object, and for an object of another project */
export function visibleRow<R extends Row, C, U>(context: Context, collection: Collection<R, C, U>, id: string): R {
  const row = collection.rows(context.cloud).get(id);
  if (!row || !isVisible(context, collection, row)) throw notFound(collection.kind, id);
  return row;
}

/** @throws Refusal 404 when the row is not visible, 403 when it is visible but the caller may not change it */
export function ownedRow<R extends Row, C, U>(
  context: Context,
  collection: Collection<R, C, U>,
  id: string,
  verb: 'update' | 'delete',
): R {
  const row = visibleRow(context, collection, id);
  requirePolicy(isOwned(context, row) && context.caller.writer, `${verb}_${collection.one}`);
  return row;
}
