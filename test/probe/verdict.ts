/** Whatever does not only read: everything else may be repeated or lost unseen. */
const READS = /^(Get|BatchGet|Query|Scan|TransactGet|Describe|List)/;
export const isWrite = (operation: string): boolean => !READS.test(operation);

/**
 * Where an invocation is to die. `nth` counts from 1, among its writes to AWS or among all its calls of AWS; `before-call`
 * means that the call is not sent, `after-call` that AWS has answered and the function has not heard it.
 */
export type Death =
  | { at: 'before-handler' | 'after-handler' }
  | { at: 'before-call' | 'after-call'; nth: number; counting: 'writes' | 'calls' };

/** What the control server answers to a begin; with `askAfter` it is asked again before the answer is given. */
export type Verdict = { death?: Death | undefined; askAfter?: boolean | undefined };
