import { Invalid } from '#shared/errors';

/** What bad input is answered with. */
export function refusalOf(run: () => unknown): Invalid['body'] {
  try {
    run();
  } catch (error) {
    if (error instanceof Invalid) return error.body;
    throw error;
  }
  throw new Error('it was accepted');
}
