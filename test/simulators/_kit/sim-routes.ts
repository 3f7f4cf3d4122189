import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { canonical } from './canonical.ts';
import { type FaultPlan, faultSchema } from './faults.ts';
import { type IgnoredSelectors, selectorsSchema } from './ignored-selectors.ts';
import type { ObservedSecrets } from './observe-secrets.ts';
import type { RequestCallers } from './request-callers.ts';
import type { RequestCounts } from './request-counts.ts';
import type { RequestJournal } from './request-journal.ts';
import type { MeasuredLoad } from './request-load.ts';
import type { SimulatorDefinition } from './simulator-definition.ts';

const faultsSchema = z.union([faultSchema.transform((fault) => [fault]), z.array(faultSchema)]);

type Observed = {
  counts: RequestCounts;
  journal: RequestJournal;
  callers: RequestCallers;
  load: MeasuredLoad;
  secrets: ObservedSecrets;
};

type Settable = { faults: FaultPlan; selectors: IgnoredSelectors };

/** The `/_sim` routes of every simulator: its state, the requests that it got, and its faults. */
export function addSimRoutes(
  app: FastifyInstance,
  simulator: SimulatorDefinition,
  { faults, selectors, ...observed }: Observed & Settable,
): void {
  const seedDelays = { ...simulator.delays };

  app.get('/_sim/state', async () => canonical(simulator.state()));
  app.get('/_sim/pending', async () => ({ count: simulator.pending?.() ?? 0 }));
  app.get('/_sim/sessions', async () => simulator.sessions());
  addObservedRoutes(app, observed);
  addDelayRoutes(app, simulator);
  addFaultRoutes(app, faults);
  addSelectorRoutes(app, selectors);
  app.post('/_sim/reset', async (_request, reply) => {
    simulator.reset();
    Object.assign(simulator.delays, seedDelays);
    faults.clear();
    selectors.set({ ignored: false });
    const { counts, journal, callers, load, secrets } = observed;
    for (const it of [counts, journal, callers, load, secrets]) it.clear();
    return reply.code(204).send();
  });
}

/** What the simulator has noted about the requests that it got. */
function addObservedRoutes(app: FastifyInstance, { counts, journal, callers, load, secrets }: Observed): void {
  app.get('/_sim/requests', async () => counts.rows());
  app.get('/_sim/journal', async () => journal.rows());
  app.get('/_sim/callers', async () => callers.rows());
  app.delete('/_sim/callers', async (_request, reply) => {
    callers.clear();
    return reply.code(204).send();
  });
  app.get('/_sim/load', async () => load.rows());
  app.delete('/_sim/load', async (_request, reply) => {
    load.clear();
    return reply.code(204).send();
  });
  app.get('/_sim/secrets', async () => secrets.byName());
}

function addDelayRoutes(app: FastifyInstance, { delays }: SimulatorDefinition): void {
  const delaysSchema = z.partialRecord(z.enum(Object.keys(delays)), z.number().min(0));
  app.get('/_sim/delays', async () => delays);
  app.put('/_sim/delays', async (request, reply) => {
    const given = delaysSchema.safeParse(request.body);
    if (!given.success) return reply.code(400).send({ message: z.prettifyError(given.error) });
    return Object.assign(delays, given.data);
  });
}

function addFaultRoutes(app: FastifyInstance, faults: FaultPlan): void {
  app.get('/_sim/faults', async () => faults.list());
  app.post('/_sim/faults', async (request, reply) => {
    const given = faultsSchema.safeParse(request.body);
    if (!given.success) return reply.code(400).send({ message: z.prettifyError(given.error) });
    for (const fault of given.data) faults.add(fault);
    return reply.code(201).send(faults.list());
  });
  app.delete('/_sim/faults', async (_request, reply) => {
    faults.clear();
    return reply.code(204).send();
  });
}

function addSelectorRoutes(app: FastifyInstance, selectors: IgnoredSelectors): void {
  app.get('/_sim/selectors', async () => selectors.state());
  app.put('/_sim/selectors', async (request, reply) => {
    const given = selectorsSchema.safeParse(request.body);
    if (!given.success) return reply.code(400).send({ message: z.prettifyError(given.error) });
    selectors.set(given.data);
    return selectors.state();
  });
}
