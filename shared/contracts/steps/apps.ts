import { z } from 'zod';
import { uuid } from '#shared/domain/_core/identifier';
import { nothing, step, target } from './contract.ts';

export const ofApp = target.extend({ appUuid: uuid });

/** Steps of applications, which Helm installs in a cluster through Rancher. */
export const appSteps = {
  /** The first step: the application becomes CREATING, UPDATING or DELETING. */
  beginApp: step('rancher.beginApp', ofApp, nothing),
  /** Makes the application's namespace in its project of Rancher, unless it is there. */
  ensureNamespace: step('rancher.ensureNamespace', ofApp, nothing),
  /** Has Rancher install the chart, once. */
  installApp: step('rancher.installApp', ofApp, nothing),
  /** Has Rancher upgrade the release, or bring its former revision back, once. */
  upgradeApp: step('rancher.upgradeApp', ofApp, nothing),
  /** `deployed` once Helm has ended. Throws HelmFailed with Helm's reason. */
  watchApp: step('rancher.watchApp', ofApp, z.object({ deployed: z.boolean() })),
  /** The application becomes OK. Workloads of its project are pulled. */
  finishApp: step('rancher.finishApp', ofApp, nothing),
  /** Has Rancher uninstall the release, once. `gone` if there is none. */
  uninstallApp: step('rancher.uninstallApp', ofApp, z.object({ gone: z.boolean() })),
  /** Deletes the record of an application that is uninstalled. */
  forgetApp: step('rancher.forgetApp', ofApp, nothing),
  /** Records on the application why its operation failed. */
  failApp: step(
    'rancher.failApp',
    ofApp.extend({ error: z.string(), cause: z.string(), failedStep: z.string() }),
    nothing,
  ),
} as const;
