/**
 * Runs work, and aborts it after the timeout or as soon as one of the signals is aborted. Node's garbage collector can
 * remove the signals of `AbortSignal.timeout` and `AbortSignal.any` while a request waits. The request would then never
 * end.
 */
export async function withTimeout<T>(
  work: (signal: AbortSignal) => Promise<T>,
  timeoutMs: number,
  stopping: readonly AbortSignal[],
): Promise<T> {
  const controller = new AbortController();
  let stop: (reason: unknown) => void = () => {};
  const stopped = new Promise<never>((_, reject) => {
    stop = (reason) => {
      controller.abort(reason);
      reject(reason);
    };
  });
  const timer = setTimeout(() => stop(new DOMException('The time limit has passed.', 'TimeoutError')), timeoutMs);
  const listeners = stopping.map((signal) => ({ signal, listener: () => stop(signal.reason) }));
  for (const { signal, listener } of listeners) {
    signal.addEventListener('abort', listener);
    if (signal.aborted) listener();
  }
  try {
    return await Promise.race([work(controller.signal), stopped]);
  } finally {
    clearTimeout(timer);
    for (const { signal, listener } of listeners) signal.removeEventListener('abort', listener);
  }
}
