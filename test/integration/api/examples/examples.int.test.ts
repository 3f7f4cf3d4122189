import { paginateScan } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openApiDocument } from '#infra/openapi/document';
import { type Cloud, startCloud } from '#test/integration/_worlds/market';
import { openSimulated } from '#test/integration/_worlds/rancher-market';
import { webhookUnderTest } from '#test/integration/hooks/rancher-webhook-under-test';
import { borrowSimulator } from '../../_worlds/borrowed-simulator.ts';
import { realCall, routeOf } from './example-calls.ts';
import { type ExampleWorld, openExampleWorld, type Prepared } from './example-world.ts';
import { EXCUSED, PREPARED } from './prepared.ts';
import { type ShownCall, type ShownOperation, shownOperations } from './shown-calls.ts';
import { SILENT } from './silent-routes.ts';

let cloud: Cloud;
let world: ExampleWorld;
beforeAll(async () => {
  const [started, simulator] = await Promise.all([startCloud(), borrowSimulator('rancher')]);
  cloud = started;
  world = await openExampleWorld(cloud, { simulator, opened: await openSimulated(simulator) });
}, 90_000);
afterAll(async () => {
  await world.rancher.opened.close();
  await cloud.simulator.stop();
});

const isWebhook = ({ path }: ShownOperation) => path.startsWith('/webhooks/');
const everything = shownOperations(openApiDocument());
const shown = everything.filter((operation) => !isWebhook(operation));
async function ask(operation: ShownOperation, call: ShownCall, prepared: Prepared) {
  const { address, asked } = await realCall(world, operation, call, prepared);
  return world.market.ask(operation.method, address.href, asked);
}

test('what is prepared or excused is a route of the document', () => {
  const routes = shown.map(routeOf);
  for (const route of [...Object.keys(PREPARED), ...Object.keys(EXCUSED)]) expect(routes).toContain(route);
  expect(shown.flatMap(({ calls }) => calls).length).toBeGreaterThan(300);
});

test('the example of a message to the webhook is accepted, with the credentials of its provider', async () => {
  const examples = everything.filter(({ path }) => path === '/webhooks/rancher').flatMap(({ calls }) => calls);
  const { alert } = await webhookUnderTest();
  for (const { body } of examples) expect(await alert(body)).toMatchObject({ status: 200 });
  expect(examples).toHaveLength(1);
});

/** The number of audit events of the whole installation. */
async function eventCount(): Promise<number> {
  const { client, auditTableName } = world.market;
  let count = 0;
  const asked = { TableName: auditTableName, Select: 'COUNT', ConsistentRead: true } as const;
  for await (const { Count = 0 } of paginateScan({ client }, asked)) count += Count;
  return count;
}
/** The routes whose accepted calls have recorded no event. */
const silent = new Set<string>();

test.each(shown.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
  'the example of %s is accepted',
  async (_, operation) => {
    const prepare = PREPARED[routeOf(operation)];
    const excuse = EXCUSED[routeOf(operation)];
    for (const call of operation.calls) {
      const prepared = (await prepare?.(world)) ?? {};
      const before = await eventCount();
      const { status, text } = await ask(operation, call, prepared);
      const isAccepted = status >= 200 && status < 300;
      const isChange = isAccepted && operation.method !== 'GET';
      if (isChange && (await eventCount()) === before) silent.add(routeOf(operation));
      if (excuse === undefined) expect([call, status, isAccepted ? '' : text]).toEqual([call, status, '']);
      else expect([call, status]).toEqual([call, excuse.status]);
    }
  },
  30_000,
);

test('every call that changes something records an event, except those that are declared as silent', () => {
  expect([...silent].sort()).toEqual(Object.keys(SILENT).sort());
});
