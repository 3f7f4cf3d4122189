import { join, resolve } from 'node:path';
import { localHome, portSetting } from '#infra/local/local-settings';

/** Where real servers are kept between runs: PADDOCK_REAL_DIR, or `real` beside what else is downloaded. */
export const realHome = (): string => resolve(process.env.PADDOCK_REAL_DIR || join(localHome(), 'real'));

/** Ports are taken from here on. */
export const firstPort = (): number => portSetting('PADDOCK_REAL_PORT', 15_000);
