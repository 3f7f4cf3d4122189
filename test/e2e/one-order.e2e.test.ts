import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { personAt } from './_worlds/customer.ts';
import { type LogLine, logLines } from './_worlds/deployed-stack.ts';
import { ownCloud } from './_worlds/own-cloud.ts';

// Correlation ids of one small order, which the tests follow from its creation to its deletion.
const CREATION = 'creation-looked-at';
const DELETION = 'deletion-looked-at';
const { endpoints } = ownCloud();
const owner = personAt(endpoints, 'owner');
let ordered: Awaited<ReturnType<typeof owner.place>>;
let clusterUuid: string;

beforeAll(async () => {
  ordered = await owner.place(owner.clusterOrder('one-order', 1, 1), { 'x-correlation-id': CREATION });
  clusterUuid = ordered.resource_uuid ?? '';
});

const stepsSoFar = async () => (await owner.events(clusterUuid)).map((event) => event.step);

test('the timeline shows a creation step by step, while it runs (S0-024)', async () => {
  await expect.poll(stepsSoFar, { interval: 100, timeout: 60_000 }).toContain('server');
  const order = await owner.call('GET', `marketplace-orders/${ordered.uuid}/`);
  expect(order.body).toMatchObject({ state: 'executing' });
  const { progress } = await owner.cluster(clusterUuid);
  expect(progress).toBeGreaterThan(0);
  expect(progress).toBeLessThan(100);

  expect((await owner.ended(ordered.uuid)).state).toBe('done');
  const expected = ['order', 'plan', 'rancher', 'server', 'node-active', 'cluster-active', 'pull', 'token', 'ready'];
  expect(await stepsSoFar()).toEqual(expect.arrayContaining(expected));
  const times = (await owner.events(clusterUuid)).map((event) => event.created);
  expect(times).toEqual(times.toSorted());
}, 300_000);

const linked = z.looseObject({ url: z.string() });
/** The object that a link in an answer refers to. */
async function follow(link: unknown): Promise<z.infer<typeof linked>> {
  const root = `${endpoints.api}/api/`;
  const url = z.string().startsWith(root).parse(link);
  const { status, body } = await owner.call('GET', url.slice(root.length));
  expect(status).toBe(200);
  return linked.parse(body);
}

test('its nodes lead by links to their cluster, project and customer (S0-035)', async () => {
  const { nodes } = await owner.cluster(clusterUuid);
  expect(nodes).toHaveLength(2);
  for (const { uuid } of nodes) {
    const cluster = await follow((await owner.call('GET', `rancher-nodes/${uuid}/`)).body.cluster);
    expect(cluster).toMatchObject({ uuid: clusterUuid, project_uuid: endpoints.sample.project });
    const project = await follow(cluster.project);
    expect(project).toMatchObject({ uuid: endpoints.sample.project });
    expect(await follow(project.customer)).toMatchObject({ uuid: endpoints.sample.customer });
    expect((await follow(cluster.customer)).url).toBe(project.customer);
  }
});

const share = z.object({ allocated: z.number().min(0), total: z.number().positive() });

test('its nodes have a role, and of CPU, RAM and pods what is allocated and what there is (S0-038)', async () => {
  const { nodes } = await owner.cluster(clusterUuid);
  for (const { uuid, role } of nodes) {
    const { body } = await owner.call('GET', `rancher-nodes/${uuid}/`);
    expect(body.role).toBe(role);
    for (const of of ['cpu', 'ram', 'pods']) {
      const { allocated, total } = share.parse({ allocated: body[`${of}_allocated`], total: body[`${of}_total`] });
      expect(allocated).toBeLessThanOrEqual(total);
    }
  }
  expect(nodes.map(({ role }) => role).toSorted()).toEqual(['agent', 'server']);
});

const FUNCTIONS = [
  ...['api-orders', 'dispatcher', 'syncs-dispatch-lost'],
  ...['steps-records', 'steps-openstack', 'steps-rancher', 'steps-watch'],
];
const servicesOf = (lines: readonly LogLine[]) => new Set(lines.map(({ service }) => service));

test('the correlation id of a call is in every log line of what follows from it, down to the last step (S1-093)', async () => {
  const terminated = await owner.terminate(ordered.marketplace_resource_uuid, { 'x-correlation-id': DELETION });
  expect(terminated.state).toBe('done');
  let lines: LogLine[] = [];
  const of = (id: string) => lines.filter(({ correlationId }) => correlationId === id);
  const lastStepOfDeletion = async () => {
    lines = await logLines(endpoints, FUNCTIONS);
    return of(DELETION).at(-1)?.step;
  };
  // The state of the order is `done` shortly before the last step logs its end.
  await expect.poll(lastStepOfDeletion, { interval: 200, timeout: 20_000 }).toBe('records.finishDeletion');
  // No API call causes the reports of machines, so these reports have other correlation ids. Their log lines are left
  // out.
  const about = lines.filter((line) => line.clusterUuid === clusterUuid && line.service !== 'webhooks/nodes');
  expect(about.filter(({ correlationId }) => correlationId !== CREATION && correlationId !== DELETION)).toEqual([]);
  for (const [id, entry, lastStep] of [
    [CREATION, 'api/orders', 'records.finishCreation'],
    [DELETION, 'api/orders', 'records.finishDeletion'],
  ] as const) {
    const services = ['steps/records', 'steps/openstack', 'steps/rancher'];
    expect([...servicesOf(of(id))]).toEqual(expect.arrayContaining([entry, ...services]));
    expect(of(id).map(({ message }) => message)).toContain('operation dispatched');
    expect(of(id).at(-1)).toMatchObject({ step: lastStep, message: 'step done' });
  }
  expect(servicesOf(of(CREATION))).toContain('steps/watch');
}, 300_000);
