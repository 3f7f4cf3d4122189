import { z } from 'zod';
import type { SharedCluster } from '../rancher-projects/shared-cluster.ts';

const texts = z.record(z.string(), z.string());
const limit = z.looseObject({ limit: z.record(z.string(), z.unknown()) });
const projects = z.object({
  data: z.array(
    z.object({
      ...{ id: z.string(), name: z.string(), description: z.string(), annotations: texts.default({}) },
      ...{ resourceQuota: limit.nullish(), namespaceDefaultResourceQuota: limit.nullish() },
    }),
  ),
});
const bindings = z.object({
  data: z.array(z.object({ roleTemplateId: z.string(), groupPrincipalId: z.string().nullish() })),
});
const object = z.looseObject({
  metadata: z.looseObject({ name: z.string(), labels: texts.default({}), annotations: texts.default({}) }),
});
const quotas = z.object({ items: z.array(object.extend({ spec: z.object({ hard: texts }) })) });
const groups = z.array(
  z.object({
    ...{ id: z.string(), name: z.string(), subGroupCount: z.number().default(0) },
    attributes: z.record(z.string(), z.array(z.string())).default({}),
  }),
);
const users = z.array(z.object({ username: z.string() }));

type Groups = z.infer<typeof groups>;

type LookedAt = Pick<SharedCluster, 'opened' | 'clusterId' | 'inside'> & {
  keycloak?: Pick<SharedCluster['keycloak'], 'realm'>;
};

/**
 * Reads a project's objects in Rancher and Keycloak directly through their APIs. Without Keycloak the list of groups is
 * empty.
 */
export function lookAtProject({ opened, clusterId, inside, keycloak }: LookedAt) {
  const authorization = `Basic ${btoa(`${opened.backend.key.username}:${opened.backend.key.password}`)}`;
  const norman = async (path: string): Promise<unknown> => {
    const answer = await fetch(`${opened.backend.url}/v3/${path}`, {
      headers: { authorization },
      signal: AbortSignal.timeout(10_000),
    });
    return answer.json();
  };
  const groupsAt = async (below: string): Promise<Groups> => {
    if (!keycloak) return [];
    const listed = groups.parse((await keycloak.realm.ask('GET', `${below}?briefRepresentation=false&max=100`)).body);
    return listed.sort((a, b) => a.name.localeCompare(b.name));
  };
  const membersOf = async (id: string) =>
    users
      .parse((await keycloak?.realm.ask('GET', `/groups/${id}/members`))?.body ?? [])
      .map(({ username }) => username)
      .sort();
  return {
    projectNamed: async (name: string) =>
      projects.parse(await norman(`projects?clusterId=${clusterId}&name=${name}`)).data[0],
    async namespace(name: string) {
      const { status, body } = await inside.get(`/api/v1/namespaces/${name}`);
      return status === 200 ? object.parse(body).metadata : undefined;
    },
    async quotas(namespace: string) {
      const { items } = quotas.parse((await inside.get(`/api/v1/namespaces/${namespace}/resourcequotas`)).body);
      return Object.fromEntries(items.map(({ metadata, spec }) => [metadata.name, spec.hard]));
    },
    async groupBindings(projectId: string) {
      const { data } = bindings.parse(await norman(`projectroletemplatebindings?projectId=${projectId}`));
      return data.flatMap(({ roleTemplateId, groupPrincipalId }) =>
        groupPrincipalId ? [{ roleTemplateId, groupPrincipalId }] : [],
      );
    },
    /** Top-level groups with their child groups, attributes and members. */
    async groupTree() {
      const parents = await groupsAt('/groups');
      return Promise.all(
        parents.map(async ({ id, name, attributes }) => ({
          ...{ name, attributes },
          children: await Promise.all(
            (await groupsAt(`/groups/${id}/children`)).map(async (child) => ({
              ...{ name: child.name, attributes: child.attributes, members: await membersOf(child.id) },
            })),
          ),
        })),
      );
    },
  };
}
