import { observe } from '#shared/runtime/telemetry';
import { mailDeps } from '#shared/runtime/wiring/mail';
import { deliver } from './deliver.ts';

const deps = mailDeps('syncs/deliver-mails');

/** Invoked every minute: delivers the e-mails that are due. */
export const handler = (): Promise<number> => observe(deps, 'deliver mails', {}, () => deliver(deps));
