import type { Death, Hold } from '#test/probe/verdict';
import { nameOfPosition, type Position } from './position.ts';

/** One of our functions dies at this position. The caller of the function then repeats its call. */
export type DeathCase = { kind: 'death'; position: Position; death: Death };
/**
 * The order is cancelled while one of our functions is paused at this position. The function then continues, or dies if
 * `dies` is true.
 */
export type CancelCase = { kind: 'cancel'; position: Position; hold: Hold; dies: boolean };
export type PositionCase = DeathCase | CancelCase;

export const placeOf = (place: Death | Hold): string => {
  const at = 'at' in place ? place.at : place.hold;
  return 'nth' in place ? `${at.replace('call', place.counting.replace(/s$/, ''))} ${place.nth}` : at;
};

export function nameOfCase(one: PositionCase): string {
  if (one.kind === 'death') return `${nameOfPosition(one.position)} dies ${placeOf(one.death)}`;
  const then = one.dies ? 'and it dies' : 'and it goes on';
  return `${nameOfPosition(one.position)} cancelled ${placeOf(one.hold)} ${then}`;
}

const upTo = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);

/**
 * All points at which a function can die. A death before the first write is the same as `before-handler`, and a death
 * after the last write is the same as `after-handler`.
 */
function deathsAt(position: Position): DeathCase[] {
  const { writes } = position;
  const deaths: Death[] = [
    { at: 'before-handler' },
    ...upTo(1, writes - 1).map((nth) => ({ at: 'after-call', nth, counting: 'writes' }) as const),
    ...upTo(2, writes).map((nth) => ({ at: 'before-call', nth, counting: 'writes' }) as const),
    { at: 'after-handler' },
  ];
  return deaths.map((death) => ({ kind: 'death', position, death }));
}

function cancelsAt(position: Position): CancelCase[] {
  const { what, nth, writes } = position;
  const holds: Hold[] = [
    { hold: 'before-handler' },
    ...upTo(2, writes).map((at) => ({ hold: 'before-call', nth: at, counting: 'writes' }) as const),
    { hold: 'after-handler' },
  ];
  const goOn = holds.map((hold): CancelCase => ({ kind: 'cancel', position, hold, dies: false }));
  // In at most one case for each step, the function dies: in the step's first call, if the call writes several times
  // and the step does not watch. Its provider slot is then kept until the slot expires, and the test must wait for this.
  const makes = nth === 1 && writes > 1 && !what.startsWith('watch.');
  const last: Hold = { hold: 'before-call', nth: writes, counting: 'writes' };
  return makes ? [...goOn, { kind: 'cancel', position, hold: last, dies: true }] : goOn;
}

const isStep = ({ what }: Position) => /^\w+\.\w+$/.test(what);

export function casesOf(positions: readonly Position[]): PositionCase[] {
  const making = positions.filter((position) => position.phase === 'creation' && isStep(position));
  return [...positions.flatMap(deathsAt), ...making.flatMap(cancelsAt)];
}
