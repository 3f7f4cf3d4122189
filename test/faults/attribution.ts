import { steps } from '#shared/contracts/steps';
import type { Phase } from './route.ts';

/** When a step's function was at work, by this machine's clock. */
export type Attempt = { step: string; fromMs: number; toMs: number };
/** The phase and step that sent a request, and all steps that may have. */
export type Asker = { phase: Phase; step: string; askers: readonly string[] };
/** Undefined where no step known to the phases was at work. */
export type Attribution = (atMs: number) => Asker | undefined;

/**
 * Who was at work at a moment of one cluster's life, of which nothing went wrong. Steps follow one another (parallel ones are the
 * same step for several nodes), but a wait lets the next step begin before it is over itself, so the latest to begin has it.
 * A busy backend may take a request up that its step has given up. Between creation and deletion only syncs send requests.
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

/** A sync of a provider runs on its schedule or after an event. Its lines are in the log group of all steps. */
const isSync = ({ step }: Attempt): boolean => step.startsWith('access.');

/** Undefined for the request of a sync. */
function ofPhase(phase: Phase, begun: readonly Attempt[], atMs: number): ReturnType<Attribution> {
  const atWork = begun.filter(({ toMs }) => atMs <= toMs);
  const latest = atWork.at(-1) ?? begun.findLast((attempt) => !isSync(attempt));
  if (latest && isSync(latest)) return undefined;
  const steps = [...atWork.filter((attempt) => !isSync(attempt)), ...(latest ? [latest] : [])].map(({ step }) => step);
  return { phase, step: latest?.step ?? '', askers: [...new Set(steps)] };
}

/** From the request for one operation on a cluster that stands, or on its node, until it was over. */
export type Span = { phase: Phase; fromMs: number; toMs: number };

/** The same of operations that followed one another; what is asked before the first step of one begins is the check of its request. */
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
 * The same, with what is asked while a request is checked as a phase of its own, where the operation asks for it again.
 * @param checks the phase of the check, by that of the operation
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
