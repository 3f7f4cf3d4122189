import { CloudNotAsked, type FieldErrors, Invalid } from '#shared/errors';

const isList = (body: Invalid['body']): body is readonly (string | FieldErrors)[] => Array.isArray(body);

/** The field errors that the caller of the order would get. Throws every other error, which the caller may not see. */
function fieldErrorsOf(error: unknown): FieldErrors {
  if (error instanceof CloudNotAsked) return { detail: error.message };
  if (!(error instanceof Invalid)) throw error;
  return isList(error.body) ? { non_field_errors: error.body } : error.body;
}

/** Runs all checks and collects their refusals. An error of a backend still ends it. */
export function refusalCollector() {
  const errors: FieldErrors[] = [];
  const trying =
    (refusals: FieldErrors[]) =>
    async <T>(check: () => T | Promise<T>): Promise<T | undefined> => {
      try {
        return await check();
      } catch (error) {
        refusals.push(fieldErrorsOf(error));
        return undefined;
      }
    };
  const [attempt, attemptQuietly] = [trying(errors), trying([])];
  /** Reads a part and keeps its refusal, so that the rest is read as well. */
  async function attemptRest<T>(read: (wrong?: FieldErrors) => T): Promise<{ rest: T | undefined; isWhole: boolean }> {
    const before = errors.length;
    const whole = await attempt(() => read());
    if (whole !== undefined) return { rest: whole, isWhole: true };
    return { rest: await attemptQuietly(() => read(errors[before])), isWhole: false };
  }
  return { errors, attempt, attemptQuietly, attemptRest };
}
export type Collector = ReturnType<typeof refusalCollector>;
