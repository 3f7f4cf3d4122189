import type { LocalCloudOptions } from '#infra/local/local-cloud';
import { localLogDir } from '#infra/local/local-settings';
import { faultCloudOptions } from '#test/faults/cloud-options';
import { wrapFunctions } from '#test/probe/wrap-functions';

type Options = Omit<LocalCloudOptions, 'signal'>;

export const STAGE = 'crashes';
/** The shortest that is allowed: what a dead function held is free again five seconds later. */
const STEP_TIMEOUT_SECONDS = '10';
/** Nobody is silent here, but two busy cores may be late. */
const BACKEND_TIMEOUT_SECONDS = '5';

/** The same cloud. Its functions ask the control server before they begin, and hold nothing for long when they die. */
export const killable = (options: Options, controlUrl: string): Options => ({
  ...options,
  appContext: { ...options.appContext, stepTimeoutSeconds: STEP_TIMEOUT_SECONDS },
  wrapFunctions: wrapFunctions({ url: controlUrl, asks: true }),
});

export function crashCloudOptions(controlUrl: string): Options {
  const options = faultCloudOptions(console.log);
  const appContext = { ...options.appContext, backendTimeoutSeconds: BACKEND_TIMEOUT_SECONDS };
  return killable({ ...options, logDir: localLogDir(STAGE), stage: STAGE, appContext }, controlUrl);
}
