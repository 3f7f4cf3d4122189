import { answerTo, type FaultCase, failureOf, type Kind } from './matrix.ts';
import { serviceOf } from './route.ts';

const WHAT_COMES: Readonly<Record<Kind, string>> = {
  refuse: 'a connection cut before',
  lose: 'an answer lost after',
  '500': 'status 500 for',
  '503': 'status 503 for',
  '429': 'status 429 for',
  hang: 'no answer to',
  garbage: 'garbage in answer to',
  'always-500': 'status 500 for every',
  'always-503': 'status 503 for every',
  'always-429': 'status 429 for every',
  'always-hang': 'no answer to any',
  'always-garbage': 'garbage in answer to every',
  'always-401': 'status 401 for every',
  'always-403': 'status 403 for every',
  'always-quota': 'a quota in the way of every',
};

/** A case as a test's name: what comes of which fault. */
export function sentenceOf(one: FaultCase): string {
  const { method, route, nth } = one.position;
  const failure = failureOf(one);
  const request = `${serviceOf(one.position)}’s ${method} ${route}${failure ? '' : ` (${nth})`}`;
  return `${whatComes(one)} ${WHAT_COMES[one.kind]} ${request}`;
}

function whatComes(one: FaultCase): string {
  const { mode, phase, step } = one.position;
  const cluster = mode === 'managed' ? 'managed cluster' : 'cluster';
  const said = failureOf(one)?.code;
  if (phase === 'order')
    return `an order of a ${cluster} is answered ${answerTo(one)}, leaves nothing and is accepted later, after`;
  if (phase === 'creation' && said)
    return `the creation of a ${cluster} ends ${said} in ${step} and leaves nothing when deleted, after`;
  if (phase === 'creation') return `a ${cluster} is made whole and once in spite of`;
  if (phase === 'growth' && said)
    return `a node that is added ends ${said} in ${step} while its cluster stays OK, after`;
  if (phase === 'growth') return 'a node is added once and whole in spite of';
  if (said) return `the deletion of a ${cluster} ends ${said} in ${step} and leaves nothing when asked again, after`;
  return `a ${cluster} is deleted without a trace in spite of`;
}
