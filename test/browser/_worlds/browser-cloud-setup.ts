import { readFileSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import type { Endpoints } from '#infra/local/endpoints';
import { startLocalCloud } from '#infra/local/local-cloud';
import { localHome, localLogDir } from '#infra/local/local-settings';
import { findChromium } from './find-chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    browserCloud: Endpoints | undefined;
  }
}

/** Delays that are long enough to show a running operation in the console, and short enough for the suite. */
const DELAYS = {
  openstack: { serverBuild: 500, serverDelete: 200 },
  rancher: { pace: 0.05 },
  'vm-runner': { boot: 500 },
};

/**
 * Deploys one local cloud with the console for all files of the suite. If `PADDOCK_BROWSER_ENDPOINTS` names the
 * `endpoints.json` of a running local cloud, that cloud is used instead. A test can then be repeated quickly.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env.PADDOCK_BROWSER_ENDPOINTS;
  if (findChromium() === undefined) {
    project.provide('browserCloud', undefined);
    return undefined;
  }
  if (given) {
    project.provide('browserCloud', JSON.parse(readFileSync(given, 'utf8')));
    return undefined;
  }
  const { endpoints, stop } = await startLocalCloud({
    ...{ home: localHome(), logDir: localLogDir('browser'), stage: 'browser', delays: DELAYS, waitScale: 0.2 },
    withConsole: true,
  });
  project.provide('browserCloud', endpoints);
  return stop;
}
