import { beforeAll, expect, test } from 'vitest';
import { type Asl, aslOf, isCallback, isChildStart, isLambda, type State } from './asl.ts';
import { happyPath } from './happy-path.ts';
import { synth } from './synth.ts';

type Cost = { transitions: number; lambdaCalls: number; historyEvents: number };

let machines: Record<'processOrder' | 'createCluster' | 'watchNodes' | 'replaceServers', Asl>;
beforeAll(() => {
  const template = synth();
  machines = {
    processOrder: aslOf(template, 'process-order'),
    createCluster: aslOf(template, 'create-cluster'),
    watchNodes: aslOf(template, 'watch-nodes'),
    replaceServers: aslOf(template, 'replace-servers'),
  };
}, 60_000);

/** AWS: StateEntered and StateExited; a task adds Scheduled, Started and Succeeded, a callback also Submitted. */
function eventsOf(state: State): number {
  return 2 + (state.Type === 'Task' ? 3 : 0) + (isCallback(state) || isChildStart(state) ? 1 : 0);
}

/** What one pass through a state costs; a Map adds Started and Succeeded, for itself and for each iteration. */
function costOf(state: State, nodes: number): Cost {
  const own = { transitions: 1, lambdaCalls: isLambda(state) ? 1 : 0, historyEvents: eventsOf(state) };
  if (!state.ItemProcessor) return own;
  const step = state.ItemProcessor.States[state.ItemProcessor.StartAt];
  if (!step) throw new Error('a Map without a step');
  expect(step.End, 'an iteration is one step').toBe(true);
  return {
    transitions: own.transitions + nodes,
    lambdaCalls: nodes,
    historyEvents: own.historyEvents + 2 + nodes * (eventsOf(step) + 2),
  };
}

const sum = (costs: Cost[]): Cost =>
  costs.reduce((a, b) => ({
    transitions: a.transitions + b.transitions,
    lambdaCalls: a.lambdaCalls + b.lambdaCalls,
    historyEvents: a.historyEvents + b.historyEvents,
  }));

/** One execution; ExecutionStarted and ExecutionSucceeded are events too. `first` nodes in the first wave, `rest` in the second. */
function execution(machine: Asl, decisions: Record<string, string> = {}, first = 0, rest = 0): Cost {
  const costs = happyPath(machine, decisions).map((id) => {
    const state = machine.States[id];
    if (!state) throw new Error(`no state ${id}`);
    return costOf(state, id.includes('Rest') ? rest : first);
  });
  return sum([...costs, { transitions: 0, lambdaCalls: 0, historyEvents: 2 }]);
}

/** With all that a provider may have: what it has not costs a Choice and no call. */
const WITH_ALL = {
  PutVaultCredentialsNeeded: 'PutVaultCredentials',
  DeleteVaultCredentialsNeeded: 'DeleteVaultCredentials',
};
const creation = (nodes: number, parts: Record<string, string> = WITH_ALL): Cost =>
  execution(machines.createCluster, { HasRest: 'EnsureRestServers', ...parts }, 4, nodes - 4);

test.each([5, 6, 20, 200])('creating %i nodes stays within the transitions and Lambda calls of the budget', (nodes) => {
  const watch = execution(machines.watchNodes);
  const all = sum([execution(machines.processOrder, { WhichOrder: 'CreateCluster' }), creation(nodes), watch, watch]);
  expect(all.transitions).toBeLessThanOrEqual(40 + 5 * nodes);
  expect(all.lambdaCalls).toBeLessThanOrEqual(25 + 3 * nodes);
});

test('a provider without a Vault pays two Choices and no Lambda call for it (S0-296)', () => {
  const [without, withAll] = [creation(5, {}), creation(5)];
  expect(withAll.lambdaCalls - without.lambdaCalls).toBe(2);
  expect(withAll.transitions - without.transitions).toBe(2);
});

/** Looks at 2 s, then a tenth of the time waited, then each minute, until the half hour of the default deadline is over. */
function fallbackLooks(): number {
  let looks = 0;
  for (let waited = 0; waited < 1800; looks += 1) waited += Math.min(60, Math.max(2, waited / 10));
  return looks;
}

test('no history passes 2,500 events at 200 nodes, even when every look is a fallback and every node wakes the machine', () => {
  const TIMED_OUT_LOOK = 6;
  const WOKEN_LOOK = 8;
  const looks = fallbackLooks() * TIMED_OUT_LOOK;
  expect(creation(200).historyEvents + looks).toBeLessThanOrEqual(2500);
  expect(execution(machines.watchNodes).historyEvents + looks + 200 * WOKEN_LOOK).toBeLessThanOrEqual(2500);
});

test('nor when every one of 200 servers has to be made twice, and its removal is asked for as often as ever', () => {
  const [BATCH, RETRIES, RETRY, WOKEN_LOOK, TIMED_OUT_LOOK] = [50, 8, 3, 8, 6];
  const replacements = execution(machines.replaceServers, {}, BATCH).historyEvents + BATCH * RETRIES * RETRY;
  expect(replacements).toBeLessThanOrEqual(2500);
  const { ReplaceServers, WatchNodesReady } = machines.watchNodes.States;
  if (!ReplaceServers || !WatchNodesReady) throw new Error('servers are not replaced');
  const batch = WOKEN_LOOK + eventsOf(WatchNodesReady) + eventsOf(ReplaceServers);
  const looks = fallbackLooks() * TIMED_OUT_LOOK + 200 * WOKEN_LOOK;
  const inBatches = execution(machines.watchNodes).historyEvents + looks + (200 / BATCH) * batch;
  expect(inBatches).toBeLessThanOrEqual(2500);
  // A server that is slow to fail is a batch of its own.
  expect(inBatches + 20 * batch).toBeLessThanOrEqual(2500);
});
