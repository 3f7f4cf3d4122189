import type { Fault } from '#test/contracts/start-simulator';
import { quotaRefusal } from './quotas.ts';
import {
  isAppPhase,
  isClusterChangePhase,
  isHibernationPhase,
  isNodePhase,
  isPoolPhase,
  isProjectPhase,
  isRotationPhase,
  isUpgradePhase,
  type Phase,
  patternOf,
} from './route.ts';
import type { Mode, SimulatorName } from './testbed.ts';

/** One request of a whole phase; parallel branches change places, so it is the n-th of its kind. */
export type Position = {
  mode: Mode;
  phase: Phase;
  simulator: SimulatorName;
  method: string;
  route: string;
  nth: number;
  /** Who asks it, as in `openstack.ensureServer`; nobody while an order, or the request for a node, is checked. */
  step: string;
  /** All steps that may have asked it in that phase. */
  askers: readonly string[];
  /** Asked only by functions that have not met this cloud before, as logins are. */
  firstTimeOnly: boolean;
};

export const MAY_PASS = ['refuse', 'lose', '500', '503', '429', 'hang', 'garbage'] as const;
/** Faults for every call of the route, until somebody fixes it. */
export const LASTING = [
  ...(['always-500', 'always-503', 'always-429', 'always-hang', 'always-garbage'] as const),
  ...(['always-401', 'always-403', 'always-quota'] as const),
] as const;
export const KINDS = [...MAY_PASS, ...LASTING] as const;
export type Kind = (typeof KINDS)[number];
export type FaultCase = { position: Position; kind: Kind };

type Expected = { code: string; owner: string; retryable: boolean };
const AWAY: Expected = { code: 'BACKEND_UNAVAILABLE', owner: 'provider', retryable: true };
const REFUSED: Expected = { code: 'UNAUTHORIZED', owner: 'operator', retryable: false };
/** What a lasting fault has to be called (shared/domain/_core/failure.ts). */
const FAILURES: Readonly<Record<(typeof LASTING)[number], Expected>> = {
  'always-500': AWAY,
  'always-503': AWAY,
  'always-hang': AWAY,
  'always-garbage': AWAY,
  'always-429': { code: 'RATE_LIMITED', owner: 'provider', retryable: true },
  'always-401': REFUSED,
  'always-403': REFUSED,
  'always-quota': { code: 'QUOTA_EXCEEDED', owner: 'user', retryable: true },
};

const isLastingKind = (kind: Kind): kind is (typeof LASTING)[number] => kind in FAILURES;
export const isLasting = ({ kind }: FaultCase): boolean => isLastingKind(kind);
/** undefined for what passes: it must not be noticed. */
export const failureOf = ({ kind }: FaultCase): Expected | undefined =>
  isLastingKind(kind) ? FAILURES[kind] : undefined;
/** Asked before anything is accepted. */
export const isOfCheck = ({ step }: Pick<Position, 'step'>): boolean => step === '';
/** The answer to an order, or to a request for a node, that cannot be checked: 503 may pass, 502 is for the operator to fix. */
export const answerTo = ({ kind }: FaultCase): number => (kind === 'always-401' || kind === 'always-403' ? 502 : 503);

/** Self-managed clusters are those that need no word for it. */
export const phaseName = ({ mode, phase }: Pick<Position, 'mode' | 'phase'>): string =>
  mode === 'self-managed' ? phase : `${mode} ${phase}`;

export const nameOf = (one: FaultCase): string => {
  const { simulator, method, route, nth } = one.position;
  return `${phaseName(one.position)} ${simulator} ${method} ${route}${isLasting(one) ? '' : ` #${nth}`} ${one.kind}`;
};

/**
 * Every position with every kind that passes, and every route with every kind that lasts. Nothing is repeated while an order
 * is checked, so what lasts cannot be distinguished from what passes there, save a credential that is refused.
 */
export function matrixOf(positions: readonly Position[]): FaultCase[] {
  const passing = positions.flatMap((position) => MAY_PASS.map((kind) => ({ position, kind })));
  const routes = positions.filter(({ nth }) => nth === 1);
  const lasting = routes.flatMap((position) => LASTING.map((kind) => ({ position, kind })));
  return [...passing, ...lasting.filter(occurs)];
}

/** Helm's actions have a timeout of their own, 40 s: all attempts together take longer than anybody waits here. */
const isAction = ({ method, route }: Position): boolean =>
  method === 'POST' && route.includes('/v1/catalog.cattle.io.');

function occurs({ position, kind }: FaultCase): boolean {
  if (isOfCheck(position)) return kind === 'always-401' || kind === 'always-403';
  if (kind === 'always-hang' && isAction(position)) return false;
  return kind !== 'always-quota' || quotaRefusal(position) !== undefined;
}

/** The same ones for the same seed: a multiplicative generator (Park and Miller) shuffles, the first `size` are taken. */
export function sampleOf<T>(cases: readonly T[], size: number, seed: number): T[] {
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

/**
 * A case of each kind in each phase, drawn: small, and yet every way to fail is met where it may be. Of managed orders one of each
 * kind, in whatever phase: they take longer, and most of what they ask is asked by the others too. Of what is done to a
 * cluster that stands, or to its nodes, and of the life of a cluster with pools, one that passes and one that lasts in each
 * phase; of replacements, upgrades, hibernations, rotations, applications, pools and projects such two for all phases together.
 */
export function oneOfEach(cases: readonly FaultCase[], seed: number): FaultCase[] {
  const byDraw = Map.groupBy(sampleOf(cases, cases.length, seed), drawOf);
  return [...byDraw.values()].flatMap(([first]) => (first ? [first] : []));
}

/** Of the cases with the same text one is drawn. */
function drawOf({ position: { mode, phase }, kind }: FaultCase): string {
  const lasts = isLastingKind(kind);
  if (isUpgradePhase(phase) || phase.startsWith('replace-')) return `${phase.split('-')[0]} ${lasts}`;
  if (isHibernationPhase(phase)) return `hibernation ${lasts}`;
  if (isRotationPhase(phase)) return `rotation ${lasts}`;
  if (isAppPhase(phase)) return `application ${lasts}`;
  if (isPoolPhase(phase)) return `scaling ${lasts}`;
  if (isClusterChangePhase(phase)) return `change ${lasts}`;
  if (isProjectPhase(phase)) return `project ${lasts}`;
  if (isNodePhase(phase) || mode === 'pools' || mode === 'cluster-api') return `${mode} ${phase} ${lasts}`;
  return mode === 'managed' ? `managed ${kind}` : `${phase} ${kind}`;
}

/** Paddock does not say what it is; machines, and the program behind them, are `node`, `curl` or `vm-runner`. */
export const PADDOCK = '';

export function faultOf(one: FaultCase): Fault {
  const { position, kind } = one;
  const { method, route, nth } = position;
  const at = { method, path: patternOf(route), client: PADDOCK, ...(!isLasting(one) && { nth }) };
  if (kind === 'always-quota') return { ...at, kind: 'status', ...quotaRefusal(position) };
  const how = kind.replace('always-', '');
  if (how === 'refuse' || how === 'lose' || how === 'hang' || how === 'garbage') return { ...at, kind: how };
  return { ...at, kind: 'status', status: Number(how), ...(how === '429' && { retryAfter: 1 }) };
}
