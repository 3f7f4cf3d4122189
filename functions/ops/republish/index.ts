import { republishRequest } from '#shared/contracts/republish';
import { observe } from '#shared/runtime/telemetry';
import { awsAuditStream } from '#shared/runtime/wiring/aws';
import { publishDeps } from '#shared/runtime/wiring/publish';
import { republish } from './republish.ts';

const { telemetry, ofBatch } = publishDeps('ops/republish');
const stream = awsAuditStream();

/** The command `npm run redrive` invokes this function for a dead letter of the audit table's stream. */
export const handler = (event: unknown) =>
  observe(telemetry, 'republish', {}, () => republish({ ...ofBatch(), stream }, republishRequest.parse(event)));
