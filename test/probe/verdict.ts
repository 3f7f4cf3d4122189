/**
 * AWS operations that only read. All other operations count as writes. When a process dies, a write may be lost, or may
 * be repeated later, without an error.
 */
const READS = /^(Get|BatchGet|Query|Scan|TransactGet|Describe|List)/;
export const isWrite = (operation: string): boolean => !READS.test(operation);

/** One AWS call of an invocation: its number from 1, counted among the writes or among all calls. */
type Call = { nth: number; counting: 'writes' | 'calls' };

/**
 * Where an invocation is to die. `before-call`: the call is not sent. `after-call`: AWS has answered, but the function
 * has not got the answer.
 */
export type Death = { at: 'before-handler' | 'after-handler' } | ({ at: 'before-call' | 'after-call' } & Call);

/** Where an invocation waits until it may go on or has to die. */
export type Hold = { hold: 'before-handler' | 'after-handler' } | ({ hold: 'before-call' } & Call);

/**
 * The control server's answer when an invocation begins. At the place that `hold` gives, the function asks the server
 * again and waits for the answer.
 */
export type Verdict = {
  death?: Death | undefined;
  hold?: Hold | undefined;
  /**
   * If true, the function answers at once and does nothing. The platform considers the event handled, so the event is
   * lost.
   */
  skip?: true | undefined;
};
