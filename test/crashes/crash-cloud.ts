import type { LocalCloudOptions } from '#infra/local/local-cloud';
import { localLogDir } from '#infra/local/local-settings';
import { faultCloudOptions } from '#test/faults/cloud-options';
import { wrapFunctions } from '#test/probe/wrap-functions';

type Options = Omit<LocalCloudOptions, 'signal'>;

export const STAGE = 'crashes';
/** The shortest step timeout that is allowed. The locks of a dead function expire five seconds after this timeout. */
const STEP_TIMEOUT_SECONDS = '10';
/** No backend hangs in this suite, but answers may be late on two busy cores. */
const BACKEND_TIMEOUT_SECONDS = '5';

/**
 * The given options with two changes. Each function asks the control server before it begins. Locks of dead functions
 * expire soon.
 */
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
