import { describe, expect, test } from 'vitest';
import { DeliveryTurns, type Turn } from './delivery-turns.ts';

const turn = (userUuid: string, number: number, fields: Partial<Turn> = {}): Turn => ({
  key: `${userUuid}${number}`,
  hookUuid: `${userUuid}-hook-${number}`,
  userUuid,
  receiver: `${userUuid}${number}.example.org`,
  ...fields,
});
const several = (userUuid: string, count: number, fields: Partial<Turn> = {}) =>
  Array.from({ length: count }, (_, number) => turn(userUuid, number, fields));
/** Begins deliveries until none may begin. */
function begun(turns: DeliveryTurns): Turn[] {
  const all: Turn[] = [];
  for (let next = turns.next(); next; next = turns.next()) all.push(next);
  return all;
}
const countOf = (turns: readonly Turn[], user: string) => turns.filter(({ userUuid }) => userUuid === user).length;

describe('the deliveries that run at the same time', () => {
  test('are at most four of one user, twenty in all', () => {
    const users = ['a', 'b', 'c', 'd', 'e', 'f'];
    const running = begun(new DeliveryTurns(users.flatMap((user) => several(user, 30))));
    expect(running).toHaveLength(20);
    expect(Math.max(...users.map((user) => countOf(running, user)))).toBe(4);
  });

  test('are at most eight to one receiver, whoever owns the hooks', () => {
    const users = ['a', 'b', 'c'];
    const running = begun(
      new DeliveryTurns(users.flatMap((user) => several(user, 9, { receiver: 'same.example.org' }))),
    );
    expect(running).toHaveLength(8);
  });

  test('take turns among users, although one of them has the oldest deliveries', () => {
    const running = begun(new DeliveryTurns([...several('a', 30), ...several('b', 2)]));
    expect(running.slice(0, 4).map(({ userUuid }) => userUuid)).toEqual(['a', 'b', 'a', 'b']);
  });

  test('are followed by another of the same user as soon as one has ended', () => {
    const turns = new DeliveryTurns(several('a', 6));
    const [first] = begun(turns);
    expect(turns.next()).toBeUndefined();
    if (first) turns.end(first, true);
    expect(turns.next()?.key).toBe('a4');
  });
});

describe('after a failure', () => {
  test('the hook gets no further turn in the run, and other hooks of the user do', () => {
    const failing = several('a', 6, { hookUuid: 'failing' });
    const turns = new DeliveryTurns([...failing, turn('a', 9)]);
    const [first] = begun(turns);
    if (first) turns.end(first, false);
    expect(turns.next()?.key).toBe('a9');
    expect(turns.givenUp().map(({ key }) => key)).toEqual(['a4', 'a5']);
  });

  test('of four deliveries, the user gets no further turn', () => {
    const turns = new DeliveryTurns([...several('a', 10), turn('b', 0)]);
    const running = begun(turns);
    for (const one of running) if (one.userUuid === 'a') turns.end(one, false);
    expect([countOf(running, 'a'), countOf(running, 'b')]).toEqual([4, 1]);
    expect(turns.next()).toBeUndefined();
    expect(turns.givenUp()).toHaveLength(6);
  });
});
