import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { allStates, aslOf, type State } from '../asl.ts';
import { synth } from '../synth.ts';

let template: ReturnType<typeof synth>;
beforeAll(() => {
  template = synth();
}, 60_000);

const watching = z.object({ Input: z.object({ deadlineMs: z.number() }) });

/**
 * The deadlines of a state in seconds: the deadline of its repeated polls, or the deadline that the state passes to a
 * child state machine.
 */
function patienceOf({ Choices, Arguments }: State): number[] {
  const overdue = Choices.flatMap(({ Condition }) => /waitBeganMs\) >= (\d+)/.exec(Condition)?.[1] ?? []);
  const given = watching.safeParse(Arguments).data?.Input.deadlineMs ?? [];
  return [...overdue, given].flat().map((ms) => Number(ms) / 1000);
}

const waitsOf = (machine: string) =>
  Object.fromEntries(
    allStates(aslOf(template, machine)).flatMap(([id, state]) => patienceOf(state).map((seconds) => [id, seconds])),
  );

test('a wait for Rancher, for machines, for a drain, or for what has to go, ends after a stated time (R-9b-W6)', () => {
  expect(waitsOf('create-cluster')).toEqual({
    ...{ EnsureClusterDone: 600, WatchFirstNodes: 1800, WatchRestNodes: 1800, InstallLonghornDone: 1200 },
  });
  expect(waitsOf('create-app')).toEqual({ WatchAppDone: 1200 });
  expect(waitsOf('delete-app')).toEqual({ UninstallAppDone: 900 });
  expect(waitsOf('delete-rancher-project')).toEqual({ DeleteProjectDone: 900 });
  expect(waitsOf('add-node')).toEqual({ EnsureRegistrationDone: 600, WatchNode: 1800 });
  expect(waitsOf('delete-node')).toEqual({
    ...{ BeginNodeDeletionDone: 900, DrainNodeDone: 300, RemoveMachineDone: 1800, CheckServerGoneDone: 900 },
    ...{ DeleteLeftoversDone: 900, RemoveNodeDone: 1800 },
  });
});
