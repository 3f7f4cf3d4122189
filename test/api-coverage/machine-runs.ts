import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { type Asl, allStates, asl, nextOf, type State } from '#test/infra/asl';
import type { RecordedSteps } from './recorded-steps.ts';

/** The type of an order, as the step `records.beginOrder` returns it. */
type OrderType = 'Create' | 'Terminate';
/** The key for a start of `process-order`: the name of the state machine, followed by the type of the order. */
export const orderStart = (type: OrderType): string => `process-order ${type}`;
export const machineOf = (start: string): string => start.split(' ')[0] ?? '';

const definitionOf = (machine: string): Asl =>
  asl.parse(JSON.parse(readFileSync(`statemachines/${machine}/definition.asl.json`, 'utf8')));

/**
 * The states that can follow `state`. If `type` is given, a choice between order types leads only to the states for
 * `type`, or else to its default state.
 */
function following(state: State, type: string | undefined): string[] {
  const isOf = (condition: string) => /\.type = '(\w+)'/.exec(condition)?.[1];
  if (type === undefined || !state.Choices.some(({ Condition }) => isOf(Condition))) return nextOf(state);
  const matching = state.Choices.filter(({ Condition }) => isOf(Condition) === type).map(({ Next }) => Next);
  return matching.length > 0 ? matching : [state.Default ?? ''];
}

/** The reachable states, including states inside a Map, in the order of the definition. */
function reached(definition: Asl, type: string | undefined): State[] {
  const names = new Set([definition.StartAt]);
  for (const name of names) {
    const state = definition.States[name];
    for (const next of state ? following(state, type) : []) names.add(next);
  }
  const States = Object.fromEntries(Object.entries(definition.States).filter(([name]) => names.has(name)));
  return allStates({ States }).map(([, state]) => state);
}

const step = z.object({ Payload: z.object({ step: z.string() }) }).transform(({ Payload }) => Payload.step);
const child = z
  .object({ StateMachineArn: z.string().transform((arn) => arn.replace(/^.*:stage-/, '')) })
  .transform(({ StateMachineArn }) => StateMachineArn);

/**
 * A state machine that runs after a call, and its steps. `startedBy` is the state machine with the step that started
 * this one. A child state machine has the `startedBy` of its parent.
 */
export type MachineRun = { machine: string; steps: string[]; startedBy?: string };

/**
 * The state machines in `starts`, and all state machines that their steps start. A step starts a state machine
 * directly, or later by committing an operation.
 */
export function machineRuns(starts: readonly string[], recorded: RecordedSteps): MachineRun[] {
  const runs = new Map<string, MachineRun>();
  const visit = (name: string, startedBy?: string): void => {
    const machine = machineOf(name);
    if (runs.has(machine)) return;
    const states = reached(definitionOf(machine), name.split(' ')[1]);
    const steps = [...new Set(states.flatMap(({ Arguments }) => step.safeParse(Arguments).data ?? []))];
    runs.set(machine, { machine, steps, ...(startedBy !== undefined && { startedBy }) });
    for (const it of states.flatMap(({ Arguments }) => child.safeParse(Arguments).data ?? [])) visit(it, startedBy);
    for (const it of steps.flatMap((name) => recorded[name]?.starts ?? [])) visit(it, machine);
  };
  for (const start of starts) visit(start);
  return [...runs.values()];
}
