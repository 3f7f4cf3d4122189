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
/** An owner of the cluster may do everything in its projects. Rancher makes the creator of a project its owner. */
const OWNER: Roles = { cluster: ['cluster-owner'], project: ['project-owner'] };
const ROLES_OF: Readonly<Record<string, Roles>> = {
  ...{ staff: OWNER, owner: OWNER, manager: OWNER },
  admin: { cluster: ['cluster-member'], project: ['project-owner'] },
  support: { cluster: ['cluster-member'], project: ['read-only'] },
};

/**
 * When a request was made: while the caller waited for the answer, or later, by the operation that the call has started.
 */
export type Phase = 'call' | 'operation';
/** `path`: which paths of the pattern are meant. */
type OwnRequest = { reason: string; rule: string; phases: readonly Phase[]; path?: RegExp };
const ALWAYS: readonly Phase[] = ['call', 'operation'];
const LATER: readonly Phase[] = ['operation'];
const AT_CLUSTER = 'GET /k8s/clusters/:id';
const BINDINGS = ['clusterroletemplatebindings', 'projectroletemplatebindings'];

const OWN: readonly (OwnRequest & { requests: readonly string[] })[] = [
  {
    requests: ['GET /v3/users', 'GET /v3/users/:id', 'POST /v3/users', 'PUT /v3/users/:id', 'DELETE /v3/users/:id'],
    phases: ALWAYS,
    reason: 'Accounts of people in a cluster, which only an administrator creates, reads and removes.',
    rule: 'The account has the roles of the caller (acting-role.ts), and no others.',
  },
  {
    requests: BINDINGS.flatMap((it) => [`GET /v3/${it}`, `POST /v3/${it}`, `DELETE /v3/${it}/:id`]),
    phases: ALWAYS,
    reason: 'Roles of these accounts, which a member of the cluster may not bind.',
    rule: 'Only roles that the caller has in Paddock (acting-role.ts) are bound.',
  },
  {
    requests: ['GET /v3/globalrolebindings', 'POST /v3/globalrolebindings'],
    phases: ALWAYS,
    reason: 'An account without a global role cannot sign in.',
    rule: 'Only the role `user-base` is bound, which opens no cluster.',
  },
  {
    requests: ['GET /v3/projects'],
    phases: ALWAYS,
    reason: 'The projects of the cluster, in which the account has to be bound.',
    rule: 'The answer is shown to nobody.',
  },
  {
    requests: ['GET /v3/settings/:id'],
    path: /\/(server-url|cacerts)$/,
    phases: ALWAYS,
    reason: 'The address and the certificate of Rancher, for a kubeconfig. Rancher shows the certificate to everybody.',
    rule: 'Only these two settings are read, by whoever may have a kubeconfig.',
  },
  {
    requests: ['GET /v3/clusters/:id', 'GET /v3/nodes'],
    phases: ALWAYS,
    reason: 'State and nodes of the cluster, which Paddock records for everybody who sees the cluster.',
    rule: 'The record shows what a member of the cluster may see in Rancher.',
  },
  {
    requests: ['GET /v3/clusters/:id/namespaces'],
    phases: ['call'],
    reason: 'A project is only deleted if it is empty. Namespaces count even if the caller may not see them.',
    rule: 'The caller only learns that the project is not empty.',
  },
  {
    requests: [`${AT_CLUSTER}/apis/:group/:version/namespaces/:namespace/:resource/:name`],
    path: /\/apis\/catalog\.cattle\.io\/v1\/namespaces\/[^/]+\/(apps|operations)\//,
    phases: LATER,
    reason: 'The state of a release and of Helm’s operation, which the operation waits for.',
    rule: 'Only the state is recorded. Whoever started the operation had the rights to the release.',
  },
  {
    requests: ['counts', ':collection', ':collection/:first/:second'].map((path) => `${AT_CLUSTER}/v1/${path}`),
    path: /\/v1\/(counts|namespaces|services|apps\.\w+|batch\.cronjobs|networking\.k8s\.io\.ingresses|autoscaling\.\w+|catalog\.cattle\.io\.\w+)($|\/)/,
    phases: LATER,
    reason:
      'The record of what is in the cluster, which is read for everybody after an operation, as every few minutes.',
    rule: 'The record has no values, secrets or logs, and each list shows what its caller may see.',
  },
];

/**
 * Requests that Paddock makes with its own account because of a call, since no user has a right to them. `reason` says
 * what they are for, `rule` what limits them. The key is a method and the pattern of a path.
 */
export const OWN_REQUESTS: ReadonlyMap<string, OwnRequest> = new Map(
  OWN.flatMap(({ requests, ...own }) => requests.map((it) => [it, own] as const)),
);

const binding = z.object({
  ...{ userId: z.string().nullish(), roleTemplateId: z.string() },
  ...{ clusterId: z.string().nullish(), projectId: z.string().nullish() },
});
const listOf = <T extends z.ZodType>(item: T) => z.object({ data: z.array(item) });

/** Sends a request to the simulated Rancher as its administrator. */
type Ask = (path: string, method?: string) => Promise<unknown>;

async function rolesOf(ask: Ask, userId: string, clusterId: string) {
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

/** Why an account with these roles has more than a caller of this kind. Undefined if it has not. */
function excessOf(found: Awaited<ReturnType<typeof rolesOf>>, kind: CallerKind): string | undefined {
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

/** Whether Paddock may make the request with its own account in this phase. */
function isOwnRequest({ method, route }: BackendRequest, path: string, phase: Phase): boolean {
  const { phases = [], path: meant } = OWN_REQUESTS.get(`${method} ${route}`) ?? {};
  return phases.includes(phase) && (meant?.test(path) ?? true);
}

type Judged = { kind: CallerKind; phase: Phase; clusterId: string; administrator: string };

export function requestJudge({ simulator, opened }: { simulator: Simulator; opened: OpenedRancher }) {
  const { username, password } = opened.backend.key;
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const ask: Ask = async (path, method = 'GET') => {
    const signal = AbortSignal.timeout(20_000);
    const answer = await fetch(simulator.url + path, { method, headers: { authorization }, signal });
    return answer.status === 204 ? undefined : answer.json();
  };
  const me = async () => listOf(z.object({ id: z.string() })).parse(await ask('/v3/users?me=true')).data[0]?.id;

  async function exceeding(request: BackendRequest, given: Judged): Promise<string | undefined> {
    const { method, url, account, impersonated } = request;
    const { kind, phase, clusterId, administrator } = given;
    // A login with a password has no key yet.
    if (account === undefined) return undefined;
    const acting = impersonated ?? account;
    const [path = ''] = url.split('?');
    if (acting === administrator) {
      return isOwnRequest(request, path, phase) ? undefined : `${method} ${path} as the administrator`;
    }
    const excess = excessOf(await rolesOf(ask, acting, clusterId), kind);
    return excess && `${method} ${path} as ${excess}`;
  }

  return {
    forget: () => ask('/_sim/callers', 'DELETE'),
    /** The requests since the last `forget`, and those that a caller of this kind could not make. */
    async judge(kind: CallerKind, phase: Phase, clusterId: string): Promise<{ count: number; faults: string[] }> {
      const rows = z.array(row).parse(await ask('/_sim/callers'));
      const administrator = (await me()) ?? '';
      const faults: string[] = [];
      for (const it of rows) {
        const fault = await exceeding(it, { kind, phase, clusterId, administrator });
        if (fault !== undefined) faults.push(fault);
      }
      return { count: rows.length, faults };
    },
  };
}
