export type Tone = 'good' | 'busy' | 'bad' | 'neutral';

const BUSY =
  /^(creation_scheduled|creating|update_scheduled|updating|deletion_scheduled|deleting|executing|terminating|hibernating|waking|running|scalingup|scalingdown)$/;
/** States that wait for a user's decision, which may take days. */
const WAITING = /^pending/;
const BAD = /^(erred|error|failed|rejected|refused)$/;
const GOOD = /^(ok|done|active|accepted|success)$/;

/**
 * Classifies a state. `good` means that all is well. `busy` means that an operation runs or that a user must decide.
 * `bad` means a failure or a refusal. All other states are `neutral`.
 */
export function toneOf(state: string): Tone {
  const text = state.toLowerCase();
  if (GOOD.test(text)) return 'good';
  if (BUSY.test(text) || WAITING.test(text)) return 'busy';
  return BAD.test(text) ? 'bad' : 'neutral';
}

const OK_TEXT = 'OK';

/** Makes a state readable: `UPDATE_SCHEDULED` becomes `Update scheduled`. */
export function stateText(state: string): string {
  if (state === OK_TEXT || state === '') return state || 'Unknown';
  const words = state.toLowerCase().replaceAll(/[_-]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Whether an operation is changing the object. */
export const isBusy = (state: string | undefined): boolean => BUSY.test((state ?? '').toLowerCase());
