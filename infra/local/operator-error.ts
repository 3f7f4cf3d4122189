/** A problem that the operator can fix. Shown as its message only: one sentence and a next step, without a stack. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}
