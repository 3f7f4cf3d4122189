import { z } from 'zod';
import { until } from '#infra/local/until';
import { readAmount } from '#shared/domain/rancher-projects/project-quota';
import {
  type BackendState,
  compareShapes,
  differences,
  lasting,
  madeSince,
  masked,
  readSim,
  stateOf as wholeStateOf,
} from '../backend-state.ts';
import { CLUSTER_NAME } from '../cluster-name.ts';
import { ended, endFault, failed, hasStruck, type Outcome, plan, wordsProblems } from '../judge.ts';
import { type FaultCase, isLasting } from '../matrix.ts';
import type { ProjectBed } from './project-bed.ts';

export type Ordered = { order: string; resource: string };
type Limits = { cpu: number; ram: number };
const FIRST: Limits = { cpu: 2, ram: 4 };
const SECOND: Limits = { cpu: 4, ram: 2 };

/**
 * The time within which the sync job must have finished, in milliseconds. In these tests the job runs every few
 * seconds, and once more after a fault.
 */
const SYNCED_MS = 40_000;

const failure = z.object({
  ...{ code: z.string(), owner: z.string(), retryable: z.boolean(), step: z.string(), message: z.string() },
});
const shownOrder = z.object({ state: z.string(), error_message: z.string(), last_error: failure.nullable() });
const shownResource = z.object({
  ...{ state: z.string(), limits: z.record(z.string(), z.number()), backend_id: z.string() },
  backend_metadata: z.object({ namespace: z.string().default('') }),
  warning: z.string().default(''),
});
const placedOrder = z.object({ uuid: z.string(), marketplace_resource_uuid: z.string() });
const laterOrder = z.object({ order_uuid: z.string() });

