/**
 * A problem that the operator can fix. The message has one sentence and a next step. Commands print only the message,
 * without a stack trace.
 */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}
