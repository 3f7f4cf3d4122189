import { expect } from 'vitest';
import { z } from 'zod';
import type { Market } from '../_worlds/market.ts';
import { playRegistry } from './played-registry.ts';

export const checked = z.object({
  state: z.string(),
  checks: z.array(z.object({ backend: z.string(), option: z.string(), ok: z.boolean(), message: z.string() })),
});

export async function checkProvider(market: Market, type: 'Rancher' | 'ClusterAPI' | 'OpenStack', given: object) {
  const { staff } = market.people;
  const { uuid } = await market.create('service-settings/', staff, { type, name: 'provider-1', options: given });
  const answer = await market.ask('POST', `service-settings/${uuid}/check/`, staff);
  expect(answer.status).toBe(200);
  const { state, checks } = checked.parse(answer.body);
  const { body: settings } = await market.ask('GET', `service-settings/${uuid}/`, staff);
  return { uuid, state, checks, settings, wrong: checks.filter(({ ok }) => !ok), text: answer.text };
}

/** The address of a server that has stopped. */
export async function nobodysPort(): Promise<string> {
  const closed = await playRegistry({ user: '', password: '' });
  await closed.stop();
  return closed.url;
}
