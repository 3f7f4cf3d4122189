import { onProvider } from '#shared/app/_core/steps/implement';
import { note } from '#shared/app/_core/steps/timeline';
import { steps } from '#shared/contracts/steps';
import { type InfrastructureDeps, keepMade, sessionIn, tenantOf } from './infrastructure-deps.ts';
import { ensurePort, ensureServer, publicAddress } from './load-balancer.ts';

export const ensureLoadBalancer = onProvider(
  steps.infrastructure.ensureLoadBalancer,
  async (deps: InfrastructureDeps, input, cluster) => {
    const tenant = await tenantOf(deps, cluster, input.tenantUuid);
    const session = await sessionIn(deps, tenant.uuid);
    const portId = await ensurePort(session, cluster, tenant);
    const publicIp = await publicAddress(session, cluster, tenant, portId);
    const loadBalancerId = await ensureServer(deps, session, { cluster, tenant, portId });
    // Empties the list of the load balancer's failed servers, so that a retry of the order gets the full number of
    // attempts.
    await keepMade(deps, tenant, { loadBalancerId, publicIp, lostLoadBalancers: [] });
    const message = `Load balancer ${publicIp} of tenant ${tenant.name} is being made`;
    await note(deps, input, { step: 'load-balancer', message, nodeName: tenant.name });
    return {};
  },
);
