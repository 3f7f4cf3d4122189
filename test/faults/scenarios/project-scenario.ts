import { type Asked, askedRequests } from '../asked-requests.ts';
import { type Attempt, type Attribution, type Span, spanAttribution } from '../attribution.ts';
import { type Outcome, tried } from '../judge.ts';
import type { FaultCase } from '../matrix.ts';
import { isFailed, playedRound } from '../played-round.ts';
import { PROJECT_PHASES, type ProjectPhase } from '../route.ts';
import { type ProjectBed, startProjectBed } from './project-bed.ts';
import { type Created, creation, deletion, madeOf, membership, stateOf, update } from './project-phases.ts';
import type { Bed, Recorded, Round, RoundResult, Scenario, Shape } from './scenario.ts';

/** A project in a shared cluster is ordered, gets new limits and another member, and is terminated. */
export const projectScenario: Scenario = {
  phases: PROJECT_PHASES,
  worthRounds: 2,
  async open(endpoints): Promise<Bed> {
    const bed = await startProjectBed(endpoints);
    return {
      record: () => recordTwice(bed),
      run: (round, shape) => runRound(bed, round, shape),
      stop: bed.stop,
    };
  },
  nextRound: (take): Round => Object.fromEntries(PROJECT_PHASES.map((phase) => [phase, take(phase)])),
};

async function recordTwice(bed: ProjectBed): Promise<Recorded> {
  const first = await recordOnce(bed);
  const { asked, shape } = await recordOnce(bed);
  return { first: first.asked, second: asked, shape };
}

/** Attributes requests to steps. In the phase `project-members`, all requests are attributed to the sync of members. */
const attribution =
  (spans: readonly Span[]) =>
  (attempts: readonly Attempt[]): Attribution => {
    const bySteps = spanAttribution(spans)(attempts);
    return (atMs) => {
      const isSync = spans.some(({ phase, ...at }) => phase === SYNC.phase && at.fromMs <= atMs && atMs <= at.toMs);
      return isSync ? SYNC : bySteps(atMs);
    };
  };
const SYNC = { phase: 'project-members', step: 'access.syncProvider', askers: ['access.syncProvider'] } as const;

/**
 * Whether a request belongs to the tested project. Requests before the first step come from other jobs. During the sync
 * of members, other jobs also send requests to Rancher, so only requests for project role bindings count there.
 */
const isOfProjects = ({ phase, simulator, route, step }: Asked): boolean =>
  step !== '' && (phase !== SYNC.phase || simulator === 'keycloak' || route.includes('projectroletemplatebinding'));

async function recordOnce(bed: ProjectBed) {
  const sinceMs = Date.now();
  const spans: Span[] = [];
  const shape: Shape = {};
  const before = await stateOf(bed);
  const during = async <O extends Outcome>(phase: ProjectPhase, play: () => Promise<O>): Promise<O> => {
    const fromMs = Date.now();
    const outcome = await play();
    spans.push({ phase, fromMs, toMs: Date.now() });
    if (outcome.problems.length > 0) throw new Error(`without any fault: ${phase}: ${outcome.problems.join('; ')}`);
    return outcome;
  };
  const { made } = await during('project-creation', () => creation(bed, undefined, { before }));
  shape['project-creation'] = await madeOf(bed, made, before);
  await during('project-update', () => update(bed, undefined, made, { before }));
  shape['project-update'] = await madeOf(bed, made, before);
  await during('project-members', () => membership(bed, undefined));
  await during('project-deletion', () => deletion(bed, undefined, made, before));
  const asked = await askedRequests(bed, sinceMs, attribution(spans));
  return { asked: asked.filter(isOfProjects), shape };
}

async function runRound(bed: ProjectBed, round: Round, shape: Shape): Promise<RoundResult> {
  const { timed, blame, over } = playedRound(round);
  const before = await stateOf(bed);
  const expected = (phase: ProjectPhase) => ({ before, shape: shape[phase] ?? [] });
  const cases = Object.values(round).filter((one) => one !== undefined);
  let latest: FaultCase | undefined;
  const played = async <O extends Outcome>(phase: ProjectPhase, play: (one: FaultCase | undefined) => Promise<O>) => {
    const one = round[phase];
    const outcome = await timed(one, () => tried(() => play(one)));
    if (!one && isFailed(outcome)) blame(latest ?? cases[0], outcome);
    latest = one ?? latest;
    return outcome;
  };
  const created: Outcome & Partial<Created> = await played('project-creation', (one) =>
    creation(bed, one, expected('project-creation')),
  );
  const { made } = created;
  if (!made || isFailed(created)) return over(false);
  const acts = [
    () => played('project-update', (one) => update(bed, one, made, expected('project-update'))),
    () => played('project-members', (one) => membership(bed, one)),
    () => played('project-deletion', (one) => deletion(bed, one, made, before)),
  ];
  for (const act of acts) {
    if (isFailed(await act())) return over(false);
  }
  return over(true);
}
