import type { EndedInvocation, Invocation } from './invocation.ts';
import type { Death, Hold, Verdict } from './verdict.ts';

export type Plan = {
  /** Selects invocations; the plan is for the `nth` of them to begin (1, the next one, by default). */
  fits(invocation: Invocation): boolean;
  nth?: number;
  /** It dies there, waits there, or does nothing at all. */
  fate: Death | Hold | { skip: true };
};

export type Planned = {
  /** Once the invocation that is meant has begun, and is held where it is to be held. */
  readonly reached: Promise<Invocation>;
  /** Once it has ended or died: its outcome says which. */
  readonly ended: Promise<EndedInvocation>;
  readonly isReached: boolean;
  /** A held one goes on. */
  release(): void;
  /** A held one dies where it is. */
  die(): void;
  /** Nobody is taken hold of any more; who is held goes on. */
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

/** The decisions of a control server, without its connections. */
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

/** Every plan counts for itself; the first one that means this invocation has it. */
function meantBy(entries: Iterable<Entry>, invocation: Invocation): Entry | undefined {
  const fitting = [...entries].filter(({ plan, meant }) => meant === undefined && plan.fits(invocation));
  for (const entry of fitting) entry.begun += 1;
  return fitting.find(({ begun, plan }) => begun === (plan.nth ?? 1));
}
