import type { SimClock } from '../../_kit/sim-clock.ts';

const OPENSTACK = 'openstack';
/**
 * Node drivers, and whether they are active in a new Rancher. A new Rancher has more of them. OpenStack's is inactive
 * there; the administrator of this one has activated it.
 */
export const DRIVERS: Readonly<Record<string, boolean>> = {
  ...{ amazonec2: true, azure: true, digitalocean: true, google: false, harvester: false, linode: false },
  ...{ [OPENSTACK]: true, vmwarevsphere: true },
};
type World = { clock: SimClock; delays: { driverKinds: number; pace: number } };
/** Whether a driver was switched, and when, in the clock's milliseconds. */
type Switched = { active: boolean; at: number };
export type NodeDrivers = ReturnType<typeof nodeDrivers>;

/** The node drivers of a Rancher. The kinds of objects that belong to a driver come and go seconds after it. */
export function nodeDrivers({ clock, delays }: World) {
  const switched = new Map<string, Switched>();
  const isActive = (id: string): boolean => switched.get(id)?.active ?? DRIVERS[id] ?? false;
  return {
    isActive,
    switch: (id: string, active: boolean) => {
      if (isActive(id) !== active) switched.set(id, { active, at: clock.now() });
    },
    /** Whether Rancher has the kinds of the OpenStack driver: machine configurations and machines. */
    hasKinds(): boolean {
      const { active, at } = switched.get(OPENSTACK) ?? { active: isActive(OPENSTACK), at: Number.NEGATIVE_INFINITY };
      return clock.now() - at >= delays.driverKinds * delays.pace ? active : !active;
    },
    forget: () => switched.clear(),
  };
}
