import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { backendCalls } from '#shared/adapters/backend-calls';
import { registerCluster } from '#shared/app/cluster-access/steps/argocd-clusters';
import { deleteCredentials } from '#shared/app/clusters/steps/delete-credentials';
import { ensureCluster } from '#shared/app/clusters/steps/ensure-cluster';
import { pullCluster } from '#shared/app/clusters/steps/pull-cluster';
import { putCredentials } from '#shared/app/clusters/steps/put-credentials';
import { retireRegistrationToken } from '#shared/app/clusters/steps/retire-registration-token';
import { ensureServer } from '#shared/app/nodes/steps/ensure-server';
import { planNodes } from '#shared/app/nodes/steps/plan-nodes';
import { type Begun, begunOrder, joinMachines, nodesOf, type StepWorld } from '../_worlds/step-world.ts';
import { attributesIn } from '../_worlds/world.ts';
import { vaultWorldPerFile } from '../cluster-access/vault-world.ts';
import { withArgocd } from '../providers/argocd-provider.ts';
import { observeCluster, observeNodesOnce } from '../reconciliation/observations.ts';

const world = await vaultWorldPerFile();
await withArgocd(world, world.settings);
/** Every request from Paddock, as `backend: op`. Requests from machines are not recorded. */
const asked: string[] = [];
const nothing = () => undefined;
backendCalls.subscribe({
  start: ({ backend, op }) => void asked.push(`${backend}: ${op}`),
  ...{ end: nothing, asyncStart: nothing, asyncEnd: nothing, error: nothing },
});
beforeEach(() => {
  asked.length = 0;
});
const askedOf = (backend: string) => asked.filter((call) => call.startsWith(backend));

/** The shortest interval, in milliseconds, at which state machines poll. */
const A_SECOND = 1000;
/** Polls until the result is true. If several polls send the same request, the request is counted only once. */
async function until(observe: () => Promise<boolean>): Promise<void> {
  const before = asked.length;
  while (!(await observe())) await wait(A_SECOND);
  asked.push(...new Set(asked.splice(before)));
}
/** Runs `others` and does not count the requests. */
async function apart(others: () => Promise<unknown>): Promise<void> {
  const before = asked.length;
  await others();
  asked.length = before;
}

/** Runs all steps of a creation as the state machine does, from the order's checks to the end. */
async function createdCluster(of: StepWorld, servers: number, agents: number): Promise<Begun> {
  const begun = await begunOrder(of, attributesIn(of, servers, agents));
  const { deps } = of;
  const { target } = begun;
  const { uses } = await planNodes.run(deps, target);
  await until(async () => (await ensureCluster.run(deps, target)).ready);
  if (uses.vault) await putCredentials.run(deps, target);
  for (const { uuid } of await nodesOf(of, begun)) await ensureServer.run(deps, { ...target, nodeUuid: uuid });
  await apart(() => joinMachines(of, begun));
  for (const observe of [observeNodesOnce, observeCluster]) {
    of.answers.length = 0;
    const isOver = async () => {
      await observe(of, begun);
      return of.answers.length > 0;
    };
    await apart(() => until(isOver));
  }
  await pullCluster.run(deps, target);
  if (uses.argocd) await registerCluster.run(deps, target);
  if (uses.vault) await deleteCredentials.run(deps, target);
  await retireRegistrationToken.run(deps, target);
  return begun;
}

test.each([
  [1, 1],
  [3, 5],
])(
  'creating %i + %i nodes with Vault, a registry and Argo CD stays within the budget of requests',
  async (servers, agents) => {
    await createdCluster(world, servers, agents);
    const nodes = servers + agents;
    expect(asked.length).toBeLessThanOrEqual(40 + 4 * nodes);
    expect(askedOf('Vault').map((call) => call.split(': ')[1])).toEqual([
      ...['putPolicy', 'putRole', 'putSecret', 'findRoleId'],
      ...Array.from({ length: nodes }, () => 'issueSecretId'),
      ...['deleteRole', 'deletePolicy', 'deleteSecret'],
    ]);
    expect(askedOf('Argo CD').map((call) => call.split(': ')[1])).toEqual(['putCluster']);
  },
  60_000,
);

test('without them not one request is made to a Vault, nor for a registry (S0-187, S0-280, S0-296)', async () => {
  await createdCluster(world.withoutVault, 1, 1);
  expect(asked.length).toBeGreaterThan(10);
  expect([askedOf('Vault'), askedOf('Argo CD')]).toEqual([[], []]);
  expect(asked.filter((call) => call.includes('RegistrySecret'))).toEqual([]);
}, 60_000);
