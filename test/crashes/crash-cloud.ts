import type { LocalCloudOptions } from '#infra/local/local-cloud';
import { localLogDir } from '#infra/local/local-settings';
import { faultCloudOptions } from '#test/faults/cloud-options';
import { wrapFunctions } from '#test/probe/wrap-functions';

export const STAGE = 'crashes';
/** The shortest that is allowed: what a dead function held is free again five seconds later. */
const STEP_TIMEOUT_SECONDS = '10';

/** A local cloud whose functions ask the control server before they begin. */
export function crashCloudOptions(controlUrl: string): Omit<LocalCloudOptions, 'signal'> {
  const options = faultCloudOptions(console.log);
  return {
    ...options,
    logDir: localLogDir(STAGE),
    stage: STAGE,
    appContext: { ...options.appContext, backendTimeoutSeconds: '5', stepTimeoutSeconds: STEP_TIMEOUT_SECONDS },
    wrapFunctions: wrapFunctions({ url: controlUrl, asks: true }),
  };
}
