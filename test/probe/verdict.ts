/** Whatever does not only read: everything else may be repeated or lost unseen. */
const READS = /^(Get|BatchGet|Query|Scan|TransactGet|Describe|List)/;
export const isWrite = (operation: string): boolean => !READS.test(operation);

/** The `nth` call of AWS, from 1, among the writes of an invocation or among all its calls. */
type Call = { nth: number; counting: 'writes' | 'calls' };

/**
 * Where an invocation is to die. `before-call` means that the call is not sent, `after-call` that AWS has answered and the
 * function has not heard it.
 */
export type Death = { at: 'before-handler' | 'after-handler' } | ({ at: 'before-call' | 'after-call' } & Call);

/** Where an invocation waits until it may go on or has to die. */
export type Hold = { hold: 'before-handler' | 'after-handler' } | ({ hold: 'before-call' } & Call);

/** What the control server answers to a begin; where it is to be held the function asks again. */
export type Verdict = {
  death?: Death | undefined;
  hold?: Hold | undefined;
  /** It answers at once and does nothing: for a platform that took it for done, the event is lost. */
  skip?: true | undefined;
};
