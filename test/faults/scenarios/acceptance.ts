import { ended, endFault, failed, type Outcome, plan } from '../judge.ts';
import { answerTo, type FaultCase } from '../matrix.ts';
import type { Testbed } from '../testbed.ts';

export type Answer = { status: number; body?: unknown };
/** Without an answer it was not accepted the second time either. */
export type Acceptance = Outcome & { answer?: Answer };

export const wordsOf = ({ status, body }: Answer): string => `answered ${status}: ${JSON.stringify(body)}`;

/** What is asked for, what is found where nothing must have changed, and the status of the answer when it is accepted. */
type Request = { left(): Promise<string[]>; ask(): Promise<Answer>; accepted?: number };

/** Accepted at once; or, where it cannot be checked, answered so, with nothing changed, and accepted when asked for again. */
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
