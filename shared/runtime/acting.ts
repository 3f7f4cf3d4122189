import { AsyncLocalStorage } from 'node:async_hooks';
import { type Actor, NOBODY } from '../domain/audit/actor.ts';

const storage = new AsyncLocalStorage<Actor>();

/** Whatever `run` changes is told to be this one's doing, however deep in it that happens. */
export const actingAs = <T>(actor: Actor, run: () => Promise<T>): Promise<T> => storage.run(actor, run);

export const currentActor = (): Actor => storage.getStore() ?? NOBODY;
