import { BackendUnauthorized } from '../errors.ts';
import type { Clock } from '../ports/runtime.ts';

type KeeperOptions<T> = {
  clock: Clock;
  /** How long before its expiry a token is renewed. */
  renewBeforeMs: number;
  /** Logs in. `last` is the token that expires soon, or undefined after the backend has refused the token. */
  logIn(last: T | undefined): Promise<T>;
};
export type TokenKeeper<T> = {
  current(): Promise<T>;
  /**
   * Makes the call with the token. If the backend answers 401, makes the call a second time with a new token. All other
   * retries are made by state machines (docs/spec/design.md#retries-in-the-state-machines).
   */
  use<R>(call: (token: T) => Promise<R>): Promise<R>;
};

/** Keeps a token until shortly before it expires. If the backend refuses the token, logs in once more. */
export function tokenKeeper<T extends { expiresAt: Date }>(options: KeeperOptions<T>): TokenKeeper<T> {
  const { clock, renewBeforeMs, logIn } = options;
  let held: T | undefined;
  let arriving: Promise<T> | undefined;
  const isFresh = (token: T) => token.expiresAt.getTime() - clock.now().getTime() > renewBeforeMs;

  async function current(): Promise<T> {
    if (held && isFresh(held)) return held;
    // Concurrent calls wait for the same login.
    arriving ??= logIn(held).finally(() => {
      arriving = undefined;
    });
    held = await arriving;
    return held;
  }

  async function use<R>(call: (token: T) => Promise<R>): Promise<R> {
    const token = await current();
    try {
      return await call(token);
    } catch (error) {
      if (!(error instanceof BackendUnauthorized) || error.details.status !== 401) throw error;
      if (held === token) held = undefined;
      return call(await current());
    }
  }

  return { current, use };
}
