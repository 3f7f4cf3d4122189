import { fastify } from 'fastify';
import { faultPlan } from './faults.ts';
import { ignoredSelectors } from './ignored-selectors.ts';
import { injectFaults } from './inject-faults.ts';
import { listenOverTls } from './listen-over-tls.ts';
import { observeSecrets } from './observe-secrets.ts';
import { parseBodies } from './parse-bodies.ts';
import { keepCallers } from './request-callers.ts';
import { countRequests } from './request-counts.ts';
import { keepJournal } from './request-journal.ts';
import { measureLoad } from './request-load.ts';
import { addSimRoutes } from './sim-routes.ts';
import type { SimulatorDefinition } from './simulator-definition.ts';

export interface RunningSimulator {
  url: string;
  httpsUrl?: string;
  close(): Promise<void>;
}

/**
 * Serves one simulator on a real socket (port 0 = a free port). In the simulator's own route patterns, a literal colon
 * is written `::`, as in find-my-way. Values in requests need no such escape. Trailing slashes are optional. A simulator
 * with a certificate is also served over https, on a free port. `https: false` prevents this.
 * @throws when the port is taken (`code` EADDRINUSE)
 */
export async function serveSimulator(
  simulator: SimulatorDefinition,
  { port = 0, host = '127.0.0.1', https = true }: { port?: number; host?: string; https?: boolean } = {},
): Promise<RunningSimulator> {
  const selectors = ignoredSelectors();
  const app = fastify({
    bodyLimit: 16 * 1024 * 1024,
    // Clients keep sockets open and `hang` never answers: closing must not wait for either.
    forceCloseConnections: true,
    rewriteUrl: ({ method, headers, url = '' }) =>
      selectors.read({ method, headers }, simulator.canonicalUrl?.(url) ?? url),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1000 },
  });
  const observed = {
    counts: countRequests(app),
    journal: keepJournal(app),
    callers: keepCallers(app, simulator.identify),
    load: measureLoad(app),
    secrets: observeSecrets(app),
  };
  const faults = faultPlan();
  injectFaults(app, faults);
  await parseBodies(app);
  addSimRoutes(app, simulator, { faults, selectors, ...observed });
  await simulator.routes(app);
  const url = await app.listen({ port, host });
  const secure = https && simulator.tls ? await listenOverTls(app, simulator.tls, host) : undefined;
  simulator.listening?.(secure?.url ?? url);
  return {
    url,
    ...(secure && { httpsUrl: secure.url }),
    async close() {
      await secure?.close();
      await app.close();
      await simulator.close?.();
    },
  };
}
