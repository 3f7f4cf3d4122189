import { CloudNotAsked, type FieldErrors, Invalid } from '#shared/errors';

const isList = (body: Invalid['body']): body is readonly (string | FieldErrors)[] => Array.isArray(body);

/** What the caller of the order itself would be answered; what is not his to know is thrown on. */
function fieldErrorsOf(error: unknown): FieldErrors {
  if (error instanceof CloudNotAsked) return { detail: error.message };
  if (!(error instanceof Invalid)) throw error;
  return isList(error.body) ? { non_field_errors: error.body } : error.body;
}

/** Runs checks without ending at the first that fails; what a backend throws still ends it. */
export function refusalCollector() {
  const errors: FieldErrors[] = [];
  const trying =
    (told: FieldErrors[]) =>
    async <T>(check: () => T | Promise<T>): Promise<T | undefined> => {
      try {
        return await check();
      } catch (error) {
        told.push(fieldErrorsOf(error));
        return undefined;
      }
    };
  const [attempt, attemptQuietly] = [trying(errors), trying([])];
  /** What can be read of something, and whether that is all of it: of what is wrong the rest is read. */
  async function attemptRest<T>(read: (wrong?: FieldErrors) => T): Promise<{ rest: T | undefined; isWhole: boolean }> {
    const before = errors.length;
    const whole = await attempt(() => read());
    if (whole !== undefined) return { rest: whole, isWhole: true };
    return { rest: await attemptQuietly(() => read(errors[before])), isWhole: false };
  }
  return { errors, attempt, attemptQuietly, attemptRest };
}
export type Collector = ReturnType<typeof refusalCollector>;
