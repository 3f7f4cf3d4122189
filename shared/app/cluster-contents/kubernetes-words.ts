import { Conflict, Invalid, ObjectRefused } from '#shared/errors';

/**
 * Reasons for which Kubernetes refuses a request and Paddock answers 409: an object of this name exists, the object has
 * changed, or other field managers own fields of the object.
 */
const CONFLICTS = ['AlreadyExists', 'Conflict'];

/**
 * Turns a refusal by Kubernetes into the error for the caller. The field `details` of the error has Kubernetes'
 * message, as in Waldur. The field `causes` of the error names the wrong fields (docs/spec/waldur-http.md#rancher).
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
