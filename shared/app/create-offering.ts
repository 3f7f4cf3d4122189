import type { Caller } from '../domain/caller.ts';
import type { Uuid } from '../domain/identifier.ts';
import type { Offering } from '../domain/offering.ts';
import { demand } from '../domain/permission.ts';
import type { PluginOptions } from '../domain/plugin-options.ts';
import { newRecord } from '../domain/record.ts';
import { Invalid, noObject } from '../errors.ts';
import type { Clock, Ids } from '../ports/runtime.ts';
import type { Store } from '../ports/store.ts';
import { referredCustomer } from './referred-objects.ts';

type Deps = { store: Pick<Store, 'customers' | 'settings' | 'offerings' | 'commit'>; clock: Clock; ids: Ids };
export type NewOffering = {
  name: string;
  description: string;
  type: 'Rancher';
  customerUuid: Uuid;
  settingsUuid: Uuid;
  pluginOptions: PluginOptions;
  plans: { name: string; description: string }[];
};

/** An owner sells what is registered for their own customer; the operator's providers are for staff to offer. */
async function checkSettings(
  { store }: Deps,
  caller: Caller,
  { settingsUuid, customerUuid }: NewOffering,
): Promise<void> {
  const settings = await store.settings.find(settingsUuid);
  if (settings === undefined || (!caller.user.isStaff && settings.customerUuid !== customerUuid)) {
    throw noObject('service_settings');
  }
  if (settings.type !== 'Rancher') throw new Invalid({ service_settings: ['Rancher settings are expected.'] });
}

/** A new offering is a draft: nobody can order it until it is activated. */
export async function createOffering(deps: Deps, caller: Caller, input: NewOffering): Promise<Offering> {
  const { store, clock, ids } = deps;
  const customer = await referredCustomer(store, caller, input.customerUuid);
  demand(caller, 'offering.create', { customerUuid: customer.uuid });
  await checkSettings(deps, caller, input);
  const offering: Offering = {
    ...newRecord(ids.uuid(), clock.now()),
    ...input,
    state: 'Draft',
    customerName: customer.name,
    plans: input.plans.map((plan) => ({ uuid: ids.uuid(), ...plan })),
  };
  await store.commit(store.offerings.insert(offering));
  return offering;
}
