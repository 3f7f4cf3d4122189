import { beforeAll, expect, test } from 'vitest';
import { DEFAULT_DEADLINES } from '#machines/deadlines';
import { type Asl, aslOf } from '../asl.ts';
import { synth } from '../synth.ts';
import { happyPath } from './happy-path.ts';

let asleep: Asl;
let awake: Asl;
beforeAll(() => {
  asleep = aslOf(synth(), 'hibernate-cluster');
  awake = aslOf(synth(), 'wake-cluster');
}, 60_000);

const tasksOf = (machine: Asl, decisions: Record<string, string>) =>
  happyPath(machine, decisions).filter((id) => machine.States[id]?.Type === 'Task');

test('a cluster is hibernated from its agents to its servers', () => {
  const decisions = {
    DrainAgentsDone: 'BeginStopAgents',
    StopAgentsDone: 'BeginStopServers',
    StopServersDone: 'FinishHibernation',
  };
  expect(tasksOf(asleep, decisions)).toEqual([
    'BeginHibernation',
    'DrainAgents',
    'StopAgents',
    'StopServers',
    'FinishHibernation',
  ]);
});

test('a drain that does not end keeps no cluster awake', () => {
  const { Choices } = asleep.States.DrainAgentsDone ?? { Choices: [] };
  expect(Choices[1]).toMatchObject({ Next: 'DrainGivenUp' });
  expect(asleep.States.DrainGivenUp).toMatchObject({ Next: 'BeginStopAgents' });
});

test('a cluster wakes up from its servers to its agents, which wait for the control plane', () => {
  const decisions = { StartServersDone: 'BeginServersReady', StartAgentsDone: 'BeginAgentsReady' };
  expect(tasksOf(awake, decisions)).toEqual([
    ...['BeginWake', 'StartServers', 'ServersReady', 'StartAgents', 'AgentsReady'],
    ...['PullCluster', 'FinishWake'],
  ]);
});

test('a control plane that stays away is a failure, agents that do are not', () => {
  const overdue = `{% ($millis() - $waitBeganMs) >= ${DEFAULT_DEADLINES.nodesAwake * 1000} %}`;
  expect(awake.States.ServersReadyDone?.Choices[1]).toMatchObject({ Condition: overdue, Next: 'RecordFailure' });
  expect(awake.States.AgentsReadyDone?.Choices[1]).toMatchObject({ Condition: overdue, Next: 'AgentsGivenUp' });
  expect(awake.States.AgentsGivenUp).toMatchObject({ Next: 'PullCluster' });
});

test('the machines outlive their deadlines', () => {
  const { serversStopped, nodesAwake } = DEFAULT_DEADLINES;
  expect(asleep.TimeoutSeconds).toBeGreaterThanOrEqual(2 * serversStopped);
  expect(awake.TimeoutSeconds).toBeGreaterThanOrEqual(4 * nodesAwake);
});