async function accepted<T>({ owner }: ProjectBed, path: string, body: object, reply: z.ZodType<T>): Promise<T> {
  const answer = await owner.call('POST', path, body);
  if (answer.status >= 300) throw new Error(`POST ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return reply.parse(answer.body);
}

async function endOf(bed: ProjectBed, order: string) {
  await bed.owner.ended(order);
  return shownOrder.parse((await bed.owner.call('GET', `marketplace-orders/${order}/`)).body);
}
const resourceOf = async ({ owner }: ProjectBed, uuid: string) =>
  shownResource.parse((await owner.call('GET', `marketplace-resources/${uuid}/`)).body);

const content = z.object({ type: z.string() });
/** Whether an object is a cluster role. Rancher writes each bound role into the cluster and never deletes it. */
const isRole = (row: unknown): boolean => content.parse(row).type === 'rbac.authorization.k8s.io.clusterrole';

/** The objects in the backends, without cluster roles. */
export async function stateOf(bed: ProjectBed): Promise<BackendState> {
  const { 'rancher contents': contents = [], ...others } = await wholeStateOf(bed);
  return { ...others, 'rancher contents': contents.filter((row) => !isRole(row)) };
}

/** Replaces Rancher's names and Paddock's slugs, because they differ between projects. */
const named = (state: BackendState): BackendState => masked(state, /waldur-[\w-]+/g, 'waldur-project');

/** The project's objects, members, quota amounts and resource as text, one line for each. */
export async function madeOf(bed: ProjectBed, { resource }: Ordered, before: BackendState): Promise<string[]> {
  const { backend_metadata, limits, state, warning } = await resourceOf(bed, resource);
  const { namespace } = backend_metadata;
  return [
    ...madeSince(named(before), named(await stateOf(bed))),
    ...(await membersIn(bed)).map((name) => `member ${name}`),
    ...Object.entries(await hardOf(bed, namespace)).map(([key, amount]) => `${key} ${amount}`),
    `resource ${state} ${JSON.stringify(limits)} ${warning}`,
  ].sort();
}

const keycloakGroups = z.object({ groups: z.array(z.object({ name: z.string(), members: z.array(z.string()) })) });
export async function membersIn({ simulators, project }: ProjectBed): Promise<string[]> {
  const { groups } = keycloakGroups.parse(await readSim(simulators.keycloak, 'state'));
  return groups.filter(({ name }) => name.includes(project)).flatMap(({ members }) => members);
}

const quotas = z.object({ items: z.array(z.object({ spec: z.object({ hard: z.record(z.string(), z.string()) }) })) });
async function hardOf({ inCluster }: ProjectBed, namespace: string): Promise<Record<string, number | undefined>> {
  const { items } = quotas.parse(await inCluster(`/api/v1/namespaces/${namespace}/resourcequotas`));
  const hard = items.flatMap(({ spec }) => Object.entries(spec.hard));
  return Object.fromEntries(hard.map(([key, amount]) => [key, readAmount(key, amount)]));
}

/**
 * The state of the backends before the order, and the objects that a fault-free run creates. Without a `shape` any
 * objects are accepted.
 */
export type Expected = { before: BackendState; shape?: readonly string[] };

const membersProblems = async (bed: ProjectBed, wanted: readonly string[]): Promise<string[]> =>
  compareShapes(wanted, await membersIn(bed)).map((line) => `member: ${line}`);

/** Differences from the expected state, after the sync has had enough time. */
const differing = (bed: ProjectBed, ordered: Ordered, { before, shape }: Expected): Promise<string[]> =>
  lasting(
    async () => (shape ? compareShapes(shape, await madeOf(bed, ordered, before)) : membersProblems(bed, ['member'])),
    SYNCED_MS,
  );

const leftProblems = (bed: ProjectBed, before: BackendState): Promise<string[]> =>
  lasting(async () => differences(before, await stateOf(bed)), SYNCED_MS);

/**
 * Expects that the order is done. After a lasting fault, the order is erred with the message of the fault, and a retry
 * must succeed.
 */
async function carriedOut(bed: ProjectBed, one: FaultCase | undefined, order: string): Promise<Outcome> {
  const { state, last_error } = await endOf(bed, order);
  if (state === 'done') return ended(one, [], await endFault(bed, one));
  const problems = wordsProblems(one, last_error);
  await endFault(bed, one);
  await accepted(bed, `marketplace-orders/${order}/retry/`, {}, z.unknown());
  const again = await endOf(bed, order);
  if (again.state !== 'done') problems.push(`the second time it ended ${again.state}: ${again.error_message}`);
  return problems.length > 0 ? failed(problems) : { verdict: 'erred-rightly', problems };
}

/** The given outcome, or a failure if there are problems. */
const unless = (problems: readonly string[], outcome: Outcome): Outcome =>
  problems.length > 0 ? failed([...outcome.problems, ...problems]) : outcome;

/**
 * Problems if the resource shows a warning although no lasting fault occurred. A lasting fault of Keycloak does not
 * stop an order: the resource shows a warning until the sync succeeds.
 */
async function warningProblems(bed: ProjectBed, { resource }: Ordered, one: FaultCase | undefined): Promise<string[]> {
  const { warning } = await resourceOf(bed, resource);
  return warning === '' || (one && isLasting(one)) ? [] : [`the resource warns: ${warning}`];
}

export async function ordered(bed: ProjectBed): Promise<Ordered> {
  const { offering, project } = bed;
  const body = { offering, project, attributes: { name: CLUSTER_NAME }, limits: FIRST };
  const placed = await accepted(bed, 'marketplace-orders/', body, placedOrder);
  return { order: placed.uuid, resource: placed.marketplace_resource_uuid };
}

export type Created = Outcome & { made: Ordered };
export async function creation(bed: ProjectBed, one: FaultCase | undefined, expected: Expected): Promise<Created> {
  await plan(bed, one);
  const made = await ordered(bed);
  const outcome = await carriedOut(bed, one, made.order);
  const problems = [...(await warningProblems(bed, made, one)), ...(await differing(bed, made, expected))];
  return { ...unless(problems, outcome), made };
}

export async function update(
  bed: ProjectBed,
  one: FaultCase | undefined,
  { resource }: Ordered,
  expected: Expected,
): Promise<Outcome> {
  await plan(bed, one);
  const path = `marketplace-resources/${resource}/update_limits/`;
  const { order_uuid: order } = await accepted(bed, path, { limits: SECOND }, laterOrder);
  const outcome = await carriedOut(bed, one, order);
  return unless(await differing(bed, { order, resource }, expected), outcome);
}

export async function deletion(
  bed: ProjectBed,
  one: FaultCase | undefined,
  { resource }: Ordered,
  before: BackendState,
): Promise<Outcome> {
  await plan(bed, one);
  const path = `marketplace-resources/${resource}/terminate/`;
  const { order_uuid: order } = await accepted(bed, path, {}, laterOrder);
  const outcome = await carriedOut(bed, one, order);
  return unless(await leftProblems(bed, before), outcome);
}

/**
 * Grants a role and expects access. Then revokes the role and expects no access. A lasting fault is removed after it
 * has affected a request. Another member must keep access during the fault. The sync must succeed after the fault.
 */
export async function membership(bed: ProjectBed, one: FaultCase | undefined): Promise<Outcome> {
  const { project, outsider } = bed;
  const role = { user: outsider, role: 'PROJECT.MEMBER' };
  const problems: string[] = [];
  let struck = false;
  await plan(bed, one);
  for (const { call, wanted } of MEMBERSHIP) {
    await accepted(bed, `projects/${project}/${call}/`, role, z.unknown());
    if (one && isLasting(one) && !struck && (await strikes(bed, one, wanted))) {
      struck = true;
      if (!(await membersIn(bed)).includes('member')) problems.push('another member has lost access');
      await endFault(bed, one);
    }
    problems.push(...(await lasting(() => membersProblems(bed, wanted), SYNCED_MS)));
  }
  const isOver = await endFault(bed, struck ? undefined : one);
  return ended(one, problems, struck || isOver);
}
const MEMBERSHIP = [
  { call: 'add_user', wanted: ['member', 'outsider'] },
  { call: 'delete_user', wanted: ['member'] },
] as const;

/** Waits until the fault has struck or the members are as expected. Returns whether the fault has struck. */
async function strikes(bed: ProjectBed, one: FaultCase, wanted: readonly string[]): Promise<boolean> {
  const isDecided = async () =>
    (await hasStruck(bed, one)) || (await membersProblems(bed, wanted)).length === 0 ? true : undefined;
  await until({ tooLate: 'The sync does nothing.', timeoutMs: SYNCED_MS, intervalMs: 200 }, isDecided);
  return hasStruck(bed, one);
}
