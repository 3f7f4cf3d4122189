import { InvokeCommand, type LambdaClient, TooManyRequestsException } from '@aws-sdk/client-lambda';
import { BackendThrottled } from '../../errors.ts';
import type { Functions } from '../../ports/runtime.ts';

/** `nameOf` returns the name under which a function is deployed. */
type Given = { client: LambdaClient; nameOf: (entry: string) => string };

const parsed = (payload: Uint8Array | undefined): unknown => JSON.parse(new TextDecoder().decode(payload));

/**
 * Invokes functions of this stage. If a function fails, the thrown error has the function's own error as its cause. The
 * log shows the cause.
 */
export const lambdaFunctions = ({ client, nameOf }: Given): Functions => ({
  invoke: async (entry, event) => {
    const FunctionName = nameOf(entry);
    try {
      const { FunctionError, Payload } = await client.send(
        new InvokeCommand({ FunctionName, Payload: JSON.stringify(event) }),
      );
      if (FunctionError === undefined) return parsed(Payload);
      throw new Error(`the function ${FunctionName} failed`, { cause: parsed(Payload) });
    } catch (error) {
      if (error instanceof TooManyRequestsException) throw new BackendThrottled(error.message, {}, error);
      throw error;
    }
  },
});
