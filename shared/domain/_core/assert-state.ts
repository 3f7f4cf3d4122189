import { Conflict } from '#shared/errors';

/** Throws Waldur's 409 if the object's state does not allow the call (docs/spec/waldur-rancher.md#states). */
export function assertState<S extends string>({ state }: { state: S }, allowed: readonly NoInfer<S>[]): void {
  if (!allowed.includes(state)) throw new Conflict(`Valid states for operation: ${allowed.join(', ')}.`);
}
