import { Conflict } from '#shared/errors';

/** Throws the 409 that Waldur gives when an object is in a state that does not allow the call (docs/spec/waldur-rancher.md#states). */
export function assertState<S extends string>({ state }: { state: S }, allowed: readonly NoInfer<S>[]): void {
  if (!allowed.includes(state)) throw new Conflict(`Valid states for operation: ${allowed.join(', ')}.`);
}
