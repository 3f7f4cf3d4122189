export type Tone = 'good' | 'busy' | 'bad' | 'neutral';

const BUSY =
  /^(creation_scheduled|creating|update_scheduled|updating|deletion_scheduled|deleting|executing|terminating|hibernating|waking|running|scalingup|scalingdown)$/;
/** What waits for somebody's decision. That may take days. */
const WAITING = /^pending/;
const BAD = /^(erred|error|failed|rejected|refused)$/;
const GOOD = /^(ok|done|active|accepted|success)$/;

/** Whether a state needs no look, passes by itself, or needs somebody. */
export function toneOf(state: string): Tone {
  const text = state.toLowerCase();
  if (GOOD.test(text)) return 'good';
  if (BUSY.test(text) || WAITING.test(text)) return 'busy';
  return BAD.test(text) ? 'bad' : 'neutral';
}

const OK_TEXT = 'OK';

/** `UPDATE_SCHEDULED` as people read it: `Update scheduled`. */
export function stateText(state: string): string {
  if (state === OK_TEXT || state === '') return state || 'Unknown';
  const words = state.toLowerCase().replaceAll(/[_-]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Whether an operation changes the object now. */
export const isBusy = (state: string | undefined): boolean => BUSY.test((state ?? '').toLowerCase());
