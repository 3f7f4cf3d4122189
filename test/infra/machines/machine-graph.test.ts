import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { aslTexts } from '#machines/asl-of';
import { MACHINE_NAMES } from '#machines/machine-names';
import { type Asl, allStates, aslOf, isCallback, isChildStart, isLambda, nextOf } from '../asl.ts';
import { synth } from '../synth.ts';

const machines = new Map<string, Asl>();
beforeAll(() => {
  const template = synth();
  for (const name of MACHINE_NAMES) machines.set(name, aslOf(template, name));
}, 60_000);
const get = (name: string): Asl => machines.get(name) ?? expect.fail(`${name} is not deployed`);

test('the committed ASL is what the definitions say (else run npm run asl)', () => {
  for (const [name, text] of aslTexts()) {
    expect(readFileSync(`statemachines/${name}/definition.asl.json`, 'utf8'), name).toBe(text);
  }
});

test.each(MACHINE_NAMES)('the README of %s names every state that does work', (name) => {
  const readme = readFileSync(`statemachines/${name}/README.md`, 'utf8');
  const working = allStates(get(name)).filter(([, { Type }]) => Type === 'Task' || Type === 'Map');
  expect(working.map(([state]) => state).filter((state) => !new RegExp(`\\b${state}\\b`).test(readme))).toEqual([]);
});

/**
 * Whether a state machine carries out operations. `sync-access` belongs to no operation, so nothing supersedes it, and
 * it records no failure of an operation.
 */
const carriesOut = (name: string) => name !== 'sync-access';

describe.each(MACHINE_NAMES)('%s', (name) => {
  test('speaks JSONata and ends by itself after a time', () => {
    const { QueryLanguage, TimeoutSeconds } = get(name);
    expect(QueryLanguage).toBe('JSONata');
    expect(TimeoutSeconds).toBeGreaterThan(0);
  });

  test('every task has a retry with jitter, a timeout and a Catch for everything', () => {
    const tasks = allStates(get(name)).filter(([, { Type }]) => Type === 'Task');
    expect(tasks.length).toBeGreaterThan(0);
    for (const [id, { Retry, TimeoutSeconds, Catch }] of tasks) {
      expect(Retry.length, id).toBeGreaterThan(0);
      expect(
        Retry.every(({ JitterStrategy, MaxAttempts }) => JitterStrategy === 'FULL' && MaxAttempts > 0),
        id,
      ).toBe(true);
      expect(TimeoutSeconds, id).toBeDefined();
      expect(Catch.at(-1)?.ErrorEquals, id).toEqual(['States.ALL']);
    }
  });

  test('a backend that is away is waited for in every step, and a step that was superseded ends quietly (S1-085)', () => {
    for (const [id, { Retry, Catch }] of allStates(get(name)).filter(([, state]) => isLambda(state))) {
      const retried = Retry.flatMap(({ ErrorEquals }) => ErrorEquals);
      expect(retried, id).toEqual(expect.arrayContaining(['BackendUnavailable', 'BackendThrottled', 'Conflict']));
      expect(retried, id).not.toContain('Superseded');
      if (!carriesOut(name)) continue;
      const quiet = Catch.find(({ ErrorEquals }) => ErrorEquals.includes('Superseded'));
      expect(quiet?.Next ?? Catch[0]?.Next, id).toMatch(/^Superseded$|Lost$/);
    }
  });

  test('a step is done again when its process died', () => {
    for (const [id, { Retry }] of allStates(get(name)).filter(([, state]) => isLambda(state))) {
      const retried = Retry.flatMap(({ ErrorEquals }) => ErrorEquals);
      expect(retried, id).toEqual(expect.arrayContaining(['Runtime.ExitError', 'Sandbox.Timedout', 'Lambda.Unknown']));
    }
  });

  test('no state is without an exit, and every exit leads to a state', () => {
    const states = allStates(get(name));
    const names = states.map(([id]) => id);
    for (const [id, state] of states) {
      const isEnd = ['Succeed', 'Fail'].includes(state.Type) || state.End === true;
      expect(isEnd || nextOf(state).length > 0, id).toBe(true);
      expect(names, id).toEqual(expect.arrayContaining(nextOf(state)));
    }
  });

  test('every state is reached, Fail states too', () => {
    const { StartAt, States } = get(name);
    const seen = new Set([StartAt]);
    for (const id of seen) for (const next of States[id] ? nextOf(States[id]) : []) seen.add(next);
    expect([...seen].sort()).toEqual(Object.keys(States).sort());
  });

  test('every start of a child has a Catch, because a child may die without a word', () => {
    for (const [id, { Catch, Resource }] of allStates(get(name)).filter(([, state]) => isChildStart(state))) {
      expect(Resource, id).toMatch(/\.sync:2$/);
      expect(Catch.at(-1), id).toMatchObject({ ErrorEquals: ['States.ALL'], Next: 'RecordFailure' });
    }
  });

  test('every iteration of a Map ends in a value, so that one lost node does not stop its siblings', () => {
    for (const { ItemProcessor, MaxConcurrency } of Object.values(get(name).States)) {
      if (!ItemProcessor) continue;
      expect(MaxConcurrency).toBe(10);
      const inside = Object.entries(ItemProcessor.States);
      for (const [id, { Type, Catch }] of inside) {
        expect(Type, id).not.toBe('Fail');
        if (Type === 'Task')
          expect(
            Catch.map(({ ErrorEquals }) => ErrorEquals),
            id,
          ).toContainEqual(['States.ALL']);
      }
    }
  });

  test('a wait by callback looks again when nothing woke it: after a tenth of the time since, within 2 and 60 s, and at its deadline', () => {
    for (const [id, { Catch, TimeoutSeconds }] of allStates(get(name)).filter(([, state]) => isCallback(state))) {
      const { ErrorEquals, Next = '' } = Catch[0] ?? {};
      expect(ErrorEquals, id).toEqual(['States.Timeout']);
      expect([Next, get(name).States[Next]?.Next], id).toContain(id);
      const since = (began: string, part: number) => `$round(($millis() - $${began}) / ${part})`;
      const ofAll = '$round(($millis() - $waitBeganMs) * $min([1, $wakeUps / 20]) / 20000)';
      const tenth = `$min([60, $max([2, ${since('wokenMs', 10_000)}, ${ofAll}])`;
      const untilDeadline = ' - ($millis() - $waitBeganMs)) / 1000)])';
      expect(TimeoutSeconds, id).toContain(`{% $max([1, ${tenth}`);
      expect(TimeoutSeconds, id).toContain(`${untilDeadline}]) %}`);
    }
  });
});

test.each(MACHINE_NAMES.filter(carriesOut))(
  '%s records a failure with error, cause and step before it fails',
  (name) => {
    const { States } = get(name);
    let id = 'RecordFailure';
    for (; id !== 'Failed'; id = States[id]?.Next ?? '') expect(States[id], id).toMatchObject({ Type: 'Task' });
    const handed = Object.values(States).flatMap(({ Catch, Choices }) => [...Catch, ...Choices]);
    const toRecord = handed.filter(({ Next }) => Next === 'RecordFailure');
    expect(toRecord.length).toBeGreaterThan(0);
    for (const { Assign } of toRecord) expect(Assign).toHaveProperty('failure');
  },
);
