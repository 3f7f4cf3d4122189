import { AsyncLocalStorage } from 'node:async_hooks';
import { type Actor, NOBODY } from '../domain/audit/actor.ts';

const storage = new AsyncLocalStorage<Actor>();

/** Calls `run`. The audit events of all changes in `run` record this actor. */
export const actingAs = <T>(actor: Actor, run: () => Promise<T>): Promise<T> => storage.run(actor, run);

export const currentActor = (): Actor => storage.getStore() ?? NOBODY;
