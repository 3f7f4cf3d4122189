/** A problem that the operator can fix. Only its message is shown, without a stack: one sentence and a next step. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}
