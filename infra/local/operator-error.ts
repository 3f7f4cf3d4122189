/** Something whoever started the program can mend: shown as its message alone, one sentence and a next step, without a stack. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}
