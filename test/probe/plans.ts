import type { EndedInvocation, Invocation } from './invocation.ts';
import type { Death, Hold, Verdict } from './verdict.ts';

export type Plan = {
  /**
   * Whether the invocation fits the plan. The plan counts the fitting invocations as they begin. It applies only to
   * number `nth` (default 1, the next one).
   */
  fits(invocation: Invocation): boolean;
  nth?: number;
  /** What the invocation does: it dies at a place, waits at a place, or skips its work. */
  fate: Death | Hold | { skip: true };
};

export type Planned = {
  /**
   * Resolves once the planned invocation has begun. If the plan holds the invocation at a place, resolves once the
   * invocation waits there.
   */
  readonly reached: Promise<Invocation>;
  /** Resolves once the invocation has ended or died. Its `outcome` says which. */
  readonly ended: Promise<EndedInvocation>;
  readonly isReached: boolean;
  /** Lets a held invocation go on. */
  release(): void;
  /** Makes a held invocation die where it waits. */
  die(): void;
  /** Removes the plan. No further invocation is held, and a held invocation goes on. */
  drop(): void;
};

type Entry = {
  plan: Plan;
  begun: number;
  meant?: Invocation;
  reached: PromiseWithResolvers<Invocation>;
  ended: PromiseWithResolvers<EndedInvocation>;
  released: PromiseWithResolvers<Verdict>;
};

/** The part of a control server that decides what each invocation does. It opens no connections. */
export function plans() {
  const entries = new Set<Entry>();
  const drop = (entry: Entry) => {
    entries.delete(entry);
    entry.released.resolve({});
  };
  return {
    plan(plan: Plan): Planned {
      const entry: Entry = { plan, begun: 0, ...promisesOf() };
      entries.add(entry);
      return {
        reached: entry.reached.promise,
        ended: entry.ended.promise,
        get isReached() {
          return entry.meant !== undefined;
        },
        release: () => entry.released.resolve({}),
        die: () => entry.released.resolve({ death: { at: 'after-handler' } }),
        drop: () => drop(entry),
      };
    },
    async begin(invocation: Invocation): Promise<Verdict> {
      const entry = meantBy(entries, invocation);
      if (entry === undefined) return {};
      entry.meant = invocation;
      const { fate } = entry.plan;
      if ('hold' in fate && fate.hold !== 'before-handler') return { hold: fate };
      entry.reached.resolve(invocation);
      if ('at' in fate) return { death: fate };
      if ('skip' in fate) return fate;
      const { death } = await entry.released.promise;
      return { death: death && { at: 'before-handler' } };
    },
    async held(invocation: EndedInvocation): Promise<Verdict> {
      const entry = [...entries].find(({ meant }) => meant?.id === invocation.id);
      entry?.reached.resolve(invocation);
      return entry?.released.promise ?? {};
    },
    end(invocation: EndedInvocation): void {
      for (const { meant, ended } of entries) if (meant?.id === invocation.id) ended.resolve(invocation);
    },
    releaseAll: () => [...entries].forEach(drop),
  };
}

const promisesOf = () => ({
  reached: Promise.withResolvers<Invocation>(),
  ended: Promise.withResolvers<EndedInvocation>(),
  released: Promise.withResolvers<Verdict>(),
});

/**
 * Returns the plan that applies to the invocation, or undefined. Each plan counts the invocations that fit it. The
 * first plan whose count reaches its `nth` applies.
 */
function meantBy(entries: Iterable<Entry>, invocation: Invocation): Entry | undefined {
  const fitting = [...entries].filter(({ plan, meant }) => meant === undefined && plan.fits(invocation));
  for (const entry of fitting) entry.begun += 1;
  return fitting.find(({ begun, plan }) => begun === (plan.nth ?? 1));
}
