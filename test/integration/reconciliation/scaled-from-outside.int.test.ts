import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Person } from '../_worlds/api-under-test.ts';
import type { Market } from '../_worlds/market.ts';
import { growingClusterPerTest } from '../clusters/_worlds/growing-cluster.ts';

let market: Market;
const built = growingClusterPerTest((opened) => {
  ({ market } = opened);
});

/** An API token with these scopes, which a customer creates for a monitoring program. */
async function monitoring(scopes: readonly string[]): Promise<Person> {
  const { owner } = market.people;
  const body = { name: 'autoscaler', scopes, expires_at: '2099-01-01T00:00:00Z' };
  const made = await market.ask('POST', 'api-tokens/', { ...owner, body });
  return { ...owner, token: z.object({ token: z.string() }).parse(made.body).token };
}

describe('monitoring from outside', () => {
  test('adds a node with a token of its own, and one only however often the alert is repeated (S0-032, S0-391)', async () => {
    const { added, rows } = await built();
    const person = await monitoring(['write']);
    const alert = { person, key: 'alertmanager/6a1f2e90c4b7d853/2026-11-21T22:30:00Z' };
    const node = await added(alert);
    expect((await added(alert)).uuid).toBe(node.uuid);
    expect((await rows()).nodes.map(({ uuid }) => uuid)).toEqual([node.uuid]);
    expect((await added({ ...alert, key: 'alertmanager/6a1f2e90c4b7d853/2026-11-21T23:10:00Z' })).uuid).not.toBe(
      node.uuid,
    );
  });

  test('looks and changes nothing with a token that is for reading', async () => {
    const { add, clusterUuid } = await built();
    const person = await monitoring(['read']);
    expect((await add({ person })).status).toBe(403);
    expect(await market.ask('GET', `rancher-clusters/${clusterUuid}/`, person)).toMatchObject({ status: 200 });
  });
});
