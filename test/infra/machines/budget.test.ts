import { beforeAll, expect, test } from 'vitest';
import { type Asl, aslOf, isCallback, isChildStart, isLambda, type State } from '../asl.ts';
import { synth } from '../synth.ts';
import { happyPath } from './happy-path.ts';

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

/**
 * The number of events that AWS records for a state. Each state has StateEntered and StateExited. A task adds
 * Scheduled, Started and Succeeded, and a callback also adds Submitted.
 */
function eventsOf(state: State): number {
  return 2 + (state.Type === 'Task' ? 3 : 0) + (isCallback(state) || isChildStart(state) ? 1 : 0);
}

/**
 * The cost of running one state. A Map has the further events Started and Succeeded, for itself and for each iteration.
 */
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

/**
 * The cost of one execution, including ExecutionStarted and ExecutionSucceeded. The first wave has `first` nodes, and
 * the second has `rest`.
 */
function execution(machine: Asl, decisions: Record<string, string> = {}, first = 0, rest = 0): Cost {
  const costs = happyPath(machine, decisions).map((id) => {
    const state = machine.States[id];
    if (!state) throw new Error(`no state ${id}`);
    return costOf(state, id.includes('Rest') ? rest : first);
  });
  return sum([...costs, { transitions: 0, lambdaCalls: 0, historyEvents: 2 }]);
}

/**
 * The state after each Choice, with all optional backends. Without a backend, the Choice remains, but no Lambda call
 * follows.
 */
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

const TIMED_OUT_LOOK = 6;
const WOKEN_LOOK = 8;
/** The default deadline of half an hour, in seconds. */
const WAIT_SECONDS = 1800;

/**
 * Counts the history events of a state machine that polls until the deadline. Meanwhile, `nodes` nodes wake the state
 * machine, one every `everySeconds` seconds. The pauses between polls last 2 to 60 s. They grow with the time since the
 * last wake-up, and with the number of wake-ups.
 */
function eventsOfPolls(nodes: number, everySeconds: number): number {
  let [waited, woken, wakeUps, events] = [0, 0, 0, 0];
  while (waited < WAIT_SECONDS) {
    const ofWholeWait = (waited * Math.min(1, wakeUps / 20)) / 20;
    const pause = Math.min(60, Math.max(2, Math.round((waited - woken) / 10), Math.round(ofWholeWait)));
    const isWoken = wakeUps < nodes && woken + everySeconds <= waited + pause;
    events += isWoken ? WOKEN_LOOK : TIMED_OUT_LOOK;
    waited = isWoken ? Math.max(waited, woken + everySeconds) : waited + pause;
    if (isWoken) [woken, wakeUps] = [waited, wakeUps + 1];
  }
  return events;
}
/** The maximum number of events over all intervals at which nodes become ready, from 0.5 s to the whole wait. */
const mostEventsOfPolls = (nodes: number): number =>
  Math.max(...Array.from({ length: 10 * WAIT_SECONDS }, (_, tenths) => eventsOfPolls(nodes, (tenths + 5) / 10)));

test('no history passes 2,500 events at 200 nodes, however the nodes wake the machine', () => {
  expect(creation(200).historyEvents + mostEventsOfPolls(0)).toBeLessThanOrEqual(2500);
  expect(execution(machines.watchNodes).historyEvents + mostEventsOfPolls(200)).toBeLessThanOrEqual(2500);
});

test('nor when every one of 200 servers has to be made twice, and its removal is asked for as often as ever', () => {
  const [BATCH, RETRIES, RETRY] = [50, 8, 3];
  const replacements = execution(machines.replaceServers, {}, BATCH).historyEvents + BATCH * RETRIES * RETRY;
  expect(replacements).toBeLessThanOrEqual(2500);
  const { ReplaceServers, WatchNodesReady } = machines.watchNodes.States;
  if (!ReplaceServers || !WatchNodesReady) throw new Error('servers are not replaced');
  const batch = WOKEN_LOOK + eventsOf(WatchNodesReady) + eventsOf(ReplaceServers);
  const inBatches = execution(machines.watchNodes).historyEvents + mostEventsOfPolls(200) + (200 / BATCH) * batch;
  expect(inBatches).toBeLessThanOrEqual(2500);
  // In the worst case 20 servers fail late, each in a separate batch.
  expect(inBatches + 20 * batch).toBeLessThanOrEqual(2500);
});
