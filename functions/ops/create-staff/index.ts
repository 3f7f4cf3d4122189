import { createStaff, newStaff } from '#shared/app/identity/create-staff';
import { randomIds, systemClock } from '#shared/runtime/clock-and-ids';
import { readEnv, tableEnv } from '#shared/runtime/env';
import { lambdaTelemetry, observe } from '#shared/runtime/telemetry';
import { tableStore } from '#shared/runtime/wiring/table';

const env = readEnv(tableEnv);
const store = tableStore(env);
const telemetry = lambdaTelemetry('ops/create-staff');

/**
 * Operators invoke this function with {username, email?}. The function returns {user_uuid, token}. The token's text is
 * shown only in this answer.
 */
export const handler = (event: unknown): Promise<{ user_uuid: string; token: string }> =>
  observe(telemetry, 'create staff', {}, async () => {
    const { userUuid, token } = await createStaff({ store, clock: systemClock, ids: randomIds }, newStaff.parse(event));
    return { user_uuid: userUuid, token };
  });
