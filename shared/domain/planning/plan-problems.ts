import type { FieldErrors } from '#shared/errors';
import type { Uuid } from '../_core/identifier.ts';
import { addressProblems } from './checks/check-addresses.ts';
import { connectivityProblems } from './checks/check-connectivity.ts';
import { portProblems } from './checks/check-ports.ts';
import { planQuotaProblems } from './checks/check-tenant-quotas.ts';
import type { TenantFacts } from './cloud-facts.ts';
import type { NodeSpec } from './node-spec.ts';

/**
 * Errors if the tenants cannot take the planned machines, or if the machines would not form a cluster. The errors are
 * grouped by the fields of the order. Empty for a good plan.
 */
export function planProblems(nodes: readonly NodeSpec[], tenants: ReadonlyMap<Uuid, TenantFacts>): FieldErrors {
  const inEach = (problemsOf: (specs: readonly NodeSpec[], facts: TenantFacts) => string[]) =>
    [...tenants].flatMap(([uuid, facts]) =>
      problemsOf(
        nodes.filter(({ tenantUuid }) => tenantUuid === uuid),
        facts,
      ),
    );
  const problems = {
    nodes: [...inEach(addressProblems), ...inEach(connectivityProblems)],
    security_groups: inEach(portProblems),
    non_field_errors: planQuotaProblems(nodes, tenants),
  };
  return Object.fromEntries(Object.entries(problems).filter(([, texts]) => texts.length > 0));
}
