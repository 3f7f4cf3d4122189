import { Invalid } from '#shared/errors';

/** The response body of the `Invalid` error that `run` throws. */
export function refusalOf(run: () => unknown): Invalid['body'] {
  try {
    run();
  } catch (error) {
    if (error instanceof Invalid) return error.body;
    throw error;
  }
  throw new Error('it was accepted');
}
