import type { Fault } from '#test/contracts/start-simulator';
import { patternOf } from './route.ts';
import type { SimulatorName } from './testbed.ts';

export type Phase = 'creation' | 'deletion';
/** One request of a whole creation or deletion; parallel branches change places, so it is the n-th of its kind. */
export type Position = {
  phase: Phase;
  simulator: SimulatorName;
  method: string;
  route: string;
  nth: number;
  /** Asked only by functions that have not met this cloud before, as logins are. */
  firstTimeOnly: boolean;
};

const MAY_PASS = ['refuse', 'lose', '500', '503', '429', 'hang', 'garbage'] as const;
/** Of every call of the route, until somebody mends it. */
const LASTING = ['always-500', 'always-401', 'always-403', 'always-quota'] as const;
export type Kind = (typeof MAY_PASS)[number] | (typeof LASTING)[number];
export type FaultCase = { position: Position; kind: Kind };

/** What a lasting fault has to be called (shared/domain/failure.ts). */
export const FAILURES: Readonly<Partial<Record<Kind, { code: string; owner: string }>>> = {
  'always-500': { code: 'BACKEND_UNAVAILABLE', owner: 'provider' },
  'always-401': { code: 'UNAUTHORIZED', owner: 'operator' },
  'always-403': { code: 'UNAUTHORIZED', owner: 'operator' },
  'always-quota': { code: 'QUOTA_EXCEEDED', owner: 'user' },
};

/** Refusals in the words of the services (Nova's 403, Neutron's 409). */
const QUOTAS: readonly [route: RegExp, refusal: Pick<Fault, 'status' | 'body'>][] = [
  [
    /^\/compute\/.*\/servers$/,
    {
      status: 403,
      body: {
        forbidden: {
          code: 403,
          message: 'Quota exceeded for instances: Requested 1, but already used 10 of 10 instances',
        },
      },
    },
  ],
  [
    /^\/network(ing)?\/.*\/(ports|floatingips)$/,
    {
      status: 409,
      body: { NeutronError: { type: 'OverQuota', message: "Quota exceeded for resources: ['port'].", detail: '' } },
    },
  ],
];
const quotaOf = ({ method, route }: Position) =>
  method === 'POST' ? QUOTAS.find(([pattern]) => pattern.test(route))?.[1] : undefined;

export const isLasting = (kind: Kind): boolean => FAILURES[kind] !== undefined;
export const nameOf = ({ position: { phase, simulator, method, route, nth }, kind }: FaultCase): string =>
  `${phase} ${simulator} ${method} ${route}${isLasting(kind) ? '' : ` #${nth}`} ${kind}`;

/** Every position with every kind that passes, and every route with every kind that lasts. */
export function matrixOf(positions: readonly Position[]): FaultCase[] {
  const passing = positions.flatMap((position) => MAY_PASS.map((kind) => ({ position, kind })));
  const routes = positions.filter(({ nth }) => nth === 1);
  const lasting = routes.flatMap((position) => LASTING.map((kind) => ({ position, kind })));
  return [...passing, ...lasting.filter(({ kind, position }) => kind !== 'always-quota' || quotaOf(position))];
}

/** The same ones for the same seed: a multiplicative generator (Park and Miller) shuffles, the first `size` are taken. */
export function sampleOf(cases: readonly FaultCase[], size: number, seed: number): FaultCase[] {
  let state = (seed % 2_147_483_646) + 1;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state;
  };
  const drawn = cases.map((one) => ({ one, at: next() }));
  return drawn
    .sort((a, b) => a.at - b.at)
    .slice(0, size)
    .map(({ one }) => one);
}

export function faultOf({ position, kind }: FaultCase): Fault {
  const { method, route, nth } = position;
  const at = { method, path: patternOf(route), ...(!isLasting(kind) && { nth }) };
  if (kind === 'always-quota') return { ...at, kind: 'status', ...quotaOf(position) };
  if (isLasting(kind)) return { ...at, kind: 'status', status: Number(kind.replace('always-', '')) };
  if (kind === '429') return { ...at, kind: 'status', status: 429, retryAfter: 1 };
  if (kind === '500' || kind === '503') return { ...at, kind: 'status', status: Number(kind) };
  return { ...at, kind: kind as Extract<Kind, Fault['kind']> };
}
