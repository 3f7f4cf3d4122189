import { ended, endFault, failed, type Outcome, plan } from '../judge.ts';
import { answerTo, type FaultCase } from '../matrix.ts';
import type { Testbed } from '../testbed.ts';

export type Answer = { status: number; body?: unknown };
/** The outcome of up to two attempts at a request. `answer` is missing if neither attempt was accepted. */
export type Acceptance = Outcome & { answer?: Answer };

export const wordsOf = ({ status, body }: Answer): string => `answered ${status}: ${JSON.stringify(body)}`;

/**
 * `ask` sends the request. `left` returns the changes that a refused request has left behind. `accepted` is the status
 * of the answer to an accepted request.
 */
type Request = { left(): Promise<string[]>; ask(): Promise<Answer>; accepted?: number };

/**
 * Expects that a request is accepted. If a fault prevents the check of the request, the answer must be an error,
 * nothing may change, and the second attempt must be accepted.
 */
export async function acceptance(
  testbed: Testbed,
  one: FaultCase | undefined,
  { left, ask, accepted = 202 }: Request,
): Promise<Acceptance> {
  await plan(testbed, one);
  const first = await ask();
  const struck = await endFault(testbed, one);
  if (first.status === accepted) return { ...ended(one, [], struck), answer: first };
  const problems = await left();
  if (!one || first.status !== answerTo(one)) problems.push(wordsOf(first));
  const answer = await ask();
  if (answer.status !== accepted) return failed([...problems, `the second time: ${wordsOf(answer)}`]);
  return { ...(problems.length > 0 ? failed(problems) : { verdict: 'refused-rightly', problems }), answer };
}
