import { steps } from '#shared/contracts/steps';
import type { Phase } from './route.ts';

/** The time in which a step's function ran, by this machine's clock. */
export type Attempt = { step: string; fromMs: number; toMs: number };
export type Asker = { phase: Phase; step: string; askers: readonly string[] };
/**
 * Finds the sender of a request by the request's time. Returns undefined if the request belongs to no phase, or if a
 * sync sent it.
 */
export type Attribution = (atMs: number) => Asker | undefined;

/**
 * Finds the step that sent a request while one cluster was created and deleted without faults. If a waiting step
 * overlaps with the next step, the step that began last counts. Other overlapping steps are the same step for several
 * nodes. A busy backend may handle a request after the step has given up. So if no step was running, the previous step
 * counts. Between creation and deletion, only syncs send requests.
 */
export function lifeAttribution(attempts: readonly Attempt[]): Attribution {
  const attemptsOf = ({ name }: { name: string }) => attempts.filter(({ step }) => step === name);
  const [first, ...later] = attemptsOf(steps.records.beginOrder);
  const made = attemptsOf(steps.records.finishCreation).at(-1);
  const deletion = made && later.find(({ fromMs }) => fromMs >= made.toMs);
  if (!first || !made || !deletion) throw new Error('no function has published the steps of a creation and a deletion');
  return (atMs) => {
    if (atMs < first.fromMs) return { phase: 'order', step: '', askers: [] };
    if (made.toMs < atMs && atMs < deletion.fromMs) return undefined;
    const phase = atMs <= made.toMs ? 'creation' : 'deletion';
    const begun = attempts.filter(({ fromMs }) => fromMs <= atMs);
    return ofPhase(phase, begun, atMs);
  };
}

/**
 * Whether this is a sync of a provider. A sync runs on a schedule or after an event. Its log lines are in the log group
 * of all steps.
 */
const isSync = ({ step }: Attempt): boolean => step.startsWith('access.');

/** Returns undefined if a sync sent the request. */
function ofPhase(phase: Phase, begun: readonly Attempt[], atMs: number): ReturnType<Attribution> {
  const atWork = begun.filter(({ toMs }) => atMs <= toMs);
  const latest = atWork.at(-1) ?? begun.findLast((attempt) => !isSync(attempt));
  if (latest && isSync(latest)) return undefined;
  const steps = [...atWork.filter((attempt) => !isSync(attempt)), ...(latest ? [latest] : [])].map(({ step }) => step);
  return { phase, step: latest?.step ?? '', askers: [...new Set(steps)] };
}

export type Span = { phase: Phase; fromMs: number; toMs: number };

/**
 * Finds the step that sent a backend request, for several operations one after the other. Before the first step of an
 * operation, the check of that operation sends the requests. `step` is then empty.
 */
export const spanAttribution =
  (spans: readonly Span[]) =>
  (attempts: readonly Attempt[]): Attribution =>
  (atMs) => {
    const span = spans.find(({ fromMs, toMs }) => fromMs <= atMs && atMs <= toMs);
    if (!span) return undefined;
    const begun = attempts.filter(({ fromMs }) => span.fromMs <= fromMs && fromMs <= atMs);
    return ofPhase(span.phase, begun, atMs);
  };

/**
 * Like `spanAttribution`, but the check of an operation is a separate phase. Use this if an operation's check sends the
 * same requests as its steps.
 * @param checks for each phase of an operation, the phase of the operation's check
 */
export const checkedAttribution =
  (spans: readonly Span[], checks: Partial<Record<Phase, Phase>>) =>
  (attempts: readonly Attempt[]): Attribution => {
    const attributed = spanAttribution(spans)(attempts);
    return (atMs) => {
      const asker = attributed(atMs);
      return asker?.step === '' ? { ...asker, phase: checks[asker.phase] ?? asker.phase } : asker;
    };
  };
