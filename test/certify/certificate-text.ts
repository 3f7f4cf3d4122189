import type { SuiteResult } from '../real/run-suite.ts';
import type { Certificate } from './certify.ts';
import { KINDS, type Target } from './targets.ts';

/**
 * A text that lists the objects that the run will create, and where. The run prints the text before it creates
 * anything.
 */
export const intentionText = (targets: readonly Target[]): string =>
  [
    'This makes, and removes again:',
    ...targets.map(({ backend, address }) => `  in ${KINDS[backend].title} (${address}): ${KINDS[backend].makes}`),
    'Nothing that is there already is changed or removed.',
  ].join('\n');

/** Marks the cases that make a backend fail. A real backend cannot be made to fail. */
const BAD_DAY = ' on a bad day ';

function suiteLines({ name, passed, failed, failures, skipped, leftOut }: SuiteResult): string[] {
  const others = leftOut.filter((title) => !title.includes(BAD_DAY));
  const ofBadDays = leftOut.length - others.length;
  return [
    `  ${name}: ${passed} held, ${failed} did not, ${skipped} left out`,
    ...failures.map((title) => `    did not hold: ${title}`),
    ...others.map((title) => `    left out: ${title}`),
    ...(ofBadDays > 0 ? [`    left out: ${ofBadDays} cases of bad days, since a real one cannot be made to fail`] : []),
  ];
}

export const certificateText = ({ rights, suites, left, leftOut }: Certificate): string =>
  [
    '',
    ...(rights.length > 0 ? ['Rights of the key:'] : []),
    ...rights.map(({ ok, message }) => `  ${ok ? 'held' : 'MISSING'}: ${message}`),
    'Suites:',
    ...suites.flatMap(suiteLines),
    ...leftOut.map((line) => `  left out: ${line}`),
    left.length === 0 ? 'Everything that was made is removed.' : 'Not as before:',
    ...left.map((line) => `  ${line}`),
    isGood({ rights, suites, left }) ? 'Paddock can work with this.' : 'Paddock cannot work with this as it is.',
  ].join('\n');

export const isGood = ({ rights, suites, left }: Pick<Certificate, 'rights' | 'suites' | 'left'>): boolean =>
  rights.every(({ ok }) => ok) && suites.length > 0 && suites.every(({ success }) => success) && left.length === 0;
