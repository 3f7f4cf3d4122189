import { Conflict, Invalid, ObjectRefused } from '#shared/errors';

/** Another object of that name, another version of the object, or fields of another manager. */
const CONFLICTS = ['AlreadyExists', 'Conflict'];

/**
 * The answer to a refusal of Kubernetes, with its words in Waldur's `details` and the fields that are wrong
 * (docs/spec/waldur-http.md#rancher).
 */
export async function inCallersWords<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    if (!(error instanceof ObjectRefused)) throw error;
    if (CONFLICTS.includes(error.reason)) throw new Conflict(error.message, {}, error);
    const causes = error.problems.map(({ field, message }) => ({ field, message }));
    throw new Invalid({ details: error.message, ...(causes.length > 0 && { causes }) }, error);
  }
}
