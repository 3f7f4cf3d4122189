import { z } from 'zod';
import type { OpenedRancher } from '#test/contracts/rancher/rancher-under-test';
import type { Simulator } from '#test/contracts/start-simulator';
import type { CallerKind } from '#test/permissions/caller-kinds';

const row = z.object({
  ...{ method: z.string(), route: z.string(), url: z.string(), status: z.number() },
  ...{ account: z.string().optional(), impersonated: z.string().optional() },
});
/** A request that the simulated Rancher got, with the account of its key and the user whom it impersonated there. */
export type BackendRequest = z.infer<typeof row>;

/**
 * The roles in Rancher that may be used for each kind of caller: the cluster's, and those in its projects except System.
 * A real Rancher 2.15 allows their holders by themselves exactly what the simulated one does
 * (test/simulators/rancher/contents/rights-in-cluster.test.ts). Callers without an entry have no role in any cluster.
 */
type Roles = { cluster: readonly string[]; project: readonly string[] };
const OWNER: Roles = { cluster: ['cluster-owner'], project: [] };
const ROLES_OF: Readonly<Record<string, Roles>> = {
  ...{ staff: OWNER, owner: OWNER, manager: OWNER },
  admin: { cluster: ['cluster-member'], project: ['project-owner'] },
  support: { cluster: ['cluster-member'], project: ['read-only'] },
};

/**
 * Requests that Paddock makes with its own account while it serves a call, because no user has a right to them. `reason`
 * says what they are for, `rule` what Paddock checks itself before. The key is a method and the pattern of a path.
 */
export const OWN_REQUESTS: Readonly<Record<string, { reason: string; rule: string }>> = Object.fromEntries(
  [
    {
      requests: [
        ...['GET /v3/users', 'GET /v3/users/:id', 'POST /v3/users', 'PUT /v3/users/:id', 'DELETE /v3/users/:id'],
      ],
      reason: 'Accounts of people in a cluster, which only an administrator makes, reads and removes.',
      rule: 'The account has the roles of the caller (acting-role.ts), and no others.',
    },
    {
      requests: ['clusterroletemplatebindings', 'projectroletemplatebindings'].flatMap((bindings) => [
        ...[`GET /v3/${bindings}`, `POST /v3/${bindings}`, `DELETE /v3/${bindings}/:id`],
      ]),
      reason: 'Roles of these accounts. A cluster member may bind nobody.',
      rule: 'Only roles that the caller has in Paddock (acting-role.ts) are bound.',
    },
    {
      requests: ['GET /v3/globalrolebindings', 'POST /v3/globalrolebindings'],
      reason: 'Without a role in Rancher as a whole, an account cannot sign in.',
      rule: 'Only the role `user-base` is bound, which opens no cluster.',
    },
    {
      requests: ['GET /v3/projects'],
      reason: 'The projects of the cluster, in which an account has to be bound.',
      rule: 'The answer is shown to nobody.',
    },
  ].flatMap(({ requests, ...why }) => requests.map((it) => [it, why] as const)),
);

const binding = z.object({
  ...{ userId: z.string().nullish(), roleTemplateId: z.string() },
  ...{ clusterId: z.string().nullish(), projectId: z.string().nullish() },
});
const listOf = <T extends z.ZodType>(item: T) => z.object({ data: z.array(item) });

export function requestJudge({ simulator, opened }: { simulator: Simulator; opened: OpenedRancher }) {
  const { username, password } = opened.backend.key;
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const ask = async (path: string, method = 'GET'): Promise<unknown> => {
    const signal = AbortSignal.timeout(20_000);
    const answer = await fetch(simulator.url + path, { method, headers: { authorization }, signal });
    return answer.status === 204 ? undefined : answer.json();
  };

  const me = async () => listOf(z.object({ id: z.string() })).parse(await ask('/v3/users?me=true')).data[0]?.id;
  async function rolesOf(userId: string, clusterId: string) {
    const of = async (kind: string) =>
      listOf(binding).parse(await ask(`/v3/${kind}roletemplatebindings?userId=${userId}`)).data;
    const [clusters, projects] = [await of('cluster'), await of('project')];
    const globals = listOf(z.object({ userId: z.string().nullish(), globalRoleId: z.string() })).parse(
      await ask('/v3/globalrolebindings'),
    ).data;
    const all = listOf(z.object({ id: z.string(), name: z.string() })).parse(
      await ask(`/v3/projects?clusterId=${clusterId}`),
    ).data;
    const system = all.find(({ name }) => name === 'System')?.id;
    return {
      global: globals.filter((it) => it.userId === userId).map(({ globalRoleId }) => globalRoleId),
      elsewhere: clusters.filter((it) => it.clusterId !== clusterId).map((it) => it.roleTemplateId),
      cluster: clusters.map(({ roleTemplateId }) => roleTemplateId),
      project: projects.map(({ roleTemplateId }) => roleTemplateId),
      system: projects.filter(({ projectId }) => projectId === system).map(({ roleTemplateId }) => roleTemplateId),
    };
  }

  /** Why the account has more than a caller of this kind. Undefined if it has not. */
  async function excessOf(userId: string, kind: CallerKind, clusterId: string): Promise<string | undefined> {
    const found = await rolesOf(userId, clusterId);
    const { cluster = [], project = [] } = ROLES_OF[kind.name] ?? {};
    const surplus = [
      ...found.global.filter((role) => role !== 'user-base'),
      ...found.elsewhere.map((role) => `${role} in another cluster`),
      ...found.cluster.filter((role) => !cluster.includes(role)),
      ...found.project.filter((role) => !project.includes(role)),
      ...found.system.map((role) => `${role} in System`),
    ];
    return surplus.length === 0 ? undefined : `an account that is ${surplus.join(', ')}`;
  }

  async function exceeding(
    { method, route, url, account, impersonated }: BackendRequest,
    { kind, clusterId, administrator }: { kind: CallerKind; clusterId: string; administrator: string },
  ): Promise<string | undefined> {
    // A login with a password has no key yet.
    if (account === undefined) return undefined;
    const acting = impersonated ?? account;
    if (acting === administrator) {
      const isFixed = OWN_REQUESTS[`${method} ${route}`] !== undefined;
      return isFixed ? undefined : `${method} ${url.split('?')[0]} as the administrator`;
    }
    const excess = await excessOf(acting, kind, clusterId);
    return excess && `${method} ${url.split('?')[0]} as ${excess}`;
  }

  return {
    forget: () => ask('/_sim/callers', 'DELETE'),
    /** The requests since the last `forget`, and those that a caller of this kind could not make. */
    async judge(kind: CallerKind, clusterId: string): Promise<{ count: number; faults: string[] }> {
      const rows = z.array(row).parse(await ask('/_sim/callers'));
      const administrator = (await me()) ?? '';
      const faults: string[] = [];
      for (const it of rows) {
        const fault = await exceeding(it, { kind, clusterId, administrator });
        if (fault !== undefined) faults.push(fault);
      }
      return { count: rows.length, faults };
    },
  };
}
