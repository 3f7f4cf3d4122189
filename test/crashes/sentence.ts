import type { CancelCase, DeathCase } from './crash-case.ts';
import { placeOf } from './crash-case.ts';
import { type CrashCase, nameOf } from './run-cases.ts';

export function sentenceOf(one: CrashCase): string {
  if (one.kind === 'scenario') return `nothing is lost and nothing left when ${nameOf(one).replace(/^[^:]+: /, '')}`;
  return one.kind === 'death' ? ofDeath(one) : ofCancel(one);
}

const called = ({ position: { what, nth } }: DeathCase | CancelCase) => `${what} (${nth})`;

function ofDeath(one: DeathCase): string {
  const made = one.position.phase === 'creation' ? 'made whole and once' : 'deleted without a trace';
  return `a cluster is ${made} although ${called(one)} dies ${placeOf(one.death)}`;
}

function ofCancel(one: CancelCase): string {
  const then = one.dies ? 'then dies' : 'then goes on';
  return `an order leaves nothing that is cancelled while ${called(one)} is held ${placeOf(one.hold)} and ${then}`;
}
