import { z } from 'zod';
import type { ExampleWorld, Prepared } from './example-world.ts';
import { freshName } from './prepared-orders.ts';

const placed = z.object({ uuid: z.string(), marketplace_resource_uuid: z.string() });

async function atAgent({ market, uuids }: ExampleWorld) {
  const body = {
    ...{ offering: uuids['site-agent-offerings'], project: market.projectUuid },
    attributes: { name: freshName() },
  };
  const answer = await market.ask('POST', 'marketplace-orders/', { ...market.people.owner, body });
  return placed.parse(answer.body);
}
const say = ({ market }: ExampleWorld, uuid: string, verb: string) =>
  market.ask('POST', `marketplace-orders/${uuid}/${verb}/`, { ...market.people.staff, body: {} });

export const orderAtAgent = async (world: ExampleWorld): Promise<Prepared> => ({
  uuids: { 'marketplace-orders': (await atAgent(world)).uuid },
});

export async function orderFailedAtAgent(world: ExampleWorld): Promise<Prepared> {
  const { uuid } = await atAgent(world);
  await say(world, uuid, 'set_state_erred');
  return { uuids: { 'marketplace-orders': uuid } };
}

export async function resourceOfAgent(world: ExampleWorld): Promise<Prepared> {
  const { uuid, marketplace_resource_uuid } = await atAgent(world);
  await say(world, uuid, 'set_state_done');
  return { uuids: { 'marketplace-resources': marketplace_resource_uuid } };
}
