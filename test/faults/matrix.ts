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

/**
 * One request of a phase. `nth` counts only requests of the same kind, because the order of requests in parallel
 * branches varies.
 */
export type Position = {
  mode: Mode;
  phase: Phase;
  simulator: SimulatorName;
  method: string;
  route: string;
  nth: number;
  /**
   * The step that sends the request, such as `openstack.ensureServer`. Empty if the check of an order or of a new node
   * sends the request.
   */
  step: string;
  /** All steps that may have sent a request of this kind in this phase. */
  askers: readonly string[];
  /** True if functions send the request only on their first invocation in a new local cloud, for example a login. */
  firstTimeOnly: boolean;
};

export const MAY_PASS = ['refuse', 'lose', '500', '503', '429', 'hang', 'garbage'] as const;
/** Faults that affect every call of the route until somebody fixes the cause. */
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
const FORBIDDEN: Expected = { code: 'FORBIDDEN', owner: 'user', retryable: true };
/** The expected report of each lasting fault (shared/domain/_core/failure.ts). */
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
/** Steps that send requests with the rights of the user who asked, and the routes of these requests. */
const USER_STEPS = ['rancher.ensureNamespace', 'rancher.installApp', 'rancher.upgradeApp', 'rancher.uninstallApp'];
const USER_ROUTES = /\/v1\/catalog\.cattle\.io\.|selfsubjectreviews|\/api\/v1\/namespaces/;
const isOfUser = ({ step, route }: Position): boolean => USER_STEPS.includes(step) && USER_ROUTES.test(route);
/** Returns undefined for a temporary fault, which must not be reported. */
export function failureOf({ kind, position }: FaultCase): Expected | undefined {
  if (!isLastingKind(kind)) return undefined;
  return kind === 'always-403' && isOfUser(position) ? FORBIDDEN : FAILURES[kind];
}
/** True if the request belongs to a check before Paddock accepts an order or a change. */
export const isOfCheck = ({ step }: Pick<Position, 'step'>): boolean => step === '';
/**
 * The HTTP status if Paddock cannot check an order or a request for a node. 503 may be temporary. 502 needs the
 * operator.
 */
export const answerTo = ({ kind }: FaultCase): number => (kind === 'always-401' || kind === 'always-403' ? 502 : 503);

/** The name of a phase. Self-managed phases have no prefix. Other phases begin with their mode. */
export const phaseName = ({ mode, phase }: Pick<Position, 'mode' | 'phase'>): string =>
  mode === 'self-managed' ? phase : `${mode} ${phase}`;

export const nameOf = (one: FaultCase): string => {
  const { simulator, method, route, nth } = one.position;
  return `${phaseName(one.position)} ${simulator} ${method} ${route}${isLasting(one) ? '' : ` #${nth}`} ${one.kind}`;
};

/**
 * Combines every position with every temporary fault, and every route with every lasting fault that can occur on it.
 * The check of an order retries nothing, so most lasting faults affect a check like temporary faults. They are left out
 * for a check. Only a refused credential (401 or 403) leads to another answer, so this fault stays.
 */
export function matrixOf(positions: readonly Position[]): FaultCase[] {
  const passing = positions.flatMap((position) => MAY_PASS.map((kind) => ({ position, kind })));
  const routes = positions.filter(({ nth }) => nth === 1);
  const lasting = routes.flatMap((position) => LASTING.map((kind) => ({ position, kind })));
  return [...passing, ...lasting.filter(occurs)];
}

/**
 * Whether a request is a Helm action. Each attempt of an action may take 40 s, so all attempts together exceed the
 * tests' deadline.
 */
const isAction = ({ method, route }: Position): boolean =>
  method === 'POST' && route.includes('/v1/catalog.cattle.io.');

function occurs({ position, kind }: FaultCase): boolean {
  if (isOfCheck(position)) return kind === 'always-401' || kind === 'always-403';
  if (kind === 'always-hang' && isAction(position)) return false;
  return kind !== 'always-quota' || quotaRefusal(position) !== undefined;
}

/**
 * Selects `size` cases at random. The same seed selects the same cases. A multiplicative generator (Park and Miller)
 * shuffles the cases.
 */
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
 * Selects a small sample with every kind of fault.
 * - For self-managed orders: one case of each kind in each phase.
 * - For managed orders: one case of each kind over all phases. These orders take longer, and most of their requests
 *   occur in self-managed orders too.
 * - For added and deleted nodes, and for the creation and deletion of clusters with pools or Cluster API: one temporary
 *   and one lasting fault in each phase.
 * - For each other operation: one temporary and one lasting fault over all its phases.
 */
export function oneOfEach(cases: readonly FaultCase[], seed: number): FaultCase[] {
  const byDraw = Map.groupBy(sampleOf(cases, cases.length, seed), drawOf);
  return [...byDraw.values()].flatMap(([first]) => (first ? [first] : []));
}

/** The group of a case. The sample contains one case of each group. */
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

/**
 * The user agent of Paddock's requests, which is empty. Machines, and the program that simulates machines, use `node`,
 * `curl` or `vm-runner`.
 */
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
