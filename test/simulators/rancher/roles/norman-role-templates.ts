import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { unusedId } from '../../_kit/random-name.ts';
import type { RancherContext } from '../_core/rancher-context.ts';
import { missing, notFound, RancherError } from '../_core/rancher-errors.ts';
import type { RoleTemplate } from '../_core/rancher-objects.ts';
import { callerOf } from '../identity/caller.ts';
import { normanCollection, normanObject } from '../norman/norman-view.ts';
import { baseUrlOf } from '../steve/steve-collection.ts';

const CONTEXTS = ['cluster', 'project'];
const UPGRADED = { 'cleanup.cattle.io/rtUpgradeCluster': 'true' };
const LOOKED_AT = { 'lifecycle.cattle.io/create.mgmt-auth-roletemplate-lifecycle': 'true' };

const strings = z.array(z.string());
const rule = z.looseObject({ verbs: strings.optional(), apiGroups: strings.optional(), resources: strings.optional() });
const body = z
  .object({
    ...{ name: z.string(), context: z.string(), description: z.string(), rules: z.array(rule) },
    ...{ roleTemplateIds: strings, locked: z.boolean(), hidden: z.boolean(), administrative: z.boolean() },
    ...{ clusterCreatorDefault: z.boolean(), projectCreatorDefault: z.boolean(), external: z.boolean() },
  })
  .partial();
type GivenRole = z.infer<typeof body>;

/** `/v3/roletemplates`: Rancher's own roles, and the roles that administrators create. */
export function normanRoleTemplates(app: FastifyInstance, { store, clock, delays }: RancherContext): void {
  const { roleTemplates } = store;
  const get = (request: FastifyRequest): RoleTemplate => {
    const { id } = z.object({ id: z.string() }).parse(request.params);
    const found = roleTemplates.get(id);
    if (!found) throw notFound(`roletemplates.management.cattle.io "${id}" not found`);
    return found;
  };
  const view = (request: FastifyRequest) => (role: RoleTemplate) => roleView(role, baseUrlOf(request));

  app.get('/roletemplates', async (request) =>
    normanCollection(request, { resourceType: 'roleTemplate' }, [...roleTemplates.values()].map(view(request))),
  );
  app.post('/roletemplates', async (request, reply) => {
    const given = body.parse(request.body ?? {});
    if (!given.name) throw missing('name');
    check(given, roleTemplates);
    const role = newRole(given, { id: unusedId('rt-', roleTemplates), creatorId: callerOf(request).userId });
    role.createdAt = new Date(clock.now()).toISOString();
    roleTemplates.set(role.id, role);
    clock.after(delays.roleTemplateSync, () => {
      role.annotations = { ...role.annotations, ...LOOKED_AT };
      role.description ??= '';
    });
    return reply.code(201).send(view(request)(role));
  });
  app.get('/roletemplates/:id', async (request) => view(request)(get(request)));
  app.put('/roletemplates/:id', async (request) => {
    const role = get(request);
    const { context: _fixed, ...given } = body.parse(request.body ?? {});
    check(given, roleTemplates);
    Object.assign(role, given);
    return view(request)(role);
  });
  // Rancher's own roles can be deleted too, and are not created again.
  app.delete('/roletemplates/:id', async (request) => {
    const role = get(request);
    roleTemplates.delete(role.id);
    return view(request)({ ...role, removedAt: new Date(clock.now()).toISOString() });
  });
}

function check({ context = '', roleTemplateIds = [], rules = [] }: GivenRole, known: Map<string, RoleTemplate>): void {
  if (context !== '' && !CONTEXTS.includes(context)) throw new RancherError(422, 'InvalidOption', '', 'context');
  const webhook = 'rancher.cattle.io.roletemplates.management.cattle.io';
  const unknown = roleTemplateIds.find((id) => !known.has(id));
  if (unknown !== undefined) {
    const cause = `roletemplates.management.cattle.io "${unknown}" not found`;
    const message = `Internal error occurred: failed calling webhook "${webhook}": failed to call webhook: ${cause}`;
    throw new RancherError(500, 'InternalError', message);
  }
  const problems = rules.flatMap((one, at) => ruleProblems(one, `roletemplate.rules[${at}]`));
  if (problems.length === 0) return;
  const reason = problems.length === 1 ? problems[0] : `[${problems.join(', ')}]`;
  throw new RancherError(400, 'BadRequest', `admission webhook "${webhook}" denied the request: ${reason}`);
}

function ruleProblems({ verbs = [], apiGroups = [], resources = [], ...others }: z.infer<typeof rule>, at: string) {
  const isOfPaths = Array.isArray(others.nonResourceURLs) && others.nonResourceURLs.length > 0;
  return [
    ...(verbs.length > 0 ? [] : [`${at}.verbs: Required value: verbs must contain at least one value`]),
    ...(apiGroups.length > 0 || isOfPaths
      ? []
      : [`${at}.apiGroups: Required value: resource rules must supply at least one api group`]),
    ...(resources.length > 0 || isOfPaths
      ? []
      : [`${at}.resources: Required value: resource rules must supply at least one resource`]),
  ];
}

function newRole(given: GivenRole, { id, creatorId }: Pick<RoleTemplate, 'id' | 'creatorId'>): RoleTemplate {
  const { name = '', context = '', ...more } = given;
  const role: RoleTemplate = {
    ...{ id, name, creatorId, context: context === 'cluster' || context === 'project' ? context : '' },
    ...{ hidden: false, external: false, administrative: false, locked: false, builtin: false },
    ...{ clusterCreatorDefault: false, projectCreatorDefault: false, roleTemplateIds: [] },
    ...{ createdAt: '', uid: randomUUID(), labels: { 'cattle.io/creator': 'norman' }, annotations: UPGRADED },
  };
  return Object.assign(role, more);
}

function roleView({ uid, createdAt, removedAt, context, rules, ...role }: RoleTemplate, baseUrl: string) {
  const { roleTemplateIds, ...fields } = role;
  const ofRole = (collection: string, field = 'roleTemplateId') => `${baseUrl}/v3/${collection}?${field}=${role.id}`;
  return normanObject(baseUrl, {
    ...{ type: 'roleTemplate', collection: 'roleTemplates', uuid: uid, created: createdAt, removed: removedAt },
    ...fields,
    ...(context && { context }),
    ...(roleTemplateIds.length > 0 && { roleTemplateIds }),
    ...(rules && { rules: rules.map((one) => ({ ...one, type: '/v3/schemas/policyRule' })) }),
    links: {
      clusterRoleTemplateBindings: ofRole('clusterRoleTemplateBindings'),
      projectRoleTemplateBindings: ofRole('projectRoleTemplateBindings'),
      clusters: ofRole('clusters', 'defaultClusterRoleForProjectMembers'),
      // The roles of Kubernetes itself have no link `remove`, because Rancher cannot remove them.
      ...(fields.builtin && fields.external && { remove: undefined }),
    },
  });
}
