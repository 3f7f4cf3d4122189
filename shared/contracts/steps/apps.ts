import { z } from 'zod';
import { uuid } from '#shared/domain/_core/identifier';
import { nothing, step, target } from './contract.ts';

export const ofApp = target.extend({ appUuid: uuid });

export const appSteps = {
  /** The first step. Sets the application to CREATING, UPDATING or DELETING. */
  beginApp: step('rancher.beginApp', ofApp, nothing),
  /**
   * Creates the application's namespace in its Rancher project, with the rights of the user who requested the application.
   * Does nothing if the project has the namespace. Fails if another project has it.
   */
  ensureNamespace: step('rancher.ensureNamespace', ofApp, nothing),
  /** Makes Rancher install the chart. Safe to repeat: a repeated step sends no second request. */
  installApp: step('rancher.installApp', ofApp, nothing),
  /** Makes Rancher upgrade the release or roll it back. Safe to repeat: a repeated step sends no second request. */
  upgradeApp: step('rancher.upgradeApp', ofApp, nothing),
  /**
   * Checks whether Helm has finished. If so, `deployed` is true. Throws HelmFailed with Helm's reason if Helm has
   * failed.
   */
  watchApp: step('rancher.watchApp', ofApp, z.object({ deployed: z.boolean() })),
  /**
   * Updates the records of the cluster's contents from Rancher, because Helm has changed the application's workloads.
   * Then sets the application to OK.
   */
  finishApp: step('rancher.finishApp', ofApp, nothing),
  /**
   * Makes Rancher uninstall the release. Safe to repeat: a repeated step sends no second request. `gone` is true when
   * the release no longer exists.
   */
  uninstallApp: step('rancher.uninstallApp', ofApp, z.object({ gone: z.boolean() })),
  /** Deletes the record of an application that Helm has uninstalled. */
  forgetApp: step('rancher.forgetApp', ofApp, nothing),
  /** Records on the application why its operation failed. */
  failApp: step(
    'rancher.failApp',
    ofApp.extend({ error: z.string(), cause: z.string(), failedStep: z.string() }),
    nothing,
  ),
} as const;
