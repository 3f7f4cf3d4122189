import { z } from 'zod';
import { until } from '#infra/local/until';
import { type BackendState, lastingDifferences, masked, readSim, stateOf } from '../backend-state.ts';
import { PATIENCE_MS } from '../cloud-options.ts';
import { ended, endFault, failed, type Outcome, plan, wordsProblems } from '../judge.ts';
import type { FaultCase } from '../matrix.ts';
import { acceptance, wordsOf } from './acceptance.ts';
import { type Before, leftOf } from './node-phases.ts';
import { LOOK_MS, nodesOf, recordProblems, type Standing } from './standing-cluster.ts';

const upgraded = z.object({
  kubernetes_version: z.string(),
  nodes: z.array(z.object({ name: z.string(), runtime_state: z.string(), k8s_version: z.string() })),
});
const inRancher = z.array(
  z.object({ requestedHostname: z.string(), state: z.string(), kubernetesVersion: z.string() }),
);
const rancherState = z.object({ nodes: inRancher, machines: inRancher });

const ask = ({ testbed: { owner }, uuid }: Standing, to: string) =>
  owner.call('POST', `rancher-clusters/${uuid}/upgrade/`, { kubernetes_version: to });
const shownCluster = async ({ testbed: { owner }, uuid }: Standing) =>
  upgraded.parse((await owner.call('GET', `rancher-clusters/${uuid}/`)).body);

/** Makes the simulated Rancher offer the next patch release, and returns this release. */
async function nextRelease(standing: Standing): Promise<string> {
  const { kubernetes_version } = await shownCluster(standing);
  const version = kubernetes_version.replace(/(?<=^v\d+\.\d+\.)\d+/, (patch) => `${Number(patch) + 1}`);
  const answer = await fetch(`${standing.testbed.simulators.rancher.url}/_sim/releases`, {
    method: 'POST',
    body: JSON.stringify({ version }),
    headers: { 'content-type': 'application/json' },
    signal: AbortSignal.timeout(10_000),
  });
  if (!answer.ok) throw new Error(`Rancher cannot be made to offer ${version}: ${answer.status}`);
  return version;
}

export type Target = { to: string; before: Before };
export type Accepted = Outcome & { target?: Target };

/** Expects that the upgrade is accepted, at the latest at the second request. */
export async function upgradeAcceptance(standing: Standing, one: FaultCase | undefined): Promise<Accepted> {
  const { testbed } = standing;
  const to = await nextRelease(standing);
  const before = { state: await stateOf(testbed), nodes: await nodesOf(standing) };
  const { answer, ...outcome } = await acceptance(testbed, one, {
    left: () => leftOf(standing, before),
    ask: () => ask(standing, to),
  });
  return { ...outcome, ...(answer && { target: { to, before } }) };
}

export function untilUpgraded({ testbed: { owner }, uuid }: Pick<Standing, 'testbed' | 'uuid'>) {
  const tooLate = `The cluster is neither OK nor ERRED after ${PATIENCE_MS} ms.`;
  return until({ tooLate, timeoutMs: PATIENCE_MS, intervalMs: LOOK_MS }, async () => {
    const cluster = await owner.cluster(uuid);
    return ['OK', 'ERRED'].includes(cluster.state) ? cluster : undefined;
  });
}

/** Expects that all nodes run the new release. After a lasting fault a second request must succeed. */
export async function upgrade(standing: Standing, one: FaultCase | undefined, target: Target): Promise<Outcome> {
  const { testbed } = standing;
  await plan(testbed, one); // The fault still affects the first step, because the step's function needs time to start.
  const { state, last_error } = await untilUpgraded(standing);
  if (state === 'OK') {
    const struck = await endFault(testbed, one);
    return ended(one, await upgradedProblems(standing, target), struck);
  }
  const problems = wordsProblems(one, last_error);
  await endFault(testbed, one);
  const again = await ask(standing, target.to);
  if (again.status !== 202) return failed([...problems, `the second time: ${wordsOf(again)}`]);
  await untilUpgraded(standing);
  problems.push(...(await upgradedProblems(standing, target)));
  return problems.length > 0 ? failed(problems) : { verdict: 'erred-rightly', problems };
}

const seenInRancher = (what: string, rows: z.infer<typeof inRancher>, wanted: string) =>
  rows.map(({ requestedHostname, state, kubernetesVersion: version }) => ({
    ...{ what: `in Rancher ${what} ${requestedHostname}`, version, state, wanted },
  }));

async function upgradedProblems(standing: Standing, { to, before }: Target): Promise<string[]> {
  const { testbed } = standing;
  const { kubernetes_version, nodes } = await shownCluster(standing);
  const rancher = rancherState.parse(await readSim(testbed.simulators.rancher, 'state'));
  const seen = [
    { what: 'the cluster', version: kubernetes_version, state: 'active', wanted: 'active' },
    ...nodes.map((node) => ({
      ...{ what: node.name, version: node.k8s_version, state: node.runtime_state, wanted: 'active' },
    })),
    ...seenInRancher('the node of', rancher.nodes, 'active'),
    // The state of the machine is checked too, because the node stays active during the upgrade of its machine.
    ...seenInRancher('the machine of', rancher.machines, 'running'),
  ];
  const behind = seen.filter(({ version, state, wanted }) => version !== to || state !== wanted);
  return [
    ...behind.map(({ what, version, state }) => `${what} is ${state} and runs ${version}, not ${to}`),
    ...(await lastingDifferences(withoutReleases(before.state), async () => withoutReleases(await stateOf(testbed)))),
    ...(await recordProblems(standing, before.nodes)),
  ];
}

const withoutReleases = (state: BackendState): BackendState => masked(state, /v\d+\.\d+\.\d+\+rke2r\d+/g, '*');
